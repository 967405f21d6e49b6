/* code_help.c: one section out of diagnostics.md. */
#include "commands/code_help.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "emit/data_folder.h"
#include "emit/read_file.h"

DiagnosticCode code_help_find(const char *word)
{
  char code[8];
  size_t n = strlen(word);
  if (n != 4) return diagnostic_code_find(word);
  for (size_t i = 0; i <= n; i++) code[i] = (char)toupper(word[i]);
  return diagnostic_code_find(code);
}

void code_help_list(FILE *out)
{
  for (int i = 0; i < N_DIAGNOSTIC_CODES; i++) {
    DiagnosticCode code = (DiagnosticCode)i;
    fprintf(out, "%s  %s\n", diagnostic_code_name(code),
            diagnostic_code_title(code));
  }
}

/* --- the section --- */

static size_t line_length(const char *line)
{
  size_t n = strcspn(line, "\n");
  return n + (line[n] == '\n');
}

static bool is_heading_of(const char *line, const char *name)
{
  return strncmp(line, "## ", 3) == 0 &&
         strncmp(line + 3, name, strlen(name)) == 0;
}

/* The line of the heading, NULL if there is none. */
static const char *find_section(const char *page, const char *name)
{
  for (const char *line = page; *line; line += line_length(line)) {
    if (is_heading_of(line, name)) return line;
  }
  return NULL;
}

/* Marks of the page that a terminal does not need: `code`. */
static void put_line(FILE *out, const char *line, size_t n, bool is_code)
{
  if (is_code && n > 1) fputs("    ", out);
  for (size_t i = 0; i < n; i++) {
    if (is_code || line[i] != '`') fputc(line[i], out);
  }
}

static void put_section(FILE *out, const char *section)
{
  const char *line = section + 3; /* behind "## " */
  bool is_code = false;
  do {
    size_t n = line_length(line);
    if (strncmp(line, "```", 3) == 0)
      is_code = !is_code;
    else
      put_line(out, line, n, is_code);
    line += n;
  } while (*line && (is_code || strncmp(line, "## ", 3) != 0));
}

bool code_help_print(Session *s, FILE *out, DiagnosticCode code)
{
  const char *folder = data_folder_find(s);
  if (!folder) return false;
  const char *path =
      arena_printf(s->session_arena, "%s/diagnostics.md", folder);
  FileBytes page;
  if (!read_file(s->session_arena, path, &page)) {
    diagnostic_file_error(s, path, E504, "the file cannot be read: %s",
                          strerror(errno));
    return false;
  }
  const char *section = find_section(page.bytes, diagnostic_code_name(code));
  if (!section) {
    diagnostic_file_error(s, path, E504, "the page has nothing about %s",
                          diagnostic_code_name(code));
    return false;
  }
  put_section(out, section);
  return true;
}
