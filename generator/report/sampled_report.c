/* sampled_report.c: see sampled_report.h. */
#include "report/sampled_report.h"

#include <assert.h>

#include "reduce/system/system_print.h"
#include "reduce/tapes.h"

enum { MOST_SAMPLED = 20 };

typedef struct SampledItem {
  const char *kind, *text, *reason;
  Span span;
} SampledItem;

static const char *sampled_reason(const ReducedSystem *r, Session *s,
                                  TapeReason reason)
{
  const char *what = NULL;
  switch (reason.lack) {
  case TAPE_LACKS_NOTHING: return NULL;
  case TAPE_OF_LOOP: what = "the unknown of an algebraic loop"; break;
  case TAPE_OF_SET: what = "a variable of a selection set"; break;
  case TAPE_OF_PAST: what = "a delayed value"; break;
  case TAPE_OF_RATE: what = "the derivative of an input"; break;
  case TAPE_OF_FUNCTION: return "it calls a function that is not built in";
  case TAPE_TOO_LONG: return "it is too long";
  }
  assert(what && reason.var.i >= 0);
  return arena_printf(session_scratch(s), "%s is %s",
                      r->sys->var[reason.var.i].name, what);
}

static SampledItem sampled_item(Session *s, const ReducedSystem *r,
                                SampledSource *source, int item)
{
  const System *sys = r->sys;
  SampledItem x = {.span = {.source = -1}};
  x.reason = sampled_reason(r, s, r->tapes.reason[item]);
  if (!x.reason) return x;
  if (item < sys->n_relations) {
    x.kind = "relation";
    x.span = sys->relation[item].span;
  } else if (item < tapes_first_forcing(r)) {
    x.kind = "assertion";
    x.span = sys->assertion[item - sys->n_relations].span;
  } else {
    ExprId e = r->tapes.forcing[item - tapes_first_forcing(r)];
    x.kind = "forcing";
    x.text = system_expr_text(sys, s, e);
    return x;
  }
  x.text = source(s, x.span);
  return x;
}

static int sampled_line(Session *s, Span span)
{
  if (span.source < 0) return 0;
  return source_text_place(session_source(s, span.source), span.begin).line;
}

static int sampled_count(const ReducedSystem *r)
{
  int n = 0;
  for (int k = 0; k < tapes_n_items(r) && r->tapes.reason; k++) {
    n += r->tapes.reason[k].lack != TAPE_LACKS_NOTHING;
  }
  return n;
}

void sampled_report_text(Session *s, const ReducedSystem *r,
                         SampledSource *source, FILE *out)
{
  int n = sampled_count(r), shown = 0;
  if (n == 0) return;
  fputs("\nFollowed by samples alone\n", out);
  fputs("  Between the ends of a step there are no bounds of these:\n", out);
  for (int k = 0; k < tapes_n_items(r) && shown < MOST_SAMPLED; k++) {
    SampledItem x = sampled_item(s, r, source, k);
    if (!x.reason) continue;
    int line = sampled_line(s, x.span);
    fprintf(out, "  %s", x.kind);
    if (line > 0) fprintf(out, " of line %d", line);
    fprintf(out, ": %s   (%s)\n", x.text, x.reason);
    shown++;
  }
  if (n > shown) fprintf(out, "  and %d more\n", n - shown);
}

void sampled_report_json(JsonWriter *w, Session *s, const ReducedSystem *r,
                         SampledSource *source)
{
  json_key(w, "sampled");
  json_array_begin(w);
  int n = sampled_count(r);
  for (int k = 0; n > 0 && k < tapes_n_items(r); k++) {
    SampledItem x = sampled_item(s, r, source, k);
    if (!x.reason) continue;
    json_object_begin(w);
    json_key(w, "kind");
    json_string(w, x.kind);
    json_key(w, "text");
    json_string(w, x.text);
    json_key(w, "line");
    json_int(w, sampled_line(s, x.span));
    json_key(w, "reason");
    json_string(w, x.reason);
    json_object_end(w);
  }
  json_array_end(w);
}
