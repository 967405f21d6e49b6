/* signal.h for Windows: by signal(), which takes each handler once; see
 * windows/posix/posix.h. Threads have no masks: signals come in a thread of
 * their own. */
#pragma GCC system_header
#include_next <signal.h>

#ifndef FOUCAULT_WINDOWS_SIGNAL_H
#define FOUCAULT_WINDOWS_SIGNAL_H

#define SIGUSR1 SIGBREAK
#define SA_RESTART 1
#define SA_RESETHAND 2

struct sigaction {
  void (*sa_handler)(int);
  int sa_flags;
};

int sigaction(int number, const struct sigaction *action,
              struct sigaction *before);

typedef int posix_sigset;
#define sigset_t posix_sigset
#define sigfillset(set) ((void)(*(set) = 0))
#define pthread_sigmask(how, set, before)                                      \
  ((void)(set), (void)(posix_sigset *)(before))
#define SIG_SETMASK 0

#endif
