/* format.c: see format.h. */
#include "format/format.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "format/format_indent.h"

/* Some editors begin a file with it: UTF-8. */
#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

typedef struct Layout {
  Arena *arena;
  const char *bytes, *line_end;
  char *out;
  int n_out, cap_out;
  int line;           /* indentation of the line at hand */
  bool is_line_begun; /* something stands in it */
} Layout;

static void put(Layout *l, const char *bytes, int32_t n)
{
  assert(n >= 0);
  l->out = vector_grow(l->arena, l->out, &l->cap_out, l->n_out + n + 1, 1);
  memcpy(l->out + l->n_out, bytes, (size_t)n);
  l->n_out += n;
}

static void put_blanks(Layout *l, int n)
{
  for (int k = 0; k < n; k++) put(l, " ", 1);
}

/* At most one line stays empty; none does at the beginning of the file. */
static void break_lines(Layout *l, int n_breaks)
{
  if (n_breaks > 2) n_breaks = 2;
  if (l->n_out == 0) n_breaks = 0;
  for (int k = 0; k < n_breaks; k++) {
    put(l, l->line_end, (int32_t)strlen(l->line_end));
  }
  l->is_line_begun = false;
}

static void format_begin_line(Layout *l, int indent)
{
  assert(!l->is_line_begun && indent >= 0);
  put_blanks(l, indent);
  l->line = indent;
  l->is_line_begun = true;
}

/* All comments before a token; breaks before the token itself: *n_breaks. What
 * stands after a comment of its own is as it was written. True: there was one
 * in the token's line. */
static bool put_comments(Layout *l, const FormatIndent *f, int32_t from,
                         int32_t to, int *n_breaks)
{
  FormatGap gap = {l->bytes, from, to};
  FormatComment c;
  bool must_break = false, is_before = false;
  while (format_gap_next(&gap, &c)) {
    int breaks = c.n_breaks > 0 || !must_break ? c.n_breaks : 1;
    if (breaks > 0) break_lines(l, breaks);
    if (!l->is_line_begun)
      format_begin_line(l, format_indent_of_comment(f));
    else
      put_blanks(l, c.n_blanks > 0 || !c.ends_a_line ? c.n_blanks : 1);
    put(l, l->bytes + c.begin, c.end - c.begin);
    must_break = c.ends_a_line;
    is_before = !must_break;
  }
  *n_breaks = c.n_breaks > 0 || !must_break ? c.n_breaks : 1;
  if (is_before && *n_breaks == 0 && c.n_blanks > 0) put_blanks(l, 1);
  return is_before && *n_breaks == 0;
}

static const char *line_end_of(const SourceText *text)
{
  const char *first = strchr(text->bytes, '\n');
  return first && first > text->bytes && first[-1] == '\r' ? "\r\n" : "\n";
}

static void put_token(Layout *l, const FormatTokens *tokens, FormatIndent *f,
                      int k)
{
  const FormatToken *t = &tokens->token[k];
  int n_breaks;
  int32_t from = k > 0 ? t[-1].end : 0;
  FormatContext context = format_indent_context(f);
  bool after_comment = put_comments(l, f, from, t->begin, &n_breaks);
  if (t->kind == TOKEN_END_OF_FILE) return;
  if (n_breaks > 0) break_lines(l, n_breaks);
  if (!l->is_line_begun)
    format_begin_line(l, format_indent_of(f, k));
  else if (!after_comment && k > 0 && format_blank(&t[-1], t, context))
    put_blanks(l, 1);
  put(l, l->bytes + t->begin, t->end - t->begin);
  format_indent_pass(f, k, l->line);
}

FormattedText format_source(Session *s, int source, Arena *arena)
{
  const SourceText *text = s->source[source];
  FormatTokens tokens = format_tokens(s, source, arena);
  FormatIndent indent = format_indent_begin(&tokens, arena);
  Layout l = {
      .arena = arena, .bytes = text->bytes, .line_end = line_end_of(text)};
  bool has_mark = strncmp(text->bytes, BYTE_ORDER_MARK, 3) == 0;
  for (int k = 0; k < tokens.n_tokens; k++) put_token(&l, &tokens, &indent, k);
  if (l.is_line_begun) break_lines(&l, 1);
  const char *made = arena_printf(
      arena, "%s%.*s", has_mark ? BYTE_ORDER_MARK : "", l.n_out, l.out);
  return (FormattedText){made, (int32_t)strlen(made)};
}

/* --- the same? --- */

static bool same_bytes(const SourceText *a, int32_t a_begin, int32_t a_end,
                       const SourceText *b, int32_t b_begin, int32_t b_end)
{
  return a_end - a_begin == b_end - b_begin &&
         memcmp(a->bytes + a_begin, b->bytes + b_begin,
                (size_t)(a_end - a_begin)) == 0;
}

static bool same_comments(const SourceText *a, FormatGap of_a,
                          const SourceText *b, FormatGap of_b)
{
  FormatComment c, d;
  for (;;) {
    bool more = format_gap_next(&of_a, &c);
    if (format_gap_next(&of_b, &d) != more) return false;
    if (!more) return true;
    if (!same_bytes(a, c.begin, c.end, b, d.begin, d.end)) return false;
  }
}

bool format_is_same(Session *s, int source, int other)
{
  assert(source >= 0 && source < s->n_sources && other < s->n_sources);
  Arena *scratch = session_scratch(s);
  ArenaMark mark = arena_mark(scratch);
  const SourceText *a = s->source[source], *b = s->source[other];
  FormatTokens left = format_tokens(s, source, scratch);
  FormatTokens right = format_tokens(s, other, scratch);
  bool same = left.n_tokens == right.n_tokens;
  int32_t a_from = 0, b_from = 0;
  for (int k = 0; same && k < left.n_tokens; k++) {
    const FormatToken *t = &left.token[k], *u = &right.token[k];
    same = t->kind == u->kind &&
           same_bytes(a, t->begin, t->end, b, u->begin, u->end) &&
           same_comments(a, (FormatGap){a->bytes, a_from, t->begin}, b,
                         (FormatGap){b->bytes, b_from, u->begin});
    a_from = t->end;
    b_from = u->end;
  }
  arena_release(mark);
  return same;
}
