/* function_annotations.c: derivative and inverse functions that the text
 * names. */
#include "flatten/functions/function_build.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"
#include "flatten/classes/written.h"
#include "flatten/expressions/instance_value.h"
#include "flatten/functions/function_variables.h"
#include "flatten/instances/scope.h"

static int function_annotations_count_inputs(const Components *variables)
{
  int n = 0;
  for (int i = 0; i < variables->n_items; i++)
    n += function_is_input(variables->item[i]);
  return n;
}

/* --- derivative annotations (section 12.7.1) --- */

/* zeroDerivative = x, noDerivative = x of the annotation. */
static bool annotation_names(const AstArgument *derivative, const char *word,
                             Name input)
{
  const AstModification *m = derivative->modification;
  for (int i = 0; m && i < m->n_arguments; i++) {
    const AstArgument *a = m->argument[i];
    if (a->kind != AST_MODIFY || strcmp(a->name->part[0].ident, word) != 0) {
      continue;
    }
    const AstExpr *value = a->modification ? a->modification->value : NULL;
    if (value && value->kind == AST_REFERENCE &&
        value->reference->part[0].ident == input) {
      return true;
    }
  }
  return false;
}

static bool has_input(const FunctionBuild *b, Name name)
{
  for (int i = 0; i < b->variables->n_items; i++) {
    const Instance *variable = b->variables->item[i];
    if (function_is_input(variable) && variable->name == name) return true;
  }
  return false;
}

/* The parts of a derivative or smoothOrder annotation: zeroDerivative,
 * noDerivative and normallyConstant name inputs, the order stands there once.
 * False after E202 or E211. */
static bool function_annotations_check_names(const Flattening *f,
                                             const FunctionBuild *b,
                                             const AstArgument *annotation)
{
  const AstModification *m = annotation->modification;
  bool good = true, has_order = false;
  for (int i = 0; m && i < m->n_arguments; i++) {
    const AstArgument *a = m->argument[i];
    const AstExpr *value = a->kind == AST_MODIFY && a->modification
                               ? a->modification->value
                               : NULL;
    if (!value || a->name->n_parts != 1) continue;
    const char *word = a->name->part[0].ident;
    bool is_order = strcmp(word, "order") == 0;
    bool is_name = strcmp(word, "zeroDerivative") == 0 ||
                   strcmp(word, "noDerivative") == 0 ||
                   strcmp(word, "normallyConstant") == 0;
    if (is_order && has_order) {
      fault_error(f->faults, a->span, E211,
                  "the order of a derivative is given once (section 12.7)");
      good = false;
    }
    has_order |= is_order;
    if (!is_order && !is_name && strncmp(word, "__", 2) != 0)
      fault_warning(f->faults, a->span, W201,
                    "'%s' is not a part of this annotation (section 12.7) and "
                    "is ignored",
                    word);
    bool is_known = value->kind == AST_REFERENCE &&
                    value->reference->n_parts == 1 &&
                    has_input(b, value->reference->part[0].ident);
    if (!is_name || is_known) continue;
    good = false;
    fault_error(f->faults, value->span, E202,
                "'%s' names an input of function '%s' (section 12.7.1), this "
                "is not one",
                word, b->function->full_name);
  }
  return good;
}

enum { MOST_ORDER = 99 };

/* order = n of the annotation; 0: it is not a literal, or beyond use. */
static int written_order(const AstArgument *derivative)
{
  const AstModification *m = derivative->modification;
  for (int i = 0; i < m->n_arguments; i++) {
    const AstArgument *a = m->argument[i];
    if (a->kind != AST_MODIFY || !a->modification || !a->modification->value ||
        strcmp(a->name->part[0].ident, "order") != 0) {
      continue;
    }
    const AstExpr *value = a->modification->value;
    bool is_known = value->kind == AST_INTEGER && value->integer >= 1 &&
                    value->integer <= MOST_ORDER;
    return is_known ? (int)value->integer : 0;
  }
  return 1;
}

/* Reals, or a record of such. */
static bool function_annotations_moves(const Flattening *f,
                                       const Instance *variable)
{
  if (instance_is_variable(variable))
    return variable->class_def->type == FLAT_REAL;
  return instance_restriction(f, variable) != AST_FUNCTION;
}

