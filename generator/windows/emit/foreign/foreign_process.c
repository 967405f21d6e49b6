/* foreign_process.c: emit/foreign/foreign_process.h on Windows. */
#include "emit/foreign/foreign_process.h"

#include <assert.h>

#include "base/system/confine.h"
#include "windows/process.h"

/* A job inside of that of all processes. */
static HANDLE limited_job(const ForeignProcess *p)
{
  HANDLE job = CreateJobObjectA(NULL, NULL);
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_PROCESS_MEMORY |
                                            JOB_OBJECT_LIMIT_ACTIVE_PROCESS |
                                            JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  limits.BasicLimitInformation.ActiveProcessLimit = (DWORD)p->processes;
  limits.ProcessMemoryLimit = (SIZE_T)p->megabytes * 1000000;
  SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits,
                          sizeof limits);
  return job;
}

const char *foreign_process(Arena *arena, ForeignProcess *p)
{
  assert(p->program && p->input && p->output);
  const char *word[] = {arena_printf(arena, "%s.exe", p->program), p->input,
                        p->output, NULL};
  p->missing = CONFINE_FILES | CONFINE_NETWORK | CONFINE_CALLS;
  HANDLE nothing = process_file("/dev/null", false);
  HANDLE errors = GetStdHandle(STD_ERROR_HANDLE);
  HANDLE process =
      process_start(word, NULL, &(ProcessFiles){nothing, errors, errors});
  if (nothing) CloseHandle(nothing);
  if (!process) return "no process can be started";
  HANDLE job = limited_job(p);
  AssignProcessToJobObject(job, process);
  bool in_time =
      WaitForSingleObject(process, (DWORD)p->seconds * 1000) == WAIT_OBJECT_0;
  if (!in_time) TerminateProcess(process, 1);
  DWORD status = process_end(process);
  CloseHandle(job);
  if (!in_time) {
    return arena_printf(arena,
                        "it does not return within %d seconds "
                        "(--limit external-seconds)",
                        p->seconds);
  }
  const char *crash = process_crash(status);
  if (crash) return arena_printf(arena, "it crashed: %s", crash);
  return status == 0 ? NULL
                     : arena_printf(arena, "it ends the program with status %d",
                                    (int)status);
}
