/* included_file.c: lines that begin with #include. */
#define _POSIX_C_SOURCE 200809L
#include "emit/function/included_file.h"

#include <string.h>
#include <unistd.h>

static const char blanks[] = " \t";

/* What stands after #include in a line; NULL: it is another line. */
static const char *include_operand(const char *line)
{
  static const char word[] = "include";
  line += strspn(line, blanks);
  if (*line++ != '#') return NULL;
  line += strspn(line, blanks);
  if (strncmp(line, word, sizeof word - 1) != 0) return NULL;
  line += sizeof word - 1;
  return line + strspn(line, blanks);
}

static const char *file_in_folders(const FunctionTable *functions, Arena *arena,
                                   const char *name, int n)
{
  if (n > 0 && name[0] == '/') return arena_printf(arena, "%.*s", n, name);
  for (int k = 0; k < functions->n_include_folders; k++) {
    const char *path =
        arena_printf(arena, "%s/%.*s", functions->include_folder[k], n, name);
    if (access(path, F_OK) == 0) return path;
  }
  return NULL;
}

static const char *named_file(const FunctionTable *functions, Arena *arena,
                              const char *operand)
{
  if (*operand == '"' || *operand == '<') {
    const char *name = operand + 1;
    size_t n = strcspn(name, *operand == '"' ? "\"\n" : ">\n");
    return file_in_folders(functions, arena, name, (int)n);
  }
  return arena_printf(arena, "%.*s", (int)strcspn(operand, " \t\r\n"), operand);
}

static const char *file_of_text(const FunctionTable *functions, Arena *arena,
                                const char *text)
{
  for (const char *line = text; *line;) {
    const char *operand = include_operand(line);
    const char *file = operand ? named_file(functions, arena, operand) : NULL;
    if (file) return file;
    line += strcspn(line, "\n");
    if (*line) line++;
  }
  return NULL;
}

const char *included_file(const FunctionTable *functions, Arena *arena)
{
  const char *file = NULL;
  for (int i = 0; i < functions->n_includes && !file; i++)
    file = file_of_text(functions, arena, functions->include[i]);
  return file;
}
