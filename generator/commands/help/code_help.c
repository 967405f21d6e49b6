/* code_help.c: one section out of diagnostics.md, and rows of rules.md. */
#define _DEFAULT_SOURCE /* the window size of a terminal */
#include "commands/help/code_help.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>

#include "base/warning_word.h"
#include "emit/package/data_folder.h"
#include "emit/text/read_file.h"

void code_help_list(FILE *out)
{
  for (int i = 0; i < N_DIAGNOSTIC_CODES; i++) {
    DiagnosticCode code = (DiagnosticCode)i;
    const char *word = warning_word(code);
    fprintf(out, "%s  %s", diagnostic_code_name(code),
            diagnostic_code_title(code));
    if (word) fprintf(out, " [%s]", word);
    fputc('\n', out);
  }
}

/* --- the section --- */

static size_t line_length(const char *line)
{
  assert(*line); /* a loop over lines goes on */
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

static int terminal_width(FILE *out)
{
  struct winsize size;
  int width = 80;
  if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) {
    width = size.ws_col < 100 ? size.ws_col : 100;
  }
  return width;
}

/* Fills lines with the words of a paragraph. */
typedef struct Filler {
  FILE *out;
  int width, column;
} Filler;

/* Characters, not bytes; `code` loses its marks. */
static int word_width(const char *word, size_t n)
{
  int width = 0;
  for (size_t i = 0; i < n; i++) {
    width += word[i] != '`' && ((unsigned char)word[i] & 0xC0) != 0x80;
  }
  return width;
}

static void code_help_put_word(Filler *f, const char *word, size_t n)
{
  assert(n > 0 && f->column >= 0);
  int width = word_width(word, n);
  if (f->column > 0) {
    bool fits = f->column + 1 + width <= f->width;
    fputc(fits ? ' ' : '\n', f->out);
    f->column = fits ? f->column + 1 : 0;
  }
  for (size_t i = 0; i < n; i++) {
    if (word[i] != '`') fputc(word[i], f->out);
  }
  f->column += width;
}

static void end_paragraph(Filler *f)
{
  if (f->column > 0) fputc('\n', f->out);
  f->column = 0;
}

/* One line of prose; an empty one ends the paragraph. */
static void put_prose(Filler *f, const char *line, size_t n)
{
  size_t i = 0;
  while (i < n) {
    size_t length = strcspn(line + i, " \n");
    if (length > 0) code_help_put_word(f, line + i, length);
    i += length + 1;
  }
  if (n <= 1) {
    end_paragraph(f);
    fputc('\n', f->out);
  }
}

static void put_section(FILE *out, const char *section)
{
  assert(strncmp(section, "## ", 3) == 0);
  Filler f = {out, terminal_width(out), 0};
  const char *line = section + 3; /* after "## " */
  bool is_code = false;
  do {
    size_t n = line_length(line);
    if (strncmp(line, "```", 3) == 0)
      is_code = !is_code;
    else if (is_code)
      fprintf(out, "%s%.*s", n > 1 ? "    " : "", (int)n, line);
    else
      put_prose(&f, line, n);
    line += n;
  } while (*line && (is_code || strncmp(line, "## ", 3) != 0));
  end_paragraph(&f);
}

/* --- the rules --- */

/* "| 4.6 | A record has no equations. | `E241` |": one column, its ends cut. */
static size_t rule_column(const char *line, int column, const char **text)
{
  const char *at = line;
  for (int k = 0; k <= column; k++) {
    at = strchr(at, '|');
    if (!at) return 0;
    at++;
  }
  while (*at == ' ') at++;
  size_t n = strcspn(at, "|\n");
  while (n > 0 && at[n - 1] == ' ') n--;
  *text = at;
  return n;
}

static bool is_rule_of(const char *line, const char *code)
{
  const char *codes;
  size_t n = line[0] == '|' ? rule_column(line, 2, &codes) : 0;
  size_t length = strlen(code);
  for (size_t i = 0; i + length <= n; i++) {
    if (strncmp(codes + i, code, length) == 0) return true;
  }
  return false;
}

static void put_rules(FILE *out, const char *page, const char *code)
{
  bool is_first = true;
  for (const char *line = page; *line; line += line_length(line)) {
    const char *section = NULL, *rule = NULL;
    if (!is_rule_of(line, code)) continue;
    if (is_first)
      fputs("\nRules of the Modelica Language Specification 3.6:\n", out);
    is_first = false;
    int n_section = (int)rule_column(line, 0, &section);
    int n_rule = (int)rule_column(line, 1, &rule);
    fprintf(out, "  %-*.*s %.*s\n", 8, n_section, section, n_rule, rule);
  }
}

/* --- the whole --- */

static bool read_page(Session *s, const char *name, FileBytes *page)
{
  const char *folder = data_folder_find(s);
  if (!folder) return false;
  const char *path = arena_printf(s->session_arena, "%s/%s", folder, name);
  if (read_file(s->session_arena, path, page)) return true;
  diagnostic_file_error(s, path, E504, "the file cannot be read: %s",
                        strerror(errno));
  return false;
}

bool code_help_print(Session *s, FILE *out, DiagnosticCode code)
{
  FileBytes page, rules;
  const char *name = diagnostic_code_name(code);
  if (!read_page(s, "diagnostics.md", &page)) return false;
  if (!read_page(s, "rules.md", &rules)) return false;
  const char *section = find_section(page.bytes, name);
  if (!section) {
    diagnostic_error(s, NO_SPAN, E504, "diagnostics.md has nothing about %s",
                     name);
    return false;
  }
  put_section(out, section);
  put_rules(out, rules.bytes, name);
  return true;
}
