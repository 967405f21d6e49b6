/* errno.h: for models that TinyCC compiles. */
#ifndef FOUCAULT_ERRNO_H
#define FOUCAULT_ERRNO_H

int *foucault_errno(void);
#define errno (*foucault_errno())

#define ENOENT 2
#define EINTR 4
#define EIO 5
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define EINVAL 22
#define EDOM 33
#define ERANGE 34

#endif
