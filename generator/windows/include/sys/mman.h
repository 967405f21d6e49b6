/* sys/mman.h for Windows: a file as a copy of its bytes; see
 * windows/posix/posix.h. */
#ifndef FOUCAULT_WINDOWS_MMAN_H
#define FOUCAULT_WINDOWS_MMAN_H

#include <stddef.h>

#define PROT_READ 1
#define MAP_PRIVATE 2
#define MAP_FAILED ((void *)-1)

void *mmap(void *at, size_t size, int protection, int how, int file,
           long long offset);
int munmap(void *at, size_t size);

#endif
