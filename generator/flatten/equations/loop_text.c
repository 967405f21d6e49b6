/* loop_text.c: see loop_text.h. */
#include "flatten/equations/loop_text.h"

#include <assert.h>

#include "flatten/classes/lookup.h"
#include "flatten/instances/component_family.h"

#define FEWEST_TURNS 4
#define MOST_DEPTH 200 /* of an expression: the walks below are recursive */

LoopText loop_text(const EquationContext *here, const AstEquation *loop)
{
  assert(loop->n_iterators > 0);
  return (LoopText){.here = here,
                    .number = loop->iterator[loop->n_iterators - 1].name};
}

bool loop_text_has_turns(const Value *range)
{
  return range->kind == VALUE_RANGE && range->type == FLAT_INTEGER &&
         range->rank == 1 && range->n_elements >= FEWEST_TURNS;
}

static bool loop_text_is_number(const LoopText *look, const AstReference *name)
{
  return name->part[0].ident == look->number;
}

/* Sums and differences of integers and names; *has_number: of the loop too. */
static bool is_affine(const LoopText *look, const AstExpr *e, int depth,
                      bool *has_number)
{
  if (!e || depth > MOST_DEPTH) return false;
  switch (e->kind) {
  case AST_INTEGER: return true;
  case AST_REFERENCE:
    if (e->reference->n_parts != 1) return false;
    if (e->reference->part[0].n_subscripts > 0) return false;
    if (loop_text_is_number(look, e->reference)) *has_number = true;
    return true;
  case AST_BINARY:
    if (e->op != AST_ADD && e->op != AST_SUB) return false;
    return is_affine(look, e->arg[0], depth + 1, has_number) &&
           is_affine(look, e->arg[1], depth + 1, has_number);
  case AST_REAL:
  case AST_STRING:
  case AST_FALSE:
  case AST_TRUE:
  case AST_END:
  case AST_COLON:
  case AST_UNARY:
  case AST_IF:
  case AST_RANGE:
  case AST_CALL:
  case AST_PARTIAL:
  case AST_ARRAY:
  case AST_MATRIX:
  case AST_TUPLE:
  case AST_SUBSCRIPTED: break;
  }
  return false;
}

static bool has_affine_subscripts(const LoopText *look, const AstNamePart *part,
                                  bool *has_number)
{
  for (int i = 0; i < part->n_subscripts; i++) {
    if (!is_affine(look, part->subscript[i].expr, 0, has_number)) return false;
  }
  return true;
}

bool loop_text_is_regular_reference(LoopText *look, const AstReference *name,
                                    bool *has_number)
{
  *has_number = false;
  if (loop_text_is_number(look, name)) return false;
  for (int i = 0; i < name->n_parts; i++) {
    if (!has_affine_subscripts(look, &name->part[i], has_number)) return false;
  }
  look->n_references += *has_number;
  return true;
}

static bool is_regular_name(LoopText *look, const AstReference *name)
{
  bool has_number;
  return loop_text_is_regular_reference(look, name, &has_number);
}

/* der() and functions of one number, unless the model has its own. */
static bool is_elementary(const LoopText *look, const AstReference *name)
{
  const EquationContext *here = look->here;
  FlatFunction function;
  if (name->n_parts != 1 || name->leading_dot ||
      name->part[0].n_subscripts > 0 ||
      !flat_function_find(name->part[0].ident, &function)) {
    return false;
  }
  const FlatFunctionRow *row = flat_function(function);
  bool is_known = row->is_smooth && row->rule == FLAT_RULE_REAL;
  if (!is_known && function != FLAT_DER) return false;
  Found own =
      lookup_simple(here->f->lookup, here->context, name->part[0].ident);
  return own.kind == FOUND_NOTHING;
}

static bool loop_text_expr_is_regular(LoopText *look, const AstExpr *e,
                                      int depth);

static bool are_regular(LoopText *look, const AstExpr *e, int depth)
{
  for (int i = 0; i < e->n_args; i++) {
    if (!loop_text_expr_is_regular(look, e->arg[i], depth + 1)) return false;
  }
  return true;
}

/* Exponents decide about more than a value. */
static bool is_regular_operator(LoopText *look, const AstExpr *e, int depth)
{
  if (e->op > AST_POW) return false;
  bool is_power = e->op == AST_POW;
  return (!is_power || e->arg[1]->kind == AST_INTEGER) &&
         are_regular(look, e, depth);
}

static bool loop_text_expr_is_regular(LoopText *look, const AstExpr *e,
                                      int depth)
{
  if (!e || depth > MOST_DEPTH) return false;
  switch (e->kind) {
  case AST_REAL:
  case AST_INTEGER: return true;
  case AST_REFERENCE: return is_regular_name(look, e->reference);
  case AST_UNARY: return e->op == AST_MINUS && are_regular(look, e, depth);
  case AST_BINARY: return is_regular_operator(look, e, depth);
  case AST_CALL:
    return e->n_named == 0 && e->n_iterators == 0 &&
           is_elementary(look, e->reference) && are_regular(look, e, depth);
  case AST_STRING:
  case AST_FALSE:
  case AST_TRUE:
  case AST_END:
  case AST_COLON:
  case AST_IF:
  case AST_RANGE:
  case AST_PARTIAL:
  case AST_ARRAY:
  case AST_MATRIX:
  case AST_TUPLE:
  case AST_SUBSCRIPTED: break;
  }
  return false;
}

bool loop_text_is_regular(LoopText *look, const AstExpr *e)
{
  return loop_text_expr_is_regular(look, e, 0);
}

/* --- what moves --- */

/* Does every subscript stay inside of its dimension up to the last turn? */
static bool stays_inside(int n_turns, const Instance *array, int element,
                         int next)
{
  assert(element >= 0 && element < array->n_elements &&
         next < array->n_elements);
  for (int i = array->rank - 1; i >= 0; i--) {
    int size = array->dim[i];
    int64_t at = element % size, step = next % size - at;
    int64_t last = at + step * (n_turns - 1);
    if (last < 0 || last >= size) return false;
    element /= size;
    next /= size;
  }
  return true;
}

/* From turn 0 on, by as much as in turn 1. */
static bool stays_alike(const FlatModel *flat, int n_turns, FlatVarId first,
                        int step)
{
  const FlatVar *var = &flat->var[first.i];
  for (int turn = 2; turn < n_turns; turn++) {
    const FlatVar *other = &var[(ptrdiff_t)turn * step];
    if (other->variability != var->variability) return false;
  }
  return true;
}

bool loop_text_moves(const Flattening *f, int n_turns, FlatVarId first,
                     FlatVarId next)
{
  assert(first.i != next.i);
  int element, other;
  const ComponentFamily *family = component_family_of(f, first, &element);
  int step = next.i - first.i;
  if (family && component_family_of(f, next, &other) == family &&
      other != element) {
    return step % family->variable.n == 0 &&
           stays_inside(n_turns, family->array, element, other) &&
           stays_alike(f->flat, n_turns, first, step);
  }
  const Variable *a = &f->tables->variable[first.i],
                 *b = &f->tables->variable[next.i];
  return a->instance && a->instance == b->instance &&
         stays_inside(n_turns, a->instance, a->element, b->element);
}
