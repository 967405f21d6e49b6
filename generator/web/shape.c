/* shape.c: reads shapes, checks their names, writes them for the page. */
#include "web/shape.h"

#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text/decimal_text.h"
#include "base/text/json_text.h"
#include "parse/parse.h"

typedef struct ShapeKind {
  const char *name, *use;
  int n_numbers;
} ShapeKind;

static const ShapeKind shape_kinds[] = {{"line", "line(x1, y1, x2, y2)", 4},
                                        {"point", "point(x, y)", 2},
                                        {"circle", "circle(x, y, radius)", 3}};
enum { N_SHAPE_KINDS = sizeof shape_kinds / sizeof shape_kinds[0] };

/* --- reading --- */

static const ShapeKind *find_shape_kind(Session *s, const AstExpr *e)
{
  const char *name = NULL;
  if (e->kind == AST_CALL && e->reference->n_parts == 1)
    name = e->reference->part[0].ident;
  Suggestion near = suggest_for(s, name ? name : "");
  for (int k = 0; name && k < N_SHAPE_KINDS; k++) {
    if (strcmp(name, shape_kinds[k].name) == 0) return &shape_kinds[k];
    suggest_offer(&near, shape_kinds[k].name);
  }
  Diagnostic *d =
      diagnostic_error(s, e->span, E508, "this is no shape that can be drawn%s",
                       name ? suggest_text(s, &near) : "");
  for (int k = 0; k < N_SHAPE_KINDS; k++)
    diagnostic_note(s, d, NO_SPAN, "a shape is %s", shape_kinds[k].use);
  return NULL;
}

static bool shape_has_names(Session *s, const FmuDescription *d,
                            const Invariant *number)
{
  for (int k = 0; k < number->n_names; k++) {
    const InvariantName *name = &number->name[k];
    int found = description_find(d, name->text);
    if (found >= 0 && d->variable[found].type != FMU_STRING) continue;
    Suggestion near = suggest_for(s, name->text);
    for (int i = 0; i < d->n_variables; i++)
      suggest_offer(&near, d->variable[i].name);
    diagnostic_error(s, name->span, E605, "no variable '%s' in %s%s",
                     name->text, d->model_name, suggest_text(s, &near));
    return false;
  }
  return true;
}

bool shape_read(Session *s, const char *where, const char *text,
                const FmuDescription *d, Shape *shape)
{
  int source = session_add_source(s, where, text, (int32_t)strlen(text));
  const AstExpr *root = parse_expression_source(s, source);
  const ShapeKind *kind = root ? find_shape_kind(s, root) : NULL;
  if (!kind) return false;
  if (root->n_args != kind->n_numbers || root->n_named + root->n_iterators) {
    diagnostic_error(s, root->span, E508, "%s has %d numbers: %s", kind->name,
                     kind->n_numbers, kind->use);
    return false;
  }
  assert(kind->n_numbers <= SHAPE_MOST_NUMBERS);
  *shape = (Shape){.kind = kind->name, .n_numbers = kind->n_numbers};
  for (int k = 0; k < kind->n_numbers; k++) {
    shape->number[k] = invariant_of(s, root->arg[k]);
    if (!shape->number[k] || !shape_has_names(s, d, shape->number[k]))
      return false;
  }
  return true;
}

/* --- writing --- */

/* As deep as the parser lets expressions be. */
static void shape_write_number(FILE *out, const Invariant *v, ExprId e)
{
  const ExprNode *n = expr_node(v->exprs, e);
  assert(n->op != EXPR_VAR || n->var.i < v->n_names);
  if (n->op == EXPR_CONST) {
    fputs(decimal_text(n->value, (char[DECIMAL_TEXT_SIZE]){0}, NULL), out);
  } else if (n->op == EXPR_VAR) {
    json_write_string(out, v->name[n->var.i].text);
  } else {
    fputc('[', out);
    json_write_string(out, n->op == EXPR_TIME  ? "time"
                           : n->op == EXPR_NEG ? "neg"
                                               : expr_op_name((ExprOp)n->op));
    for (int k = 0; k < n->n_args; k++) {
      fputc(',', out);
      shape_write_number(out, v, n->arg[k]);
    }
    fputc(']', out);
  }
}

void shape_write(FILE *out, const Shape *shape)
{
  fputc('[', out);
  json_write_string(out, shape->kind);
  for (int k = 0; k < shape->n_numbers; k++) {
    fputc(',', out);
    shape_write_number(out, shape->number[k], shape->number[k]->value);
  }
  fputc(']', out);
}