/* Section 12.7.1: the inputs of the function come first, by their names. */
static void check_common_inputs(const Flattening *f, const FunctionBuild *b,
                                const Components *made, Span span,
                                const InstClass *function)
{
  int k = 0;
  for (int i = 0; i < b->variables->n_items; i++) {
    const Instance *input = b->variables->item[i];
    if (!function_is_input(input)) continue;
    while (k < made->n_items && !function_is_input(made->item[k])) k++;
    assert(k < made->n_items);
    const Instance *same = made->item[k++];
    bool fits = same->name == input->name && same->rank == input->rank &&
                instance_is_variable(same) == instance_is_variable(input);
    if (fits && instance_is_variable(input))
      fits = same->class_def->type == input->class_def->type;
    if (fits) continue;
    fault_error(
        f->faults, span, E208,
        "'%s' cannot be the derivative of '%s': its input '%s' stands "
        "where '%s' is needed, with that name and type (section 12.7.1)",
        function->full_name, b->function->full_name, same->name, input->name);
    return;
  }
}

/* Section 12.7.1: all inputs, then the derivatives of those that are Real;
 * the derivatives of the outputs. Of higher orders nothing is checked. */
static void check_interface(const Flattening *f, const FunctionBuild *b,
                            const AstArgument *derivative, Span span,
                            InstClass *function)
{
  int n[2] = {0, 0}, n_outputs[2] = {0, 0}, rank[2] = {-1, -1};
  int n_moving = 0;
  Components made = instance_components(f, instance_constants(f, function));
  const Components *all[2] = {b->variables, &made};
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < all[side]->n_items; i++) {
      const Instance *v = all[side]->item[i];
      if (v->broken || !v->class_def) return;
      bool moves = function_annotations_moves(f, v);
      if (function_is_input(v)) {
        n[side]++;
        n_moving += side == 0 && moves;
        n[0] += side == 0 && moves &&
                !annotation_names(derivative, "zeroDerivative", v->name) &&
                !annotation_names(derivative, "noDerivative", v->name);
      } else if (v->prefix.causality == AST_OUTPUT && moves) {
        if (n_outputs[side]++ == 0) rank[side] = v->rank;
      }
    }
  }
  if (n_moving == 0) {
    fault_error(f->faults, span, E208,
                "'%s' has no input with Reals: it has no derivative (section "
                "12.7.1)",
                b->function->full_name);
    return;
  }
  if (n[0] == n[1] && n_outputs[0] == n_outputs[1] && rank[0] == rank[1]) {
    check_common_inputs(f, b, &made, span, function);
    return;
  }
  Diagnostic *d = fault_error(
      f->faults, span, E208,
      "'%s' cannot be the derivative of '%s': it must have %d inputs and %d "
      "output%s of %d dimensions (section 12.7.1), it has %d and %d",
      function->full_name, b->function->full_name, n[0], n_outputs[0],
      n_outputs[0] == 1 ? "" : "s", rank[0] < 0 ? 0 : rank[0], n[1],
      n_outputs[1]);
  fault_note(f->faults, d, NO_SPAN,
             "its inputs are those of '%s', then the derivatives of the Real "
             "ones",
             b->function->full_name);
}

/* The function of the annotation exists and fits. */
static void check_function(const Flattening *f, const FunctionBuild *b,
                           const AstArgument *derivative)
{
  const AstModification *m = derivative->modification;
  const AstExpr *value = m ? m->value : NULL;
  if (!value || value->kind != AST_REFERENCE) return;
  Attempt attempt;
  scope_try(&attempt, f);
  InstClass *found =
      lookup_class(attempt.f.lookup, b->context, value->reference);
  const char *name =
      lookup_reference_text(f->s, value->reference, value->reference->n_parts);
  if (!found) {
    fault_error(f->faults, value->span, E202,
                "there is no function '%s' for the derivative", name);
  } else if (found->kind == CLASS_BUILTIN ||
             lookup_true_restriction(f->lookup, found) != AST_FUNCTION) {
    fault_error(f->faults, value->span, E204,
                "'%s' is not a function: it cannot be a derivative", name);
  } else if (written_order(derivative) == 0) {
    fault_error(f->faults, value->span, E204,
                "the order of a derivative is an Integer, at least 1 (section "
                "12.7.1)");
  } else if (written_order(derivative) == 1) {
    check_interface(f, b, derivative, value->span, found);
  }
}

