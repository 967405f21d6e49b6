/* tool.c: see tool.h. */
#include "emit/package/tool.h"

#include <assert.h>
#include <string.h>

#include "base/system/bounded_child.h"
#include "base/text/path.h"
#include "base/vector.h"
#include "emit/package/tool_start.h"
#include "emit/text/read_file.h"

#define LONGEST_OUTPUT 4096
#define LOG_LINES 12 /* shown to the user */

/* --- words --- */

void tool_add(Tool *tool, const char *word)
{
  tool->word =
      vector_grow(session_scratch(tool->s), tool->word, &tool->cap_words,
                  tool->n_words + 1, sizeof tool->word[0]);
  tool->word[tool->n_words++] = word;
}

void tool_add_words(Tool *tool, const char *text)
{
  for (;;) {
    text += strspn(text, " \t");
    if (!*text) return;
    bool is_quoted = *text == '"';
    text += is_quoted;
    size_t n = strcspn(text, is_quoted ? "\"" : " \t");
    tool_add(tool, arena_copy_text(session_scratch(tool->s), text, n));
    text += n + (is_quoted && text[n]);
  }
}

bool tool_can_run(Session *s, const char *name)
{
  return tool_find(s, name) != NULL;
}

/* --- running --- */

const char *tool_output(Tool *tool)
{
  assert(tool->n_words > 0 && tool->folder);
  char *text = arena_alloc(session_scratch(tool->s), LONGEST_OUTPUT + 1);
  tool_add(tool, NULL);
  return tool_listen(tool, text, LONGEST_OUTPUT) ? text : NULL;
}

/* A limit that it has met, as far as can be told. */
static void tool_note_limits(const Tool *tool, Diagnostic *d, const char *log,
                             int status)
{
  if (status == BOUNDED_CHILD_LATE) {
    diagnostic_note(tool->s, d, NO_SPAN,
                    "it was ended after %.0f seconds (--limit %s-seconds)",
                    tool->seconds, tool->limits);
  } else if (tool->megabytes > 0 &&
             (strstr(log, " memory") || strstr(log, "bad_alloc"))) {
    diagnostic_note(tool->s, d, NO_SPAN,
                    "it has at most %.0f MB of memory (--limit %s-memory)",
                    tool->megabytes, tool->limits);
  }
}

static void tool_report_failure(const Tool *tool, const char *what, int status)
{
  FileBytes log;
  Arena *arena = session_scratch(tool->s);
  const char *path = arena_printf(arena, "%s/" TOOL_LOG, tool->folder);
  Diagnostic *d = diagnostic_error(tool->s, NO_SPAN, E503, "%s %s failed", what,
                                   tool->word[0]);
  if (!tool_can_run(tool->s, tool->word[0])) {
    diagnostic_note(tool->s, d, NO_SPAN, "it is not in PATH");
    return;
  }
  if (!read_file(arena, path, &log)) return;
  tool_note_limits(tool, d, log.bytes, status);
  const char *at = log.bytes;
  for (int k = 0; k < LOG_LINES && *at; k++) {
    size_t n = strcspn(at, "\n");
    diagnostic_note(tool->s, d, NO_SPAN, "%.*s", (int)n, at);
    at += n;
    if (*at) at++;
  }
}

bool tool_run(Tool *tool, const char *what)
{
  assert(tool->n_words > 0 && tool->folder && path_is_absolute(tool->folder));
  tool_add(tool, NULL);
  int status = tool_start(tool);
  if (status == 0) return true;
  tool_report_failure(tool, what, status);
  return false;
}
