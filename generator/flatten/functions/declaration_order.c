/* declaration_order.c: see declaration_order.h. */
#include "flatten/functions/declaration_order.h"

#include <assert.h>
#include <string.h>

#include "flatten/functions/function_variables.h"

/* Iterators of an expression: their names mean no variables in it. */
typedef struct Hidden {
  const AstExpr *expr;
  int n; /* the first ones of them */
  const struct Hidden *around;
} Hidden;

typedef struct Ordering {
  const Flattening *f;
  const Components *variables;
  const Hidden *hidden; /* where the walk is; NULL: nothing */
  bool *is_reached;     /* [n_items] */
  bool *is_active;      /* [n_items] values alone, below which the walk is;
                           NULL: sizes too */
  const Instance *cycle;
  Value *const *given; /* [n_items] values that need nothing; NULL: none */
  int *place;       /* [n_items] of the order in the variables; may be NULL */
  Components order; /* its items have room for all */
} Ordering;

static void reach(Ordering *o, int index);

static bool is_hidden(const Ordering *o, Name name)
{
  for (const Hidden *h = o->hidden; h; h = h->around) {
    for (int k = 0; k < h->n; k++) {
      if (h->expr->iterator[k].name == name) return true;
    }
  }
  return false;
}

static void reach_name(Ordering *o, Name name)
{
  if (is_hidden(o, name)) return;
  for (int k = 0; k < o->variables->n_items; k++) {
    if (o->variables->item[k]->name == name) reach(o, k);
  }
}

static void declaration_order_visit(Ordering *o, const AstExpr *expr);

static void visit_all(Ordering *o, AstExpr *const *expr, int n)
{
  for (int k = 0; k < n; k++) declaration_order_visit(o, expr[k]);
}

static void visit_subscripts(Ordering *o, const AstSubscript *subscript, int n)
{
  for (int k = 0; k < n; k++) declaration_order_visit(o, subscript[k].expr);
}

static void visit_reference(Ordering *o, const AstReference *reference)
{
  reach_name(o, reference->part[0].ident);
  for (int k = 0; k < reference->n_parts; k++) {
    visit_subscripts(o, reference->part[k].subscript,
                     reference->part[k].n_subscripts);
  }
}

/* A range may name the iterators before it. */
static void visit_iterators(Ordering *o, const AstExpr *expr)
{
  Hidden inside = {expr, 0, o->hidden};
  o->hidden = &inside;
  for (; inside.n < expr->n_iterators; inside.n++) {
    declaration_order_visit(o, expr->iterator[inside.n].range);
  }
  visit_all(o, expr->arg, expr->n_args);
  assert(o->hidden == &inside);
  o->hidden = inside.around;
}

static bool asks_size(const AstExpr *expr)
{
  return expr->kind == AST_CALL && expr->reference->n_parts == 1 &&
         (strcmp(expr->reference->part[0].ident, "size") == 0 ||
          strcmp(expr->reference->part[0].ident, "ndims") == 0);
}

/* The recursion follows the nesting of the text. */
static void declaration_order_visit(Ordering *o, const AstExpr *expr)
{
  if (!expr) return;
  if (o->is_active && asks_size(expr)) return;
  if (expr->kind == AST_REFERENCE) visit_reference(o, expr->reference);
  if (expr->kind == AST_SUBSCRIPTED) {
    visit_subscripts(o, expr->subscript, expr->n_subscripts);
  }
  for (int k = 0; expr->kind == AST_MATRIX && k < expr->n_rows; k++) {
    visit_all(o, expr->row[k].item, expr->row[k].n_items);
  }
  for (int k = 0; k < expr->n_named; k++)
    declaration_order_visit(o, expr->named[k].value);
  visit_iterators(o, expr);
}

/* What the function itself writes for the fields of its record. */
static void visit_fields(Ordering *o, Instance *variable)
{
  if (variable->broken || variable->rank > 0 || !variable->class_def ||
      instance_is_variable(variable) || function_is_input(variable) ||
      instance_restriction(o->f, variable) == AST_FUNCTION)
    return;
  Components fields = instance_components(o->f, variable);
  for (int k = 0; k < fields.n_items; k++) {
    const Instance *field = fields.item[k];
    const Modifier *m = field->modifier;
    if (m && m->value && m->context.part == variable->context.part)
      declaration_order_visit(o, m->value);
    for (int d = 0; d < field->rank; d++) {
      if (field->dimension[d].context.part == variable->context.part)
        declaration_order_visit(o, field->dimension[d].written->expr);
    }
  }
}

/* The recursion is as deep as variables need each other. */
static void reach(Ordering *o, int index)
{
  assert(index >= 0 && index < o->variables->n_items);
  Instance *variable = o->variables->item[index];
  if (o->is_active && o->is_active[index] && !o->cycle) o->cycle = variable;
  if (o->is_reached[index]) return;
  o->is_reached[index] = true;
  const Hidden *hidden = o->hidden;
  o->hidden = NULL;
  for (int k = 0; !o->is_active && k < variable->rank; k++) {
    declaration_order_visit(o, variable->dimension[k].written->expr);
  }
  bool is_given = o->given && o->given[index];
  if (!o->is_active && !is_given) visit_fields(o, variable);
  if (o->is_active) o->is_active[index] = true;
  if (variable->modifier && function_value_is_own(variable) && !is_given)
    declaration_order_visit(o, variable->modifier->value);
  if (o->is_active) o->is_active[index] = false;
  o->hidden = hidden;
  if (o->place) o->place[o->order.n_items] = index;
  o->order.item[o->order.n_items++] = variable;
}

static void reach_all(Ordering *o, Arena *arena)
{
  size_t n = (size_t)o->variables->n_items;
  o->is_reached = arena_array(arena, n + 1, sizeof o->is_reached[0]);
  o->order.item = arena_array(arena, n + 1, sizeof o->order.item[0]);
  for (int k = 0; k < o->variables->n_items; k++) reach(o, k);
  assert(o->order.n_items == o->variables->n_items);
}

Components declaration_order(const Flattening *f, const Components *variables)
{
  Ordering o = {.f = f, .variables = variables};
  reach_all(&o, f->arena);
  return o.order;
}

const int *declaration_order_of_fields(const Flattening *f,
                                       const Components *fields,
                                       Value *const *given)
{
  Arena *scratch = session_scratch(f->s);
  Ordering o = {.f = f, .variables = fields, .given = given};
  o.place =
      arena_array(scratch, (size_t)fields->n_items + 1, sizeof o.place[0]);
  reach_all(&o, scratch);
  return o.place;
}

const Instance *declaration_cycle(const Flattening *f,
                                  const Components *variables)
{
  Arena *scratch = session_scratch(f->s);
  ArenaMark mark = arena_mark(scratch);
  Ordering o = {.f = f, .variables = variables};
  o.is_active = arena_array(scratch, (size_t)variables->n_items + 1,
                            sizeof o.is_active[0]);
  reach_all(&o, scratch);
  arena_release(mark);
  return o.cycle;
}