/* What is said about the direction of an input; else the number of the input
 * that is its derivative already. */
enum { DIRECTION_PASSED = -1, DIRECTION_ZERO = -2, DIRECTION_UNUSED = -3 };

/* The directions of the inputs: the function is a derivative of order - 1, so
 * that its inputs are those of the original one, then `n_moving` derivatives
 * for each order. false: the numbers do not fit, or a record moves, which is
 * not looked into. */
static bool plan_directions(const FunctionBuild *b, const AstArgument *a,
                            Value **arg, int order, int n_moving,
                            int *direction)
{
  assert(order >= 1);
  int n = function_annotations_count_inputs(b->variables), moving = 0;
  int64_t n_original = n - (int64_t)(order - 1) * n_moving;
  if (n_moving <= 0 || n_original < n_moving) return false;
  for (int i = 0, k = 0; i < b->variables->n_items; i++) {
    const Instance *variable = b->variables->item[i];
    if (!function_is_input(variable)) continue;
    const Value *given = arg[k];
    bool zero = annotation_names(a, "zeroDerivative", variable->name);
    bool none = annotation_names(a, "noDerivative", variable->name);
    bool is_record = given->kind == VALUE_RECORD;
    if ((is_record && !zero && !none) || given->kind == VALUE_FUNCTION ||
        given->kind == VALUE_OPEN) {
      return false;
    }
    direction[k] = zero ? DIRECTION_ZERO : DIRECTION_UNUSED;
    if (!is_record && given->type == FLAT_REAL && !zero && !none) {
      int next = k < n_original ? (int)n_original + moving : k + n_moving;
      bool is_given = next < n;
      if (is_given && (arg[next]->type != FLAT_REAL ||
                       arg[next]->n_elements != given->n_elements)) {
        return false;
      }
      direction[k] = is_given ? next : DIRECTION_PASSED;
      moving++;
    }
    k++;
  }
  return moving == order * n_moving;
}

/* What the function of the annotation gets: the arguments, then the
 * directions that are not among them. Their number. */
static int derivative_arguments(Value **arg, const int *direction, int n,
                                Value **all)
{
  int n_all = 0;
  for (int k = 0; k < n; k++) all[n_all++] = arg[k];
  for (int k = 0; k < n; k++) {
    if (direction[k] == DIRECTION_PASSED) all[n_all++] = arg[k];
  }
  assert(n_all <= 2 * n);
  return n_all;
}

/* The same, for the scalar inputs. */
static void describe_directions(const Flattening *f, const FunctionBuild *b,
                                const int *direction,
                                const BuiltFunction *built, Value **arg,
                                FlatDerivative *d)
{
  Arena *arena = f->s->flat_arena;
  int n = function_annotations_count_inputs(b->variables), at = 0;
  size_t n_scalars = (size_t)b->to->n_inputs;
  d->has_direction = arena_array(arena, n_scalars + 1, sizeof(bool));
  d->needs_fixed = arena_array(arena, n_scalars + 1, sizeof(bool));
  d->leaves_out = arena_array(arena, n_scalars + 1, sizeof(bool));
  d->follows = arena_array(arena, n_scalars + 1, sizeof(int));
  int *first = arena_array(arena, (size_t)n + 1, sizeof first[0]);
  for (int k = 0; k < n; k++) {
    first[k] = at;
    at += built->is_passed[k] ? function_build_count(arg[k]) : 0;
  }
  for (int k = 0; k < n; k++) {
    assert(k > 0 || at == b->to->n_inputs);
    bool is_record = arg[k]->kind == VALUE_RECORD;
    int n_parts = built->is_passed[k] ? function_build_count(arg[k]) : 0;
    for (int e = 0; e < n_parts; e++) {
      int scalar = first[k] + e;
      d->has_direction[scalar] = direction[k] == DIRECTION_PASSED;
      d->needs_fixed[scalar] = direction[k] == DIRECTION_ZERO;
      d->leaves_out[scalar] = is_record && direction[k] == DIRECTION_UNUSED;
      d->follows[scalar] = direction[k] >= 0 ? first[direction[k]] + e : -1;
    }
  }
}

static bool same_are_passed(const BuiltFunction *a, const BuiltFunction *b,
                            int n)
{
  for (int k = 0; k < n; k++) {
    if (a->is_passed[k] != b->is_passed[k]) return false;
  }
  return true;
}

