/* machine.c: clocks, memory, signals, the console, loaded libraries. */
#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <glob.h>
#include <io.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <windows.h>

#include <psapi.h>

#include "windows/posix/posix.h"

/* --- what is used --- */

long sysconf(int name)
{
  SYSTEM_INFO info;
  assert(name == _SC_NPROCESSORS_ONLN);
  (void)name;
  GetSystemInfo(&info);
  return (long)info.dwNumberOfProcessors;
}

static struct timeval posix_duration(FILETIME t)
{
  unsigned long long ticks =
      (unsigned long long)t.dwHighDateTime << 32 | t.dwLowDateTime;
  return (struct timeval){.tv_sec = (long)(ticks / 10000000),
                          .tv_usec = (long)(ticks % 10000000 / 10)};
}

int getrusage(int who, struct rusage *used)
{
  FILETIME begin, end, system, user;
  PROCESS_MEMORY_COUNTERS memory = {.cb = sizeof memory};
  *used = (struct rusage){0};
  if (who != RUSAGE_SELF) return 0;
  HANDLE self = GetCurrentProcess();
  if (GetProcessTimes(self, &begin, &end, &system, &user)) {
    used->ru_utime = posix_duration(user);
    used->ru_stime = posix_duration(system);
  }
  if (GetProcessMemoryInfo(self, &memory, sizeof memory))
    used->ru_maxrss = (long)(memory.PeakWorkingSetSize / 1024);
  return 0;
}

/* --- signals --- */

/* A handler can only be read by setting another. */
int sigaction(int number, const struct sigaction *action,
              struct sigaction *before)
{
  void (*now)(int) = action ? action->sa_handler : SIG_IGN;
  void (*old)(int) = signal(number, now);
  if (old == SIG_ERR) return -1;
  if (!action) signal(number, old);
  if (before) *before = (struct sigaction){.sa_handler = old};
  return 0;
}

/* --- waiting and terminals --- */

enum { LOOK_MILLISECONDS = 5 };

int poll(struct pollfd *file, unsigned long n, int milliseconds)
{
  assert(n == 1);
  (void)n;
  HANDLE pipe_end = (HANDLE)_get_osfhandle(file->fd);
  for (int left = milliseconds; left > 0; left -= LOOK_MILLISECONDS) {
    DWORD waiting = 0;
    if (!PeekNamedPipe(pipe_end, NULL, 0, NULL, &waiting, NULL)) return 1;
    Sleep(LOOK_MILLISECONDS);
  }
  return 0;
}

int ioctl(int file, unsigned long request, struct winsize *size)
{
  CONSOLE_SCREEN_BUFFER_INFO info;
  HANDLE console = (HANDLE)_get_osfhandle(file);
  assert(request == TIOCGWINSZ);
  (void)request;
  if (!GetConsoleScreenBufferInfo(console, &info)) return -1;
  *size = (struct winsize){
      .ws_row = (unsigned short)(info.srWindow.Bottom - info.srWindow.Top + 1),
      .ws_col = (unsigned short)(info.srWindow.Right - info.srWindow.Left + 1)};
  return 0;
}

/* --- libraries --- */

/* Those that it needs are looked for beside it. */
void *dlopen(const char *path, int how)
{
  char native[4096];
  (void)how;
  if (strlen(path) >= sizeof native) return NULL;
  strcpy(native, path);
  for (char *c = native; *c; c++) {
    if (*c == '/') *c = '\\';
  }
  return (void *)LoadLibraryExA(native, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
}

void *dlsym(void *library, const char *name)
{
  FARPROC found = GetProcAddress((HMODULE)library, name);
  void *symbol;
  memcpy(&symbol, &found, sizeof symbol);
  return symbol;
}

int dlclose(void *library)
{
  return FreeLibrary((HMODULE)library) ? 0 : -1;
}

/* Of the last call, in the user's language, without its end of line. */
char *dlerror(void)
{
  static char text[512]; /* as dlerror() of others: until the next call */
  DWORD code = GetLastError();
  DWORD n =
      FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS,
                     NULL, code, 0, text, sizeof text, NULL);
  while (n > 0 && strchr("\r\n. ", text[n - 1])) text[--n] = '\0';
  if (n == 0)
    snprintf(text, sizeof text, "Windows gives error %lu", (unsigned long)code);
  return text;
}

/* --- patterns --- */

int glob(const char *pattern, int how, void *on_error, glob_t *found)
{
  (void)how, (void)on_error;
  *found = (glob_t){0};
  found->gl_pathv = calloc(2, sizeof found->gl_pathv[0]);
  if (!found->gl_pathv) return 1;
  found->gl_pathv[0] = _strdup(pattern);
  found->gl_pathc = 1;
  return found->gl_pathv[0] ? 0 : 1;
}

void globfree(glob_t *found)
{
  if (found->gl_pathv) free(found->gl_pathv[0]);
  free(found->gl_pathv);
  *found = (glob_t){0};
}
