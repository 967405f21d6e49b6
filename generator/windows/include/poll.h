/* poll.h for Windows: one pipe, until its other end is closed; see
 * windows/posix/posix.h. */
#ifndef FOUCAULT_WINDOWS_POLL_H
#define FOUCAULT_WINDOWS_POLL_H

struct pollfd {
  int fd;
  short events, revents;
};

int poll(struct pollfd *file, unsigned long n, int milliseconds);

#endif
