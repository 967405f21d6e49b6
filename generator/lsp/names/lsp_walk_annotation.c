/* lsp_walk_annotation.c: names in annotations (lsp_walk.h). */
#include <assert.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "lsp/names/lsp_walk_inside.h"

bool uses_is_graphical(const AstReference *r)
{
  static const char *const word[] = {
      "Line",        "Polygon",   "Rectangle",     "Ellipse",
      "Text",        "Bitmap",    "DynamicSelect", "LinePattern",
      "FillPattern", "Smooth",    "BorderPattern", "EllipseClosure",
      "Arrow",       "TextStyle", "TextAlignment"};
  if (!r || r->leading_dot || r->n_parts == 0 || !r->part[0].ident)
    return false;
  for (size_t k = 0; k < sizeof word / sizeof word[0]; k++) {
    if (strcmp(word[k], r->part[0].ident) == 0) return true;
  }
  return false;
}

/* --- names in strings --- */

static int32_t uses_identifier_end(const char *text, int32_t at, int32_t end)
{
  if (at < end && isdigit((unsigned char)text[at])) return at;
  while (at < end && (isalnum((unsigned char)text[at]) || text[at] == '_'))
    at++;
  return at;
}

/* A.B.C from `at`; returns where it ends. */
static int32_t uses_link(const WalkPlace *p, int source, int32_t at,
                         int32_t end)
{
  enum { MOST_PARTS = 40 };
  Session *s = p->walk->v->s;
  const char *text = session_source(s, source)->bytes;
  AstReference *r = arena_alloc(s->session_arena, sizeof *r);
  r->part = arena_array(s->session_arena, MOST_PARTS, sizeof r->part[0]);
  while (r->n_parts < MOST_PARTS) {
    int32_t stop = uses_identifier_end(text, at, end);
    if (stop == at) break;
    r->part[r->n_parts++] = (AstNamePart){
        .span = {source, at, stop},
        .ident = session_name_n(s, text + at, (size_t)(stop - at))};
    at = stop;
    if (at + 1 >= end || text[at] != '.') break;
    at++;
  }
  WalkPlace top = {.walk = p->walk};
  for (int k = 0; k < r->n_parts; k++)
    uses_visit(&top, (LspUse){.kind = LSP_USE_PART,
                              .span = r->part[k].span,
                              .name = r->part[k].ident,
                              .reference = r,
                              .part = k,
                              .is_type = true,
                              .is_in_string = true});
  return at;
}

void uses_links(const WalkPlace *p, Span string)
{
  static const char scheme[] = "modelica://";
  int32_t n = (int32_t)sizeof scheme - 1;
  assert(string.source >= 0);
  const char *text = session_source(p->walk->v->s, string.source)->bytes;
  for (int32_t at = string.begin; at + n < string.end; at++) {
    const char *slashes = memchr(text + at, ':', (size_t)(string.end - at));
    if (!slashes) return;
    at = (int32_t)(slashes - text);
    int32_t begin = at + 3 - n;
    if (begin < string.begin ||
        strncasecmp(text + begin, scheme, (size_t)n) != 0)
      continue;
    at = uses_link(p, string.source, at + 3, string.end) - 1;
  }
}

void uses_macros(const WalkPlace *p, Span string)
{
  Session *s = p->walk->v->s;
  assert(string.source >= 0);
  const char *text = session_source(s, string.source)->bytes;
  for (int32_t at = string.begin; at < string.end; at++) {
    if (text[at] != '%') continue;
    if (text[++at] == '{') at++;
    int32_t end = uses_identifier_end(text, at, string.end);
    Name name = session_name_n(s, text + at, (size_t)(end - at));
    if (end > at && strcmp(name, "name") != 0 && strcmp(name, "class") != 0)
      uses_visit(p, (LspUse){.kind = LSP_USE_MEMBER,
                             .span = {string.source, at, end},
                             .name = name,
                             .of = p->here,
                             .is_in_string = true});
    if (end > at) at = end - 1;
  }
}

/* --- annotations --- */

/* uses(Modelica(version = "4.1.0")) */
static void uses_of_libraries(const WalkPlace *p, const AstModification *m)
{
  WalkPlace top = {.walk = p->walk};
  for (int k = 0; m && k < m->n_arguments; k++)
    uses_reference(&top, m->argument[k]->name, true);
}

/* Arguments that modify the class around, as of choice(redeclare A x). */
static void uses_of_class(const WalkPlace *p, const AstModification *m)
{
  for (int k = 0; m && k < m->n_arguments; k++)
    uses_argument(p, m->argument[k], p->here);
  if (m) uses_expr(p, m->value);
}

static void uses_inside_annotation(const WalkPlace *p, const AstModification *m)
{
  for (int k = 0; m && k < m->n_arguments; k++) {
    const AstArgument *a = m->argument[k];
    const char *name = a->kind == AST_MODIFY && a->name && a->name->n_parts > 0
                           ? a->name->part[0].ident
                           : "";
    if (strcmp(name, "uses") == 0)
      uses_of_libraries(p, a->modification);
    else if (strcmp(name, "inverse") == 0 || strcmp(name, "choice") == 0)
      uses_of_class(p, a->modification);
    else
      uses_inside_annotation(p, a->modification);
  }
  if (m) uses_expr(p, m->value);
}

void uses_annotation(const WalkPlace *p, const AstModification *annotation)
{
  WalkPlace inside = *p;
  inside.in_annotation = true;
  uses_inside_annotation(&inside, annotation);
}

void uses_comment(const WalkPlace *p, const AstComment *comment)
{
  if (comment) uses_annotation(p, comment->annotation);
}