static bool add_derivative(const Flattening *f, FunctionBuild *b,
                           const AstArgument *a, BuiltFunction *built,
                           Value **arg)
{
  const AstExpr *value = a->modification ? a->modification->value : NULL;
  int order = a->modification ? written_order(a) : 0;
  if (!value || value->kind != AST_REFERENCE || order == 0) return false;
  InstClass *function = lookup_class(f->lookup, b->context, value->reference);
  if (!function || function->kind == CLASS_BUILTIN) return false;
  Components inputs = instance_components(f, instance_constants(f, function));
  int n = function_annotations_count_inputs(b->variables),
      n_made = function_annotations_count_inputs(&inputs);
  Value **all = arena_array(f->s->flat_arena, 2 * (size_t)n + 1, sizeof all[0]);
  int *direction =
      arena_array(f->s->flat_arena, (size_t)n + 1, sizeof direction[0]);
  if (!plan_directions(b, a, arg, order, n_made - n, direction) ||
      derivative_arguments(arg, direction, n, all) != n_made) {
    return false;
  }
  BuiltFunction *made = function_build(f, function, b->call, &inputs, all);
  if (!made || !same_are_passed(made, built, n)) return false;
  FlatDerivative d = {.procedure = made->procedure, .order = order};
  describe_directions(f, b, direction, built, arg, &d);
  b->to->derivative =
      vector_grow(f->s->flat_arena, b->to->derivative, &b->to->cap_derivatives,
                  b->to->n_derivatives + 1, sizeof b->to->derivative[0]);
  b->to->derivative[b->to->n_derivatives++] = d;
  return true;
}

/* --- inverse annotations (section 12.7.3) --- */

/* The variables of the function as rows of scalars: those of the inputs that
 * are passed, then the output. */
typedef struct Source {
  Value *value;
  int first, n; /* in the scalar inputs; first -1: the output */
} Source;

static bool function_annotations_find_source(const FunctionBuild *b,
                                             const BuiltFunction *built,
                                             Value **arg, Name name,
                                             Source *source)
{
  for (int i = 0, k = 0, at = 0; i < b->variables->n_items; i++) {
    const Instance *variable = b->variables->item[i];
    if (variable->prefix.causality == AST_OUTPUT && variable->name == name) {
      *source = (Source){built->output[0], -1, 1};
      return true;
    }
    if (!function_is_input(variable)) continue;
    int n = built->is_passed[k] ? function_build_count(arg[k]) : 0;
    *source = (Source){arg[k], at, n};
    if (variable->name == name) return true;
    at += n;
    k++;
  }
  return false;
}

/* Where the arguments of g come from; false: not all are variables. */
static bool inverse_sources(const FunctionBuild *b, const BuiltFunction *built,
                            Value **arg, const AstExpr *call,
                            const Components *variables, Source *source)
{
  for (int i = 0, k = 0; i < variables->n_items; i++) {
    const Instance *variable = variables->item[i];
    if (!function_is_input(variable)) continue;
    const AstExpr *written = written_argument(call, k, variable->name);
    if (!written || written->kind != AST_REFERENCE ||
        written->reference->n_parts != 1 ||
        !function_annotations_find_source(
            b, built, arg, written->reference->part[0].ident, &source[k])) {
      return false;
    }
    k++;
  }
  return true;
}

static void append_inverse(const Flattening *f, FunctionBuild *b,
                           FlatInverse inverse)
{
  assert(inverse.input >= 0 && inverse.input < b->to->n_inputs);
  FlatProcedure *to = b->to;
  to->inverse = vector_grow(f->s->flat_arena, to->inverse, &to->cap_inverses,
                            to->n_inverses + 1, sizeof to->inverse[0]);
  to->inverse[to->n_inverses++] = inverse;
}

