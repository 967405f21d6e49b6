/* watch_child.c: commands/watch/watch_child.h on Windows. */
#include "commands/watch/watch_child.h"

#include <assert.h>

#include "commands/options/options.h"
#include "windows/process.h"

bool watch_child_start(WatchChild *child, const char *const *word,
                       const char *output, const char *errors)
{
  assert(child->process == 0 && word[0]);
  HANDLE own[2] = {output ? process_file(output, true) : NULL,
                   errors ? process_file(errors, true) : NULL};
  ProcessFiles files = {GetStdHandle(STD_INPUT_HANDLE),
                        own[0] ? own[0] : GetStdHandle(STD_OUTPUT_HANDLE),
                        own[1] ? own[1] : GetStdHandle(STD_ERROR_HANDLE)};

  HANDLE process = process_start(word, NULL, &files);
  for (int k = 0; k < 2; k++) {
    if (own[k]) CloseHandle(own[k]);
  }
  child->process = (intptr_t)process;
  return process != NULL;
}

bool watch_child_has_ended(WatchChild *child)
{
  HANDLE process = (HANDLE)child->process;
  if (!process) return true;
  if (WaitForSingleObject(process, 0) != WAIT_OBJECT_0) return false;
  child->process = 0;
  DWORD status = process_end(process);
  child->status = status <= EXIT_INTERRUPTED ? (int)status : EXIT_INTERNAL;
  return true;
}

/* Ctrl-C reaches all programs of a console at once; there is no other way to
 * ask one of them. */
void watch_child_stop(WatchChild *child, bool is_interrupt)
{
  HANDLE process = (HANDLE)child->process;
  if (!process) return;
  DWORD patience = is_interrupt ? 5000 : 0;
  if (WaitForSingleObject(process, patience) != WAIT_OBJECT_0)
    TerminateProcess(process, EXIT_INTERRUPTED);
  process_end(process);
  child->process = 0;
}
