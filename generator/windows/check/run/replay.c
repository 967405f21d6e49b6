/* replay.c: the table that both processes see. */
#include "windows/check/run/replay.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#define REPLAY_VARIABLE "FOUCAULT_CHECK_PART"

enum { MOST_PARTS = 64 };

typedef struct ReplayTable {
  int file, part;
  HANDLE report;
  ChildMark mark[MOST_PARTS];
} ReplayTable;

/* One check runs at a time; processes share nothing else. */
static struct {
  ReplayTable *table;
  HANDLE memory;
  bool is_child;
  int part; /* the next one */
} replay;

static void replay_open_table(void)
{
  const char *word = getenv(REPLAY_VARIABLE);
  replay.is_child = word && word[0];
  if (replay.is_child) {
    replay.memory = (HANDLE)(uintptr_t)strtoull(word, NULL, 10);
  } else {
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    replay.memory =
        CreateFileMappingA(INVALID_HANDLE_VALUE, &inherited, PAGE_READWRITE, 0,
                           sizeof *replay.table, NULL);
  }
  if (replay.memory)
    replay.table = MapViewOfFile(replay.memory, FILE_MAP_ALL_ACCESS, 0, 0, 0);
}

bool replay_file(int file)
{
  if (!replay.table) replay_open_table();
  replay.part = 0;
  if (!replay.table) return true;
  if (replay.is_child) return file == replay.table->file;
  memset(replay.table, 0, sizeof *replay.table);
  replay.table->file = file;
  return true;
}

ReplayPlace replay_next(void)
{
  assert(replay.part < MOST_PARTS);
  ReplayTable *t = replay.table;
  if (!t) return (ReplayPlace){0};
  int part = replay.part++;
  ReplayKind kind = REPLAY_NONE;
  if (replay.is_child) kind = part < t->part ? REPLAY_PASS : REPLAY_THIS;
  if (!replay.is_child) t->part = part;
  return (ReplayPlace){kind, &t->mark[part], t->report};
}

void replay_tell(void *report)
{
  char text[32];
  assert(replay.table && !replay.is_child);
  replay.table->report = report;
  snprintf(text, sizeof text, "%llu",
           (unsigned long long)(uintptr_t)replay.memory);
  SetEnvironmentVariableA(REPLAY_VARIABLE, text);
}
