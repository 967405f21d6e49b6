/* function_algorithm.c: see function_algorithm.h. */
#include "flatten/function_algorithm.h"

#include <string.h>

#include "base/vector.h"
#include "flatten/evaluate.h"
#include "flatten/instance_value.h"
#include "flatten/reference.h"
#include "flatten/value_operators.h"

/* Something from outside and the slot that holds it. */
typedef struct Outside {
  FlatExpr *expr;
  int slot;
} Outside;

struct Algorithm {
  FunctionBuild *build;
  NameMap slots;    /* (variable, "") to slot + 1 */
  FlatExpr **input; /* what is passed, with its slot */
  int *input_slot;
  int n_inputs, cap_inputs, cap_slots;
  FlatVarId *assigned; /* in order */
  int *assigned_slot;
  bool *begins; /* may be read before it is assigned */
  int n_assigned, cap_assigned, cap_assigned_slots, cap_begins;
  Outside *outside; /* that is no variable */
  int n_outside, cap_outside;
  bool failed;
};
typedef struct Algorithm Algorithm;

/* --- slots --- */

static Name no_name(const Flattening *f)
{
  return session_name(f->s, "");
}

static int slot_of(const Algorithm *a, FlatVarId variable)
{
  Flattening *f = a->build->f;
  const int *slot = name_map_find(&a->slots, variable.i, no_name(f));
  return slot ? *slot : -1;
}

static void set_slot(Algorithm *a, FlatVarId variable, int slot)
{
  Flattening *f = a->build->f;
  int *kept = arena_alloc(f->arena, sizeof *kept);
  *kept = slot;
  name_map_add(&a->slots, variable.i, no_name(f), kept);
}

static void add_input(Algorithm *a, FlatExpr *expr, int slot)
{
  Arena *arena = a->build->f->s->flat_arena;
  a->input = vector_grow(arena, a->input, &a->cap_inputs, a->n_inputs + 1,
                         sizeof a->input[0]);
  a->input_slot = vector_grow(arena, a->input_slot, &a->cap_slots,
                              a->n_inputs + 1, sizeof a->input_slot[0]);
  a->input[a->n_inputs] = expr;
  a->input_slot[a->n_inputs++] = slot;
}

static int new_slot(Algorithm *a, Name name, FlatType type)
{
  FunctionBuild *b = a->build;
  int local = procedure_add_local(b->f->s, b->to, name, type, false, 1);
  return b->to->local[local].first;
}

