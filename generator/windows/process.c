/* process.c: CreateProcess(), its quotes and its job. */
#include "windows/process.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "windows/posix/posix.h"

enum { LONGEST_COMMAND = 32767 };

/* --- words --- */

/* As the C library of the other program takes them apart: backslashes are
 * doubled where a quote follows. */
static char *put_word(char *to, const char *word)
{
  bool is_plain = *word && !strpbrk(word, " \t\n\v\"");
  if (!is_plain) *to++ = '"';
  for (;; word++) {
    size_t n = strspn(word, "\\");
    bool is_before_quote = word[n] == '"' || (!word[n] && !is_plain);
    memset(to, '\\', is_before_quote ? 2 * n : n);
    to += is_before_quote ? 2 * n : n;
    word += n;
    if (!*word) break;
    if (*word == '"') *to++ = '\\';
    *to++ = *word;
  }
  if (!is_plain) *to++ = '"';
  return to;
}

/* NULL: too long. The program is called by its path: backslashes. */
static char *command_line(const char *const *word)
{
  size_t size = 1;
  for (int k = 0; word[k]; k++) size += 2 * strlen(word[k]) + 3;
  char *line = malloc(size), *to = line;
  if (!line) return NULL;
  for (int k = 0; word[k]; k++) {
    if (k > 0) *to++ = ' ';
    to = put_word(to, word[k]);
  }
  *to = '\0';
  if (to - line < LONGEST_COMMAND) return line;
  free(line);
  SetLastError(ERROR_FILENAME_EXCED_RANGE);
  return NULL;
}

/* --- start --- */

/* One for the life of the program; the last handle closes with it. */
static HANDLE common_job(void)
{
  static HANDLE job;
  if (job) return job;
  job = CreateJobObjectA(NULL, NULL);
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits,
                          sizeof limits);
  return job;
}

static HANDLE process_start_line(char *line, const char *folder,
                                 const ProcessFiles *files)
{
  STARTUPINFOA start = {.cb = sizeof start,
                        .dwFlags = STARTF_USESTDHANDLES,
                        .hStdInput = files->input,
                        .hStdOutput = files->output,
                        .hStdError = files->errors};
  PROCESS_INFORMATION made;
  fflush(NULL);
  if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, CREATE_SUSPENDED, NULL,
                      folder, &start, &made)) {
    return NULL;
  }
  AssignProcessToJobObject(common_job(), made.hProcess);
  ResumeThread(made.hThread);
  CloseHandle(made.hThread);
  return made.hProcess;
}

HANDLE process_start(const char *const *word, const char *folder,
                     const ProcessFiles *files)
{
  assert(word[0]);
  char *line = command_line(word);
  HANDLE process = line ? process_start_line(line, folder, files) : NULL;
  free(line);
  return process;
}

HANDLE process_start_again(const ProcessFiles *files)
{
  char *line = _strdup(GetCommandLineA());
  HANDLE process = line ? process_start_line(line, NULL, files) : NULL;
  free(line);
  return process;
}

/* --- files --- */

HANDLE process_file(const char *path, bool to_write)
{
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  HANDLE file =
      CreateFileA(posix_path(path), to_write ? GENERIC_WRITE : GENERIC_READ,
                  FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                  to_write ? CREATE_ALWAYS : OPEN_EXISTING, 0, NULL);
  return file == INVALID_HANDLE_VALUE ? NULL : file;
}

bool process_pipe(HANDLE *read_end, HANDLE *write_end)
{
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  return CreatePipe(read_end, write_end, &inherited, 1 << 16) &&
         SetHandleInformation(*read_end, HANDLE_FLAG_INHERIT, 0);
}

/* --- end --- */

DWORD process_end(HANDLE process)
{
  DWORD status = 1;
  WaitForSingleObject(process, INFINITE);
  GetExitCodeProcess(process, &status);
  CloseHandle(process);
  return status;
}

const char *process_crash(DWORD status)
{
  switch (status) {
  case STATUS_ACCESS_VIOLATION: return "Access violation";
  case STATUS_STACK_OVERFLOW: return "Stack overflow";
  case STATUS_INTEGER_DIVIDE_BY_ZERO: return "Integer division by zero";
  case STATUS_ILLEGAL_INSTRUCTION: return "Illegal instruction";
  case STATUS_PRIVILEGED_INSTRUCTION: return "Privileged instruction";
  case 0xC0000374: return "Damaged heap";
  default: return status >= 0xC0000000 ? "an exception of Windows" : NULL;
  }
}
