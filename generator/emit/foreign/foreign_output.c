/* foreign_output.c: see foreign_output.h. */
#define _GNU_SOURCE
#include "emit/foreign/foreign_output.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <unistd.h>

#include "base/text/harmless.h"

enum { PIECE = 4096 };

int foreign_output_make(ForeignOutput *output, double megabytes)
{
  int end[2];
  assert(megabytes >= 0);
  *output = (ForeignOutput){.from = -1, .left = megabytes * (1 << 20)};
  if (pipe2(end, O_CLOEXEC) != 0) return -1;
  output->from = end[0];
  return end[1];
}

/* Nobody reads: it is lost. */
static void show_output(const char *bytes, size_t n)
{
  while (n > 0) {
    ssize_t done = write(STDERR_FILENO, bytes, n);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return;
    bytes += done;
    n -= (size_t)done;
  }
}

void foreign_output_pass(ForeignOutput *output)
{
  char bytes[PIECE], clean[PIECE + 1];
  assert(output->from >= 0);
  ssize_t n = read(output->from, bytes, sizeof bytes);
  if (n < 0 && errno == EINTR) return;
  if (n <= 0) {
    close(output->from);
    output->from = -1;
    return;
  }
  if ((double)n > output->left) {
    output->is_cut = true;
    n = (ssize_t)output->left;
  }
  output->left -= (double)n;
  show_output(clean, harmless_piece(&output->is_held, bytes, (size_t)n, clean));
}

void foreign_output_end(ForeignOutput *output)
{
  while (output->from >= 0 && !output->is_cut) {
    struct pollfd wanted = {output->from, POLLIN, 0};
    if (poll(&wanted, 1, 0) <= 0) break;
    foreign_output_pass(output);
  }
  if (output->from >= 0) close(output->from);
  output->from = -1;
}
