/* short_of_memory.c: an importer whose n-th request for memory fails, for each n.
 *
 *   short_of_memory LIBRARY GUID
 *
 * Each run is a process of its own: it may end with an error of the FMU, not
 * with a signal. Prints how many runs there were until none failed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fmi2.h"

extern void *__libc_malloc(size_t), *__libc_realloc(void *, size_t),
    *__libc_calloc(size_t, size_t);

enum { MOST_RUNS = 4000, FAILED = 7 };
static long left = -1; /* requests until one fails; -1: none does */

static int fails(void)
{
  if (left < 0 || left-- > 0) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t n)
{
  return fails() ? NULL : __libc_malloc(n);
}

void *calloc(size_t m, size_t n)
{
  return fails() ? NULL : __libc_calloc(m, n);
}

void *realloc(void *p, size_t n)
{
  return fails() ? NULL : __libc_realloc(p, n);
}

static void say(fmi2ComponentEnvironment e, fmi2String name, fmi2Status status,
                fmi2String category, fmi2String text, ...)
{
  (void)e, (void)name, (void)status, (void)category, (void)text;
}

typedef fmi2Component Make(fmi2String, fmi2Type, fmi2String, fmi2String,
                           const fmi2CallbackFunctions *, fmi2Boolean,
                           fmi2Boolean);
typedef fmi2Status Setup(fmi2Component, fmi2Boolean, fmi2Real, fmi2Real,
                         fmi2Boolean, fmi2Real);
typedef fmi2Status Enter(fmi2Component);
typedef fmi2Status Step(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean);
typedef fmi2Status Save(fmi2Component, fmi2FMUstate *);
typedef fmi2Status Load(fmi2Component, fmi2FMUstate);
typedef void Free(fmi2Component);

static void *library;

static fmi2Status run(fmi2Component c)
{
  Setup *setup = (Setup *)dlsym(library, "fmi2SetupExperiment");
  Enter *enter = (Enter *)dlsym(library, "fmi2EnterInitializationMode");
  Enter *leave = (Enter *)dlsym(library, "fmi2ExitInitializationMode");
  Step *step = (Step *)dlsym(library, "fmi2DoStep");
  Save *save = (Save *)dlsym(library, "fmi2GetFMUstate");
  Load *load = (Load *)dlsym(library, "fmi2SetFMUstate");
  Save *drop = (Save *)dlsym(library, "fmi2FreeFMUstate");
  Enter *reset = (Enter *)dlsym(library, "fmi2Reset");
  fmi2FMUstate state = NULL;
  fmi2Status worst = fmi2OK;
  for (int k = 0; k < 2; k++) {
    fmi2Status s[8] = {setup(c, 1, 1e-6, 0, 0, 0), enter(c), leave(c)};
    for (int i = 0; i < 3; i++) {
      if (s[i] > worst) worst = s[i];
    }
    if (worst < fmi2Error) s[3] = step(c, 0, 0.1, 0);
    if (worst < fmi2Error) s[4] = save(c, &state);
    if (state) s[5] = load(c, state);
    if (worst < fmi2Error) s[6] = step(c, 0.1, 0.1, 0);
    if (state) s[7] = drop(c, &state);
    for (int i = 3; i < 8; i++) {
      if (s[i] > worst) worst = s[i];
    }
    if (reset(c) > worst) worst = fmi2Error;
  }
  return worst;
}

static int one_run(const char *guid, long at)
{
  Make *make = (Make *)dlsym(library, "fmi2Instantiate");
  Free *end = (Free *)dlsym(library, "fmi2FreeInstance");
  fmi2CallbackFunctions functions = {say, calloc, free, NULL, NULL};
  left = at;
  fmi2Component c =
      make("m", fmi2CoSimulation, guid, "file:///none", &functions, 0, 0);
  fmi2Status status = c ? run(c) : fmi2Error;
  if (c) end(c);
  int is_over = left >= 0;
  left = -1;
  if (is_over) return status == fmi2OK ? 0 : 1;
  return FAILED;
}

int main(int n, char **word)
{
  library = n == 3 ? dlopen(word[1], RTLD_NOW) : NULL;
  if (!library) return 2;
  /* what the C library keeps for each thread: without it, it ends all */
  if (one_run(word[2], MOST_RUNS) != 0) return 2;
  for (long at = 0; at < MOST_RUNS; at++) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) _exit(one_run(word[2], at));
    alarm(60);
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) {
      printf("request %ld: %s\n", at, strsignal(WTERMSIG(status)));
      return 1;
    }
    if (WEXITSTATUS(status) == FAILED) continue;
    printf("%ld runs, status %d\n", at, WEXITSTATUS(status));
    return WEXITSTATUS(status);
  }
  return 3;
}
