/* template.c: reads a template and fills its holes. */
#define _POSIX_C_SOURCE 200809L
#include "emit/text/template.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "emit/text/read_file.h"

const char *template_read(Session *s, const char *data_folder, const char *name)
{
  const char *path =
      arena_printf(s->session_arena, "%s/templates/%s", data_folder, name);
  FileBytes file;
  if (!read_file(s->session_arena, path, &file)) {
    diagnostic_file_error(s, path, E504, "the template cannot be read: %s",
                          strerror(errno));
    return NULL;
  }
  if (memchr(file.bytes, '\0', file.size)) {
    diagnostic_file_error(s, path, E504, "the template is not text");
    return NULL;
  }
  return file.bytes;
}

/* The length of a hole "@NAME@" at the front of text, 0 if there is none. */
static size_t hole_length(const char *text)
{
  if (text[0] != '@') return 0;
  size_t n = strspn(text + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
  return n > 0 && text[n + 1] == '@' ? n + 2 : 0;
}

static int find_hole(const TemplateHole *holes, int n_holes, const char *name,
                     size_t length)
{
  for (int k = 0; k < n_holes; k++) {
    if (strlen(holes[k].name) == length &&
        memcmp(holes[k].name, name, length) == 0) {
      return k;
    }
  }
  return -1;
}

static void write_hole(const TemplateHole *hole, FILE *out)
{
  assert(hole->write || hole->text);
  if (hole->write) {
    hole->write(hole->context, out);
  } else {
    fputs(hole->text, out);
  }
}

static bool all_used(Session *s, const char *name, const TemplateHole *holes,
                     const bool *used, int n_holes)
{
  for (int k = 0; k < n_holes; k++) {
    if (used[k]) continue;
    diagnostic_file_error(s, name, E504, "the template has no @%s@",
                          holes[k].name);
    return false;
  }
  return true;
}

bool template_write(Session *s, const char *name, const char *text,
                    const TemplateHole *holes, int n_holes, FILE *out)
{
  bool *used = arena_array(s->session_arena, (size_t)n_holes, sizeof used[0]);
  bool line_start = true;
  while (*text) {
    size_t n = hole_length(text);
    if (n == 0) {
      line_start = *text == '\n';
      putc(*text++, out);
      continue;
    }
    int k = find_hole(holes, n_holes, text + 1, n - 2);
    if (k < 0) {
      diagnostic_file_error(s, name, E504, "the template has an unknown %.*s",
                            (int)n, text);
      return false;
    }
    used[k] = true;
    write_hole(&holes[k], out);
    text += n;
    if (line_start && *text == '\n') {
      text++;
    } else {
      line_start = false;
    }
  }
  return all_used(s, name, holes, used, n_holes);
}
