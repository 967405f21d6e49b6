/* gnuplot_start.c: see gnuplot_start.h. */
#define _POSIX_C_SOURCE 200809L
#include "plot/gnuplot_start.h"

#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int gnuplot_start(const char *script)
{
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    execlp("gnuplot", "gnuplot", script, (char *)NULL);
    _exit(EXIT_NO_GNUPLOT);
  }
  int status;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
