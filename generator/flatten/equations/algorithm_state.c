/* algorithm_state.c: see algorithm_state.h. */
#include "flatten/equations/algorithm_state.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/flat/flat_find.h"
#include "flatten/instances/scope.h"

/* --- slots --- */

SlotOf *algorithm_find_slot(const Algorithm *a, FlatVarId variable)
{
  return name_map_find(&a->slots, variable.i, a->no_name);
}

int algorithm_slot(const Algorithm *a, FlatVarId variable)
{
  const SlotOf *found = algorithm_find_slot(a, variable);
  return found ? found->slot : -1;
}

void algorithm_set_slot(const Flattening *f, Algorithm *a, FlatVarId variable,
                        int slot)
{
  assert(slot >= 0 && slot < a->build->to->n_slots);
  SlotOf *kept = arena_alloc(f->arena, sizeof *kept);
  *kept = (SlotOf){slot, -1};
  name_map_add(&a->slots, variable.i, a->no_name, kept);
}

void algorithm_pass(const Flattening *f, Algorithm *a, FlatExpr *expr, int slot)
{
  assert(slot >= 0 && slot < a->build->to->n_slots);
  Arena *arena = f->s->flat_arena;
  a->input = vector_grow(arena, a->input, &a->cap_inputs, a->n_inputs + 1,
                         sizeof a->input[0]);
  a->input_slot = vector_grow(arena, a->input_slot, &a->cap_slots,
                              a->n_inputs + 1, sizeof a->input_slot[0]);
  a->shown = vector_grow(arena, a->shown, &a->cap_shown, a->n_inputs + 1,
                         sizeof a->shown[0]);
  a->input[a->n_inputs] = expr;
  a->shown[a->n_inputs] = NULL;
  a->input_slot[a->n_inputs++] = slot;
}

int algorithm_new_slot(const Flattening *f, Algorithm *a, Name name,
                       FlatType type)
{
  FunctionBuild *b = a->build;
  int local = procedure_add_local(f->s, b->to, name, type, false, 1);
  return b->to->local[local].first;
}

int algorithm_add_input(const Flattening *f, Algorithm *a, Name name,
                        FlatExpr *expr)
{
  int slot = algorithm_new_slot(f, a, name, expr->type);
  algorithm_pass(f, a, expr, slot);
  a->shown[a->n_inputs - 1] = expr;
  return slot;
}

FlatExpr *algorithm_slot_expr(const Flattening *f, const FlatExpr *like,
                              int slot)
{
  assert(slot >= 0);
  FlatExpr *made =
      types_local(&f->typing, like->span, like->type, like->enumeration, slot);
  if (like->variability <= FLAT_DISCRETE) made->variability = FLAT_DISCRETE;
  return made;
}

static bool same_outside(const FlatExpr *a, const FlatExpr *b)
{
  if (a->kind != b->kind || a->n_args != b->n_args) return false;
  if (a->kind == FLAT_EXPR_TIME) return true;
  if (a->kind != FLAT_EXPR_CALL || a->function != b->function) return false;
  return a->n_args == 1 && a->arg[0]->kind == FLAT_EXPR_VARIABLE &&
         b->arg[0]->kind == FLAT_EXPR_VARIABLE &&
         a->arg[0]->variable.i == b->arg[0]->variable.i;
}

static FlatExpr *outside_value(const Flattening *f, Algorithm *a,
                               FlatExpr *expr)
{
  for (int k = 0; k < a->n_outside; k++) {
    if (!same_outside(a->outside[k].expr, expr)) continue;
    return algorithm_slot_expr(f, expr, a->outside[k].slot);
  }
  int slot = algorithm_add_input(f, a, session_name(f->s, "outside"), expr);
  a->outside = vector_grow(f->s->flat_arena, a->outside, &a->cap_outside,
                           a->n_outside + 1, sizeof a->outside[0]);
  a->outside[a->n_outside++] = (Outside){expr, slot};
  return algorithm_slot_expr(f, expr, slot);
}

/* edge(v) and change(v) of what the section assigns: v is what it holds now,
 * not what it will be in the end. */
static FlatExpr *own_change(const Flattening *f, Algorithm *a,
                            const FlatExpr *expr)
{
  assert(expr->n_args == 1);
  const Typing *t = &f->typing;
  Span span = expr->span;
  FlatExpr *self = algorithm_outside(f, a, expr->arg[0]);
  Flattening outside;
  scope_outside(&outside, f);
  FlatExpr *before = algorithm_outside(
      f, a, types_unary(&outside.typing, span, FLAT_PRE, expr->arg[0]));
  if (expr->function == FLAT_CHANGE) {
    return types_binary(t, span, FLAT_NOT_EQUAL, self, before);
  }
  return types_binary(t, span, FLAT_AND, self,
                      types_unary(t, span, FLAT_NOT, before));
}

