/* sys/ioctl.h for Windows: the size of the console; see
 * windows/posix/posix.h. */
#ifndef FOUCAULT_WINDOWS_IOCTL_H
#define FOUCAULT_WINDOWS_IOCTL_H

struct winsize {
  unsigned short ws_row, ws_col;
};

enum { TIOCGWINSZ = 1 };

int ioctl(int file, unsigned long request, struct winsize *size);

#endif
