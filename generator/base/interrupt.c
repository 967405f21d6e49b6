/* interrupt.c: the handler of SIGINT. */
#define _POSIX_C_SOURCE 200809L
#include "base/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>

/* A handler reaches nothing but what lives as long as the program. */
static volatile sig_atomic_t is_asked;

static void interrupt_keep(int signal_number)
{
  (void)signal_number;
  is_asked = 1;
}

void interrupt_watch(void)
{
  struct sigaction action, before;
  is_asked = 0;
  memset(&action, 0, sizeof action);
  action.sa_handler = interrupt_keep;
  action.sa_flags = SA_RESTART | (int)SA_RESETHAND;
  if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
    sigaction(SIGINT, &action, NULL);
  }
}

bool interrupt_asked(void)
{
  return is_asked != 0;
}

void interrupt_end(void)
{
  struct sigaction before;
  if (sigaction(SIGINT, NULL, &before) == 0 &&
      before.sa_handler == interrupt_keep) {
    signal(SIGINT, SIG_DFL);
  }
}