static bool is_own_change(const Algorithm *a, const FlatExpr *expr)
{
  bool is_change =
      expr->kind == FLAT_EXPR_CALL &&
      (expr->function == FLAT_EDGE || expr->function == FLAT_CHANGE);
  if (!is_change || expr->arg[0]->kind != FLAT_EXPR_VARIABLE) return false;
  const SlotOf *found = algorithm_find_slot(a, expr->arg[0]->variable);
  return found && found->assigned >= 0;
}

FlatExpr *algorithm_outside(const Flattening *f, Algorithm *a, FlatExpr *expr)
{
  if (is_own_change(a, expr)) return own_change(f, a, expr);
  if (types_is_literal(expr)) return expr;
  if (expr->type == FLAT_STRING && expr->variability <= FLAT_PARAMETER) {
    return expr;
  }
  if (expr->kind != FLAT_EXPR_VARIABLE) return outside_value(f, a, expr);
  const SlotOf *found = algorithm_find_slot(a, expr->variable);
  int slot = found ? found->slot : -1;
  /* Parameters are known where something must be, though a loop that was
   * given up may have passed them. */
  if ((!found || found->assigned < 0) && expr->variability <= FLAT_PARAMETER &&
      expr->type != FLAT_REAL) {
    return expr;
  }
  if (slot < 0) {
    slot = algorithm_add_input(f, a, f->flat->var[expr->variable.i].name, expr);
    algorithm_set_slot(f, a, expr->variable, slot);
  }
  return algorithm_slot_expr(f, expr, slot);
}

/* --- what depends on the section --- */

static FlatVerdict algorithm_state_look_for_assigned(void *context,
                                                     const FlatExpr *at)
{
  if (at->kind == FLAT_EXPR_LOCAL) return FLAT_FOUND;
  if (at->kind != FLAT_EXPR_VARIABLE) return FLAT_GO_ON;
  const Algorithm *const *a = context;
  const SlotOf *slot = algorithm_find_slot(*a, at->variable);
  return slot && slot->assigned >= 0 ? FLAT_FOUND : FLAT_GO_ON;
}

bool algorithm_depends(const Flattening *f, const Algorithm *a,
                       const FlatExpr *expr)
{
  return flat_find(f->s, expr, algorithm_state_look_for_assigned, &a) != NULL;
}

Value *algorithm_from_outside(const Flattening *f, Context context,
                              const AstExpr *expr)
{
  assert(f->typing.build && f->typing.build->algorithm);
  const Algorithm *a = f->typing.build->algorithm;
  Attempt attempt;
  Flattening outside;
  int n_assertions = f->flat->n_assertions;
  scope_try(&attempt, f);
  scope_outside(&outside, &attempt.f);
  Value *value = expression_value(&outside, context, expr);
  bool good = value && value->kind != VALUE_RECORD;
  for (int i = 0; good && i < value->n_elements; i++)
    good = !algorithm_depends(f, a, value_at(&f->typing, value, i));
  if (good) return value;
  /* Bounds of subscripts are checked where the section computes them. */
  f->flat->n_assertions = n_assertions;
  return NULL;
}

/* --- what it assigns --- */

Assigned *algorithm_add_assigned(const Flattening *f, Algorithm *a,
                                 FlatVarId variable, int slot, bool begins)
{
  assert(algorithm_slot(a, variable) == slot);
  Arena *arena = f->s->flat_arena;
  a->assigned = vector_grow(arena, a->assigned, &a->cap_assigned,
                            a->n_assigned + 1, sizeof a->assigned[0]);
  algorithm_find_slot(a, variable)->assigned = a->n_assigned;
  Assigned *made = &a->assigned[a->n_assigned++];
  *made = (Assigned){.variable = variable, .slot = slot, .begins = begins};
  return made;
}

Assigned *algorithm_add_internal(const Flattening *f, Algorithm *a,
                                 const char *name, FlatType type, Span span,
                                 FlatExpr *beginning)
{
  FlatModel *flat = f->flat;
  Instance *instance = a->build->context.instance;
  flat->var = vector_grow(f->s->flat_arena, flat->var, &flat->cap_vars,
                          flat->n_vars + 1, sizeof flat->var[0]);
  f->tables->variable =
      vector_grow(f->arena, f->tables->variable, &f->tables->cap_variables,
                  flat->n_vars + 1, sizeof f->tables->variable[0]);
  f->tables->variable[flat->n_vars] = (Variable){.instance = instance};
  char *full = arena_printf(session_scratch(f->s), "$%s%d", name, flat->n_vars);
  flat->var[flat->n_vars] = (FlatVar){
      .name = session_name(f->s, full),
      .span = span,
      .type = type,
      .variability = type == FLAT_REAL ? FLAT_CONTINUOUS : FLAT_DISCRETE,
      .state_select = FLAT_STATE_DEFAULT,
      .is_internal = true,
      .component = instance->component};
  FlatVarId id = {flat->n_vars++};
  int slot = algorithm_new_slot(f, a, flat->var[id.i].name, type);
  algorithm_set_slot(f, a, id, slot);
  Assigned *made = algorithm_add_assigned(f, a, id, slot, false);
  made->runs_initially = true;
  if (beginning) algorithm_pass(f, a, beginning, slot);
  return made;
}
