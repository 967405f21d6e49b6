/* tool_start.c: emit/package/tool_start.h on Windows. */
#include "emit/package/tool_start.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "windows/process.h"

/* Its temporary files are removed with its folder. */
static void give_folders(const Tool *tool)
{
  static const char *const name[] = {"TMPDIR", "TMP", "TEMP"};
  for (size_t k = 0; k < sizeof name / sizeof name[0]; k++)
    SetEnvironmentVariableA(name[k], tool->folder);
}

static void take_folders_back(void)
{
  static const char *const name[] = {"TMPDIR", "TMP", "TEMP"};
  for (size_t k = 0; k < sizeof name / sizeof name[0]; k++)
    SetEnvironmentVariableA(name[k], getenv(name[k]));
}

/* The words with the program's whole path first: CreateProcess() looks for
 * programs in other folders than PATH, too. NULL: there is no such program. */
static const char **whole_words(const Tool *tool)
{
  Arena *arena = session_scratch(tool->s);
  const char *program = tool_find(tool->s, tool->word[0]);
  if (!program) return NULL;
  const char **word =
      arena_array(arena, (size_t)tool->n_words + 1, sizeof word[0]);
  for (int k = 0; k < tool->n_words; k++) word[k] = tool->word[k];
  word[0] = program;
  return word;
}

static HANDLE tool_process(const Tool *tool, const char *input, HANDLE output,
                           HANDLE errors)
{
  const char **word = whole_words(tool);
  HANDLE in = process_file(input ? input : "/dev/null", false);
  HANDLE process = NULL;
  if (word && in) {
    give_folders(tool);
    process =
        process_start(word, tool->folder, &(ProcessFiles){in, output, errors});
    take_folders_back();
  }
  if (in) CloseHandle(in);
  return process;
}

int tool_start(const Tool *tool)
{
  assert(tool->n_words > 0 && !tool->word[tool->n_words - 1]);
  Arena *arena = session_scratch(tool->s);
  const char *input =
      tool->input ? arena_printf(arena, "%s/%s", tool->folder, tool->input)
                  : NULL;
  HANDLE log =
      process_file(arena_printf(arena, "%s/" TOOL_LOG, tool->folder), true);
  if (!log) return -1;
  HANDLE process = tool_process(tool, input, log, log);
  CloseHandle(log);
  return process ? (int)process_end(process) : -1;
}

bool tool_listen(const Tool *tool, char *text, size_t size)
{
  HANDLE from, to, nothing = process_file("/dev/null", true);
  text[0] = '\0';
  if (!nothing || !process_pipe(&from, &to)) return false;
  HANDLE process = tool_process(tool, NULL, to, nothing);
  CloseHandle(to);
  CloseHandle(nothing);
  size_t n = 0;
  char more[512];
  DWORD got;
  while (process && ReadFile(from, more, sizeof more, &got, NULL) && got > 0) {
    size_t kept = got < size - n ? got : size - n;
    memcpy(text + n, more, kept);
    n += kept;
  }
  text[n] = '\0';
  CloseHandle(from);
  return process && process_end(process) == 0;
}
