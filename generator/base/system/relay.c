/* relay.c: see relay.h. */
#define _GNU_SOURCE
#include "base/system/relay.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/text/harmless.h"

enum { MOST_WAITS = 10000 }; /* of a millisecond */

bool relay_make(Relay *relay, RelayPage *page, double megabytes)
{
  int out[2], error[2];
  assert(megabytes >= 0);
  if (pipe2(out, O_CLOEXEC) != 0) return false;
  if (pipe2(error, O_CLOEXEC) != 0) {
    close(out[0]);
    close(out[1]);
    return false;
  }
  *relay = (Relay){
      .page = page, .from = {out[0], error[0]}, .left = megabytes * (1 << 20)};
  page->pipe[0] = out[1];
  page->pipe[1] = error[1];
  return true;
}

/* --- in the process that prints --- */

void relay_become_writer(Relay *relay)
{
  for (int k = 0; k < 2; k++) close(relay->from[k]);
}

bool relay_enter(const RelayPage *page, bool is_apart)
{
  assert(page->pipe[0] > STDERR_FILENO && page->pipe[1] > STDERR_FILENO);
  return dup2(page->pipe[is_apart ? 1 : 0], STDOUT_FILENO) >= 0 &&
         dup2(page->pipe[1], STDERR_FILENO) >= 0;
}

static bool relay_is_empty(const RelayPage *page)
{
  for (int k = 0; k < 2; k++) {
    int n = 0;
    if (ioctl(page->pipe[k], FIONREAD, &n) == 0 && n > 0) return false;
  }
  return !atomic_load(&page->is_passing);
}

void relay_leave(const RelayPage *page)
{
  const struct timespec moment = {0, 1000000};
  for (int k = 0; k < MOST_WAITS && !relay_is_empty(page); k++)
    nanosleep(&moment, NULL);
}

/* --- in the process that passes it on --- */

void relay_become_reader(Relay *relay)
{
  for (int k = 0; k < 2; k++) close(relay->page->pipe[k]);
}

void relay_poll(const Relay *relay, struct pollfd wanted[2])
{
  for (int k = 0; k < 2; k++) {
    wanted[k] =
        relay->n[k] > 0
            ? (struct pollfd){.fd = STDOUT_FILENO + k, .events = POLLOUT}
            : (struct pollfd){.fd = relay->from[k], .events = POLLIN};
  }
}

static void relay_read(Relay *relay, int k)
{
  assert(relay->from[k] >= 0 && relay->n[k] == 0 && relay->left >= 0);
  atomic_store(&relay->page->is_passing, true);
  char bytes[RELAY_PIECE];
  ssize_t n = read(relay->from[k], bytes, sizeof bytes);
  if (n < 0 && errno == EINTR) return;
  if (n <= 0) {
    close(relay->from[k]);
    relay->from[k] = -1;
    return;
  }
  if ((double)n > relay->left) {
    n = (ssize_t)relay->left;
    atomic_store(&relay->page->is_cut, true);
  }
  relay->left -= (double)n;
  relay->n[k] =
      harmless_piece(&relay->is_held[k], bytes, (size_t)n, relay->bytes[k]);
}

static void relay_write(Relay *relay, int k)
{
  assert(relay->n[k] > 0 && relay->n[k] <= RELAY_PIECE + 1);
  ssize_t n = write(STDOUT_FILENO + k, relay->bytes[k], relay->n[k]);
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
  size_t done = n < 0 ? relay->n[k] : (size_t)n; /* nobody reads: it is lost */
  assert(done <= relay->n[k]);
  relay->n[k] -= done;
  memmove(relay->bytes[k], relay->bytes[k] + done, relay->n[k]);
}

void relay_pass(Relay *relay, const struct pollfd ready[2])
{
  for (int k = 0; k < 2; k++) {
    if (!ready[k].revents) continue;
    if (relay->n[k] > 0)
      relay_write(relay, k);
    else
      relay_read(relay, k);
  }
  atomic_store(&relay->page->is_passing, relay->n[0] + relay->n[1] > 0);
}

void relay_end(Relay *relay, int stop)
{
  for (;;) {
    struct pollfd wanted[3] = {{.fd = -1}, {.fd = -1}, {stop, POLLIN, 0}};
    relay_poll(relay, wanted);
    if (wanted[0].fd < 0 && wanted[1].fd < 0) break;
    /* Who has the pipes open still was not found: that one is not waited for. */
    bool is_writing = relay->n[0] + relay->n[1] > 0;
    int n = poll(wanted, 3, is_writing ? -1 : 0);
    if (n == 0 || wanted[2].revents) break;
    if (n > 0) relay_pass(relay, wanted);
  }
  for (int k = 0; k < 2; k++) {
    if (relay->from[k] >= 0) close(relay->from[k]);
  }
}