/* input = call: the function gives one number. */
static bool add_inverse(const Flattening *f, FunctionBuild *b,
                        const BuiltFunction *built, Value **arg, Name input,
                        const AstExpr *call)
{
  Arena *arena = f->s->flat_arena;
  Source solved;
  InstClass *g = lookup_class(f->lookup, b->context, call->reference);
  if (!g || g->kind == CLASS_BUILTIN || b->to->n_outputs != 1 ||
      !function_annotations_find_source(b, built, arg, input, &solved) ||
      solved.first < 0 || solved.n != 1 || solved.value->type != FLAT_REAL) {
    return false;
  }
  Components variables = instance_components(f, instance_constants(f, g));
  int n = function_annotations_count_inputs(&variables), n_scalars = 0;
  Source *source = arena_array(arena, (size_t)n + 1, sizeof source[0]);
  if (!inverse_sources(b, built, arg, call, &variables, source)) return false;
  Value **all = arena_array(arena, (size_t)n + 1, sizeof all[0]);
  for (int k = 0; k < n; k++) {
    all[k] = source[k].value;
    n_scalars += source[k].n;
  }
  BuiltFunction *made = function_build(f, g, b->call, &variables, all);
  if (!made || made->n_outputs != 1) return false;
  FlatInverse inverse = {.procedure = made->procedure, .input = solved.first};
  inverse.argument =
      arena_array(arena, (size_t)n_scalars + 1, sizeof inverse.argument[0]);
  for (int k = 0; k < n; k++) {
    if (!made->is_passed[k]) continue;
    for (int i = 0; i < source[k].n; i++) {
      inverse.argument[inverse.n_arguments++] =
          source[k].first < 0 ? -1 : source[k].first + i;
    }
  }
  const FlatProcedure *to = f->flat->procedure[made->procedure];
  if (to->n_inputs != inverse.n_arguments || to->n_outputs != 1) return false;
  append_inverse(f, b, inverse);
  return true;
}

/* Section 12.7.3: the inverse gives one value, which has the dimensions of the
 * input, and all its inputs are given. */
static void check_inverse_function(const Flattening *f, const FunctionBuild *b,
                                   InstClass *g, const AstExpr *call,
                                   Name solved)
{
  if (g->kind == CLASS_BUILTIN ||
      lookup_true_restriction(f->lookup, g) != AST_FUNCTION) {
    fault_error(f->faults, call->reference->span, E204,
                "'%s' is not a function: it cannot be an inverse",
                g->full_name);
    return;
  }
  const Instance *input = NULL, *output = NULL;
  for (int i = 0; i < b->variables->n_items; i++) {
    if (b->variables->item[i]->name == solved) input = b->variables->item[i];
  }
  Components variables = instance_components(f, instance_constants(f, g));
  for (int i = 0, k = 0; i < variables.n_items; i++) {
    const Instance *v = variables.item[i];
    if (v->prefix.causality == AST_OUTPUT && !output) output = v;
    if (!function_is_input(v)) continue;
    if (written_argument(call, k++, v->name)) continue;
    if (v->modifier && v->modifier->value) continue;
    fault_error(f->faults, call->span, E208, "'%s' needs the argument '%s'",
                g->full_name, v->name);
    return;
  }
  if (!input || !input->class_def || (output && !output->class_def)) return;
  bool fits = output && output->rank == input->rank &&
              instance_is_variable(output) == instance_is_variable(input);
  if (fits) return;
  fault_error(f->faults, call->span, E208,
              "'%s' cannot give '%s': its result has another type or other "
              "dimensions (section 12.7.3)",
              g->full_name, solved);
}

/* The call of the inverse: a function, of inputs and of the output. */
static void function_annotations_check_inverse(const Flattening *f,
                                               const Flattening *loud,
                                               const FunctionBuild *b,
                                               const AstExpr *call, Name solved)
{
  int n_outputs = 0;
  for (int i = 0; i < b->variables->n_items; i++)
    n_outputs += b->variables->item[i]->prefix.causality == AST_OUTPUT;
  if (n_outputs != 1)
    fault_error(loud->faults, call->span, E208,
                "'%s' has %d outputs: an inverse is of a function with one "
                "(section 12.7.3)",
                b->function->full_name, n_outputs);
  InstClass *g = lookup_class(f->lookup, b->context, call->reference);
  FlatFunction builtin;
  bool is_builtin =
      !g && call->reference->n_parts == 1 &&
      flat_function_find(call->reference->part[0].ident, &builtin);
  if (!g && !is_builtin) {
    fault_error(
        loud->faults, call->reference->span, E202,
        "there is no function '%s' for the inverse",
        lookup_reference_text(f->s, call->reference, call->reference->n_parts));
    return;
  }
  for (int k = 0; k < call->n_args; k++) {
    const AstExpr *arg = call->arg[k];
    bool is_name = arg->kind == AST_REFERENCE && arg->reference->n_parts == 1;
    bool is_known = !is_name;
    for (int i = 0; i < b->variables->n_items && !is_known; i++)
      is_known = b->variables->item[i]->name == arg->reference->part[0].ident;
    if (is_known) continue;
    fault_error(loud->faults, arg->span, E202,
                "'%s' is not an input or output of '%s' (section 12.7.3)",
                arg->reference->part[0].ident, b->function->full_name);
    return;
  }
  if (g && n_outputs == 1) check_inverse_function(loud, b, g, call, solved);
}