static FlatExpr *slot_expr(Algorithm *a, const FlatExpr *like, int slot)
{
  return types_local(&a->build->f->typing, like->span, like->type,
                     like->enumeration, slot);
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

static FlatExpr *outside_value(Algorithm *a, FlatExpr *expr)
{
  for (int k = 0; k < a->n_outside; k++) {
    if (!same_outside(a->outside[k].expr, expr)) continue;
    return slot_expr(a, expr, a->outside[k].slot);
  }
  Flattening *f = a->build->f;
  int slot = new_slot(a, session_name(f->s, "outside"), expr->type);
  a->outside = vector_grow(f->s->flat_arena, a->outside, &a->cap_outside,
                           a->n_outside + 1, sizeof a->outside[0]);
  a->outside[a->n_outside++] = (Outside){expr, slot};
  add_input(a, expr, slot);
  return slot_expr(a, expr, slot);
}

FlatExpr *function_algorithm_outside(FunctionBuild *b, FlatExpr *expr)
{
  Algorithm *a = b->algorithm;
  if (types_is_literal(expr) || expr->type == FLAT_STRING) return expr;
  if (expr->kind != FLAT_EXPR_VARIABLE) return outside_value(a, expr);
  int slot = slot_of(a, expr->variable);
  /* Parameters are known where something must be. */
  if (slot < 0 && expr->variability <= FLAT_PARAMETER &&
      expr->type != FLAT_REAL) {
    return expr;
  }
  if (slot < 0) {
    slot = new_slot(a, b->f->flat->var[expr->variable.i].name, expr->type);
    set_slot(a, expr->variable, slot);
    add_input(a, expr, slot);
  }
  return slot_expr(a, expr, slot);
}

/* The name of an array, of that of its first element. */
static Name row_name(Session *s, Name first)
{
  const char *end = strrchr(first, '[');
  bool is_element = end && first[strlen(first) - 1] == ']';
  return is_element ? session_name_n(s, first, (size_t)(end - first)) : first;
}

/* All elements of a declared array as one local; not if some have slots of
 * their own already. */
static bool make_row(Algorithm *a, const Value *v, bool is_input, int *local)
{
  FunctionBuild *b = a->build;
  Flattening *f = b->f;
  const FlatVar *first = &f->flat->var[v->first];
  for (int i = 0; i < v->n_elements; i++) {
    if (slot_of(a, (FlatVarId){(int32_t)(v->first + i * v->step)}) >= 0) {
      return false;
    }
  }
  *local = procedure_add_local(f->s, b->to, row_name(f->s, first->name),
                               v->type, true, v->n_elements);
  Typing plain = f->typing;
  plain.outside = NULL;
  for (int i = 0; i < v->n_elements; i++) {
    FlatVarId variable = {(int32_t)(v->first + i * v->step)};
    int slot = b->to->local[*local].first + i;
    set_slot(a, variable, slot);
    if (!is_input) continue;
    add_input(
        a, types_variable(&plain, v->span, variable, &f->flat->var[variable.i]),
        slot);
  }
  return true;
}

bool function_algorithm_row(FunctionBuild *b, const Value *v, int *local)
{
  Algorithm *a = b->algorithm;
  if (v->kind != VALUE_VARIABLES || v->n_elements == 0 || v->step != 1) {
    return false;
  }
  int first = slot_of(a, (FlatVarId){(int32_t)v->first});
  if (first < 0) return make_row(a, v, true, local);
  for (int k = 0; k < b->to->n_locals; k++) {
    const FlatLocal *l = &b->to->local[k];
    if (l->first == first && l->is_array && l->n == v->n_elements) {
      *local = k;
      return true;
    }
  }
  return false;
}

/* --- relations --- */

static bool depends(const Algorithm *a, const FlatExpr *expr)
{
  Arena *scratch = session_scratch(a->build->f->s);
  ArenaMark mark = arena_mark(scratch);
  const FlatExpr **stack = NULL;
  int n = 0, cap = 0;
  bool found = false;
  stack = vector_grow(scratch, stack, &cap, 1, sizeof stack[0]);
  stack[n++] = expr;
  while (n > 0 && !found) {
    const FlatExpr *at = stack[--n];
    found = at->kind == FLAT_EXPR_LOCAL;
    for (int k = 0; at->kind == FLAT_EXPR_VARIABLE && k < a->n_assigned; k++)
      found |= a->assigned[k].i == at->variable.i;
    stack = vector_grow(scratch, stack, &cap, n + at->n_args, sizeof stack[0]);
    for (int i = 0; i < at->n_args; i++) stack[n++] = at->arg[i];
  }
  arena_release(mark);
  return found;
}

Value *function_algorithm_relation(Flattening *f, Context context,
                                   const AstExpr *expr)
{
  FunctionBuild *b = f->typing.build;
  Typing before = f->typing;
  int n_assertions = f->flat->n_assertions;
  f->faults->quiet++;
  f->typing.build = NULL;
  f->typing.outside = NULL;
  f->typing.n_functions = 0;
  f->typing.no_events = 0;
  Value *value = expression_value(f, context, expr);
  f->typing = before;
  f->faults->quiet--;
  bool is_scalar = value && value->rank == 0 && value->kind != VALUE_RECORD;
  FlatExpr *relation = is_scalar ? value_at(&f->typing, value, 0) : NULL;
  if (!relation || relation->type != FLAT_BOOLEAN ||
      types_is_literal(relation) || relation->variability <= FLAT_PARAMETER ||
      depends(b->algorithm, relation)) {
    /* Bounds of subscripts are checked where the section computes them. */
    f->flat->n_assertions = n_assertions;
    return NULL;
  }
  return value_of(&f->typing, function_algorithm_outside(b, relation));
}

/* --- what is assigned --- */

static bool names(const AstExpr *expr, Name name)
{
  if (!expr) return false;
  if (expr->kind == AST_REFERENCE && expr->reference->part[0].ident == name) {
    return true;
  }
  if (expr->kind == AST_REFERENCE) {
    for (int i = 0; i < expr->reference->n_parts; i++) {
      const AstNamePart *part = &expr->reference->part[i];
      for (int k = 0; k < part->n_subscripts; k++) {
        if (names(part->subscript[k].expr, name)) return true;
      }
    }
  }
  for (int i = 0; i < expr->n_args; i++) {
    if (names(expr->arg[i], name)) return true;
  }
  for (int i = 0; i < expr->n_named; i++) {
    if (names(expr->named[i].value, name)) return true;
  }
  return false;
}

static bool statement_names(const AstStatement *s, Name name)
{
  if (names(s->left, name) || names(s->right, name)) return true;
  for (int i = 0; i < s->n_iterators; i++) {
    if (names(s->iterator[i].range, name)) return true;
  }
  for (int k = 0; k < s->n_branches; k++) {
    if (names(s->branch[k].condition, name)) return true;
    for (int i = 0; i < s->branch[k].n_statements; i++) {
      if (statement_names(s->branch[k].statement[i], name)) return true;
    }
  }
  return false;
}

/* The first statement that names it assigns it as a whole. */
static bool is_assigned_first(const AstSection *section,
                              const AstReference *target)
{
  Name name = target->part[0].ident;
  for (int i = 0; i < section->n_statements; i++) {
    const AstStatement *s = section->statement[i];
    if (!statement_names(s, name)) continue;
    if (s->kind != AST_ST_ASSIGN || names(s->right, name) ||
        s->left->kind != AST_REFERENCE) {
      return false;
    }
    const AstReference *left = s->left->reference;
    return left->n_parts == target->n_parts &&
           left->part[left->n_parts - 1].n_subscripts == 0;
  }
  return false;
}

static void add_assigned(Algorithm *a, FlatVarId variable, int slot,
                         bool begins)
{
  Arena *arena = a->build->f->s->flat_arena;
  int n = a->n_assigned + 1;
  a->assigned = vector_grow(arena, a->assigned, &a->cap_assigned, n,
                            sizeof a->assigned[0]);
  a->assigned_slot =
      vector_grow(arena, a->assigned_slot, &a->cap_assigned_slots, n,
                  sizeof a->assigned_slot[0]);
  a->begins =
      vector_grow(arena, a->begins, &a->cap_begins, n, sizeof a->begins[0]);
  a->assigned[a->n_assigned] = variable;
  a->assigned_slot[a->n_assigned] = slot;
  a->begins[a->n_assigned++] = begins;
}

static void assign_variable(Algorithm *a, FlatVarId variable, bool begins)
{
  const FlatVar *var = &a->build->f->flat->var[variable.i];
  if (slot_of(a, variable) >= 0) return;
  int slot = new_slot(a, var->name, var->type);
  set_slot(a, variable, slot);
  add_assigned(a, variable, slot, begins);
}

static bool assign_whole(Algorithm *a, const Value *v, bool begins)
{
  FunctionBuild *b = a->build;
  if (v->kind == VALUE_RECORD) {
    for (int k = 0; k < v->record->n_fields; k++) {
      if (!assign_whole(a, v->field[k], begins)) return false;
    }
    return true;
  }
  int local;
  if (v->kind == VALUE_VARIABLES && v->step == 1 && v->n_elements > 0 &&
      make_row(a, v, false, &local)) {
    for (int i = 0; i < v->n_elements; i++) {
      FlatVarId variable = {(int32_t)(v->first + i)};
      add_assigned(a, variable, b->to->local[local].first + i, begins);
    }
    return true;
  }
  for (int i = 0; i < v->n_elements; i++) {
    const FlatExpr *at = value_at(&b->f->typing, v, i);
    if (at->kind != FLAT_EXPR_VARIABLE || at->variability <= FLAT_PARAMETER) {
      fault_error(b->f->faults, v->span, E204,
                  "this is no variable that can be assigned");
      return false;
    }
    assign_variable(a, at->variable, begins);
  }
  return true;
}

static bool collect_target(Algorithm *a, const AstSection *section,
                           const AstExpr *left)
{
  FunctionBuild *b = a->build;
  if (!left) return true;
  if (left->kind == AST_TUPLE) {
    for (int i = 0; i < left->n_args; i++) {
      if (!collect_target(a, section, left->arg[i])) return false;
    }
    return true;
  }
  if (left->kind != AST_REFERENCE) {
    return function_build_refuse(b, left->span, "this is assigned");
  }
  AstReference whole = *left->reference;
  AstNamePart *part = arena_array(session_scratch(b->f->s),
                                  (size_t)whole.n_parts, sizeof part[0]);
  memcpy(part, whole.part, (size_t)whole.n_parts * sizeof part[0]);
  part[whole.n_parts - 1].n_subscripts = 0;
  whole.part = part;
  Value *value = reference_value(b->f, b->context, &whole);
  return value && assign_whole(a, value, !is_assigned_first(section, &whole));
}

static bool collect_targets(Algorithm *a, const AstSection *section,
                            AstStatement *const *statement, int n)
{
  for (int i = 0; i < n; i++) {
    const AstStatement *s = statement[i];
    bool assigns = s->kind == AST_ST_ASSIGN || s->kind == AST_ST_ASSIGN_TUPLE;
    if (assigns && !collect_target(a, section, s->left)) return false;
    for (int k = 0; k < s->n_branches; k++) {
      const AstStatementBranch *branch = &s->branch[k];
      if (!collect_targets(a, section, branch->statement,
                           branch->n_statements)) {
        return false;
      }
    }
  }
  return true;
}

/* What a variable holds before the section assigns it: its start value. */
static bool begin_values(Algorithm *a)
{
  FunctionBuild *b = a->build;
  Typing *t = &b->f->typing;
  for (int k = 0; k < a->n_assigned; k++) {
    if (!a->begins[k]) continue;
    const FlatVar *var = &b->f->flat->var[a->assigned[k].i];
    if (var->variability != FLAT_CONTINUOUS || var->type != FLAT_REAL) {
      fault_error(b->f->faults, var->span, E290,
                  "'%s' may keep its value from before the algorithm, which "
                  "is not supported yet",
                  var->name);
      return false;
    }
    FlatExpr *start = var->start ? var->start : types_real(t, var->span, 0.0);
    add_input(a, start, a->assigned_slot[k]);
  }
  return true;
}

/* --- the section --- */

static bool build_section(Algorithm *a, const AstSection *section)
{
  FunctionBuild *b = a->build;
  Flattening *f = b->f;
  if (!collect_targets(a, section, section->statement, section->n_statements) ||
      !begin_values(a)) {
    return false;
  }
  Typing before = f->typing;
  f->typing.values = NULL;
  f->typing.build = b;
  f->typing.outside = function_algorithm_outside;
  f->typing.no_events = 1;
  f->typing.n_functions = 1;
  bool good =
      function_build_statements(b, section->statement, section->n_statements);
  f->typing = before;
  return good;
}

static void finish(Algorithm *a, int procedure, Span span,
                   AlgorithmResult **result)
{
  FunctionBuild *b = a->build;
  Flattening *f = b->f;
  Arena *arena = f->s->flat_arena;
  int n = a->n_assigned;
  b->to->n_inputs = a->n_inputs;
  b->to->input = a->input_slot;
  b->to->n_outputs = n;
  b->to->output = a->assigned_slot;
  *result = arena_array(arena, (size_t)n + 1, sizeof **result);
  for (int k = 0; k < n; k++) {
    const FlatVar *var = &f->flat->var[a->assigned[k].i];
    FlatExpr *left = types_variable(&f->typing, span, a->assigned[k], var);
    FlatExpr *right = types_result_of(&f->typing, left, span, procedure, k,
                                      a->input, a->n_inputs);
    if (left->type != FLAT_REAL) right->variability = FLAT_DISCRETE;
    (*result)[k] = (AlgorithmResult){left, right};
  }
}

bool function_algorithm(Flattening *f, Context context,
                        const AstSection *section, AlgorithmResult **result,
                        int *n)
{
  FunctionBuild b = {.f = f, .context = context};
  Algorithm a = {.build = &b};
  int n_errors = f->s->n_errors;
  int procedure = procedure_add(f->s, f->flat, session_name(f->s, "algorithm"),
                                section->span);
  name_map_init(&a.slots, f->arena);
  b.algorithm = &a;
  b.to = f->flat->procedure[procedure];
  b.at = &b.to->body;
  bool good = build_section(&a, section);
  if (!good && f->s->n_errors == n_errors) {
    function_build_refuse(&b, section->span, "a part of it");
  }
  *n = a.n_assigned;
  if (good) finish(&a, procedure, section->span, result);
  return good;
}
