/* seccomp.h: calls of the system that this process, and all it starts, may no
 * longer make.
 *
 * Refused, with EPERM: the network and sockets of other programs (display,
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

/* There is no way back, and no set-user-ID program any more. *asks: where
 * seccomp_permit() is told of new processes, closed by exec; -1: nobody is
 * asked. False: nothing is refused. */
bool seccomp_begin(int *asks);

/* In the other process: permits the new process that is asked for next. False:
 * nobody asks any more. */
bool seccomp_permit(int asks);

#endif