static void add_inverses(const Flattening *f, FunctionBuild *b,
                         const BuiltFunction *built, Value **arg,
                         const AstModification *m)
{
  for (int i = 0; m && i < m->n_arguments; i++) {
    const AstArgument *a = m->argument[i];
    const AstExpr *value = a->kind == AST_MODIFY && a->modification
                               ? a->modification->value
                               : NULL;
    if (value && value->kind == AST_CALL && a->name->n_parts == 1) {
      add_inverse(f, b, built, arg, a->name->part[0].ident, value);
    }
  }
}

static void check_inverses(const Flattening *f, const Flattening *loud,
                           const FunctionBuild *b, const AstModification *m)
{
  for (int i = 0; m && i < m->n_arguments; i++) {
    const AstArgument *a = m->argument[i];
    const AstExpr *value = a->kind == AST_MODIFY && a->modification
                               ? a->modification->value
                               : NULL;
    if (!value || value->kind != AST_CALL || a->name->n_parts != 1) continue;
    function_annotations_check_inverse(f, loud, b, value,
                                       a->name->part[0].ident);
    if (!has_input(b, a->name->part[0].ident))
      fault_error(loud->faults, a->span, E202,
                  "'%s' is not an input of '%s': it has no inverse (section "
                  "12.7.3)",
                  a->name->part[0].ident, b->function->full_name);
  }
}

/* --- both --- */

/* A derivative that cannot be used leaves the differentiation to
 * function_derive.c, an inverse the solution to iteration. */
static bool is_false(const AstArgument *a)
{
  const AstModification *m = a->modification;
  return m && m->value && m->value->kind == AST_FALSE;
}

void function_annotations(const Flattening *f, FunctionBuild *b,
                          BuiltFunction *built, Value **arg)
{
  const AstComment *comment = b->function->ast->comment;
  const AstModification *m = comment ? comment->annotation : NULL;
  Attempt attempt;
  scope_try(&attempt, f);
  b->to->may_expand = true;
  b->to->has_effects = b->function->ast->purity == AST_IMPURE;
  for (int i = 0; m && i < m->n_arguments; i++) {
    const AstArgument *a = m->argument[i];
    if (a->kind != AST_MODIFY || a->name->n_parts != 1) continue;
    const char *word = a->name->part[0].ident;
    bool is_derivative = strcmp(word, "derivative") == 0;
    if (strcmp(word, "Inline") == 0 && is_false(a)) b->to->may_expand = false;
    if (is_derivative) add_derivative(&attempt.f, b, a, built, arg);
    if (strcmp(word, "inverse") == 0) {
      add_inverses(&attempt.f, b, built, arg, a->modification);
    }
  }
}

void function_annotations_check(const Flattening *f, InstClass *function,
                                const Components *variables)
{
  assert(function->kind == CLASS_WRITTEN);
  const AstComment *comment = function->ast->comment;
  const AstModification *m = comment ? comment->annotation : NULL;
  if (!m) return;
  FunctionBuild b = {.function = function, .variables = variables};
  b.context = lookup_context(lookup_first_part(f->lookup, function));
  Attempt attempt;
  scope_try(&attempt, f);
  for (int i = 0; i < m->n_arguments; i++) {
    const AstArgument *a = m->argument[i];
    if (a->kind != AST_MODIFY || a->name->n_parts != 1) continue;
    const char *word = a->name->part[0].ident;
    bool is_derivative = strcmp(word, "derivative") == 0;
    if ((is_derivative || strcmp(word, "smoothOrder") == 0) &&
        function_annotations_check_names(f, &b, a) && is_derivative)
      check_function(f, &b, a);
    if (strcmp(word, "inverse") == 0)
      check_inverses(&attempt.f, f, &b, a->modification);
  }
}
