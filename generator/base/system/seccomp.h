/* seccomp.h: calls of the system that this process, and all it starts, may no
 * longer make, or ask for.
 *
 * Refused by seccomp_begin(), with EPERM: the network and sockets of other programs (display,
 * session bus), other processes (signals, debugging), new sessions and groups,
 * other users and capabilities, name spaces, mounts, modules, kernels, clocks,
 * keys, input for the terminal, rings of io_uring. A new process is asked for:
 * another one, which has got the descriptor, permits it.
 *
 * needs   Linux on x86-64 or ARM 64; the descriptor from Linux 5.5 on
 * paper   seccomp(2), seccomp_unotify(2)
 */
#ifndef FOUCAULT_BASE_SYSTEM_SECCOMP_H
#define FOUCAULT_BASE_SYSTEM_SECCOMP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* There is no way back, and no set-user-ID program any more. *asks: where
 * seccomp_permit() is told of new processes, closed by exec; -1: nobody is
 * asked. False: nothing is refused. */
bool seccomp_begin(int *asks);

/* In the other process: permits the new process that is asked for next. False:
 * nobody asks any more. */
bool seccomp_permit(int asks);

/* Nothing is refused, but new processes and ends of processes are asked for. The
 * descriptor, as above; -1: there is none. */
int seccomp_watch(void);

typedef struct SeccompAsk {
  uint64_t number;
  pid_t thread; /* that asks */
  bool is_end;  /* of its process; else a new one */
  int status;   /* of the end */
} SeccompAsk;

/* In the other process: what is asked for next, and the permission for it; not
 * permitted it fails, as where there are too many processes. False: who asked
 * has ended. */
bool seccomp_take(int asks, SeccompAsk *ask);
bool seccomp_answer(int asks, const SeccompAsk *ask, bool is_permitted);

#endif
