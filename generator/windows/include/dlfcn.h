/* dlfcn.h for Windows: see windows/posix/posix.h. */
#ifndef FOUCAULT_WINDOWS_DLFCN_H
#define FOUCAULT_WINDOWS_DLFCN_H

#define RTLD_NOW 0
#define RTLD_LOCAL 0

void *dlopen(const char *path, int how);
void *dlsym(void *library, const char *name);
int dlclose(void *library);
char *dlerror(void);

#endif
