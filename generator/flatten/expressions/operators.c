/* operators.c: see operators.h. */
#include "flatten/expressions/operators.h"

#include <assert.h>
#include <string.h>

#include "flatten/expressions/call_values.h"
#include "flatten/instances/binding.h"

#define MOST_FUNCTIONS 64 /* of one operator */

/* The functions that may be meant. */
typedef struct Candidates {
  InstClass *item[MOST_FUNCTIONS];
  int n_items;
} Candidates;

typedef struct Operands {
  Value *item[MOST_OPERANDS];
  int n_items;
} Operands;

static const char *operator_name(AstOperator op)
{
  switch (op) {
  case AST_ADD:
  case AST_EL_ADD:
  case AST_PLUS:
  case AST_EL_PLUS: return "'+'";
  case AST_SUB:
  case AST_EL_SUB:
  case AST_MINUS:
  case AST_EL_MINUS: return "'-'";
  case AST_MUL:
  case AST_EL_MUL: return "'*'";
  case AST_DIV:
  case AST_EL_DIV: return "'/'";
  case AST_POW:
  case AST_EL_POW: return "'^'";
  case AST_LT: return "'<'";
  case AST_LE: return "'<='";
  case AST_GT: return "'>'";
  case AST_GE: return "'>='";
  case AST_EQ: return "'=='";
  case AST_NE: return "'<>'";
  case AST_AND: return "'and'";
  case AST_OR: return "'or'";
  case AST_NOT: return "'not'";
  }
  return "";
}

bool operators_concern(const Value *left, const Value *right)
{
  return (left && left->kind == VALUE_RECORD) ||
         (right && right->kind == VALUE_RECORD);
}

/* --- functions --- */

static void operators_add_candidate(Candidates *list, InstClass *function)
{
  for (int i = 0; i < list->n_items; i++) {
    if (list->item[i]->ast == function->ast) return;
  }
  if (list->n_items < MOST_FUNCTIONS) list->item[list->n_items++] = function;
}

/* An operator is one function, or a class of functions. */
static void add_functions(const Flattening *f, Candidates *list, InstClass *c)
{
  if (c->kind == CLASS_BUILTIN) return;
  if (lookup_true_restriction(f->lookup, c) != AST_OPERATOR) {
    operators_add_candidate(list, c);
    return;
  }
  for (int i = 0; i < c->ast->n_elements; i++) {
    const AstElement *element = c->ast->element[i];
    if (element->kind != AST_ELEMENT_CLASS) continue;
    Found found = lookup_in_class(f->lookup, c, element->class_def->name);
    if (found.kind == FOUND_CLASS)
      operators_add_candidate(list, found.class_def);
  }
}

/* The functions of an operator of the record's class. */
static void operators_add_operator(const Flattening *f, Candidates *list,
                                   const Value *value, const char *name)
{
  InstClass *c = value->kind == VALUE_RECORD ? value->record->class_def : NULL;
  if (!c) return;
  Found found = lookup_in_class(f->lookup, c, session_name(f->s, name));
  if (found.kind == FOUND_CLASS) add_functions(f, list, found.class_def);
}

/* --- which one fits --- */

/* The text that short classes stand for: SI.ComplexVoltage is a Complex. */
static const AstClass *operators_text_of(const Flattening *f, InstClass *c)
{
  ClassPart *part = lookup_first_part(f->lookup, c);
  for (ClassPart *next = part; next; next = lookup_only_base(f->lookup, part))
    part = next;
  return part->ast;
}

static bool operators_fits_type(const Flattening *f, const Instance *input,
                                const Value *given)
{
  if (input->broken || !input->class_def) return false;
  bool is_record = given->kind == VALUE_RECORD;
  if (!instance_is_variable(input)) {
    return is_record && given->record->class_def &&
           operators_text_of(f, given->record->class_def) ==
               operators_text_of(f, input->type);
  }
  FlatType type = input->class_def->type;
  return !is_record && (given->type == type ||
                        (given->type == FLAT_INTEGER && type == FLAT_REAL));
}

static bool operators_fits(const Flattening *f, const Instance *input,
                           const Value *given)
{
  return given->rank == input->rank && operators_fits_type(f, input, given);
}

static bool function_fits(const Flattening *f, InstClass *function,
                          const Operands *operands)
{
  assert(operands->n_items <= MOST_OPERANDS);
  Instance *root = instance_constants(f, function);
  Components variables = instance_components(f, root);
  int n = 0;
  for (int i = 0; i < variables.n_items; i++) {
    const Instance *input = variables.item[i];
    if (input->prefix.causality != AST_INPUT) continue;
    bool is_given = n < operands->n_items;
    if (is_given ? !operators_fits(f, input, operands->item[n])
                 : !binding_exists(input))
      return false;
    n++;
  }
  return n >= operands->n_items;
}

/* NULL: none, or several (then *is_ambiguous). */
static InstClass *operators_find_function(const Flattening *f,
                                          const Candidates *list,
                                          const Operands *operands,
                                          bool *is_ambiguous)
{
  InstClass *found = NULL;
  for (int i = 0; i < list->n_items; i++) {
    if (!function_fits(f, list->item[i], operands)) continue;
    if (found) {
      *is_ambiguous = true;
      return NULL;
    }
    found = list->item[i];
  }
  return found;
}

bool operators_exists(const Flattening *f, InstClass *record, const char *name,
                      int n_operands)
{
  Candidates list = {.n_items = 0};
  Found found = lookup_in_class(f->lookup, record, session_name(f->s, name));
  if (found.kind != FOUND_CLASS) return false;
  add_functions(f, &list, found.class_def);
  for (int k = 0; k < list.n_items; k++) {
    Components variables =
        instance_components(f, instance_constants(f, list.item[k]));
    int n_needed = 0, n_inputs = 0;
    for (int i = 0; i < variables.n_items; i++) {
      const Instance *input = variables.item[i];
      if (input->prefix.causality != AST_INPUT) continue;
      n_inputs++;
      n_needed += !binding_exists(input);
    }
    if (n_needed <= n_operands && n_operands <= n_inputs) return true;
  }
  return false;
}

/* --- calls --- */

static Value *operators_call_function(const Flattening *f, Span span,
                                      InstClass *function,
                                      const Operands *operands)
{
  return call_values(f, span, function, operands->item, operands->n_items);
}

static void operators_report(const Flattening *f, Span span, const char *name,
                             const Operands *operands, bool is_ambiguous)
{
  assert(operands->n_items == 1 || operands->n_items == 2);
  const Typing *t = &f->typing;
  const char *left = value_type_text(t, operands->item[0]);
  const char *how = is_ambiguous ? "several functions of the operator %s fit"
                                 : "there is no operator %s for";
  const char *what = arena_printf(session_scratch(f->s), how, name);
  if (operands->n_items == 1) {
    fault_error(f->faults, span, E204, "%s %s", what, left);
  } else {
    fault_error(f->faults, span, E204, "%s %s and %s", what, left,
                value_type_text(t, operands->item[1]));
  }
}

/* --- scalars --- */

/* The function with one operand converted to the record class that it takes
 * there; NULL: it does not fit. Says nothing. */
static bool fits_converted(const Flattening *f, Span span, InstClass *function,
                           const Operands *both, int converted,
                           Operands *operands)
{
  Components variables =
      instance_components(f, instance_constants(f, function));
  const Instance *input[2] = {NULL, NULL};
  for (int i = 0, n = 0; i < variables.n_items && n < 2; i++) {
    if (variables.item[i]->prefix.causality == AST_INPUT)
      input[n++] = variables.item[i];
  }
  if (!input[0] || !input[1]) return false;
  const Instance *wanted = input[converted];
  const Value *given = both->item[converted];
  if (wanted->broken || instance_is_variable(wanted) || wanted->rank > 0 ||
      given->rank > 0 ||
      !operators_fits(f, input[1 - converted], both->item[1 - converted]))
    return false;
  Candidates list = {.n_items = 0};
  Operands one = {.item = {both->item[converted]}, .n_items = 1};
  bool is_ambiguous = false;
  InstClass *constructor = operators_constructor(f, wanted->type);
  if (!constructor) return false;
  add_functions(f, &list, constructor);
  InstClass *g = operators_find_function(f, &list, &one, &is_ambiguous);
  Value *made = g ? operators_call_function(f, span, g, &one) : NULL;
  if (!made) return false;
  *operands = *both;
  operands->item[converted] = made;
  return function_fits(f, function, operands);
}

/* Section 14.5: the operands as they are; else the functions of the one with
 * the other converted, of which there must be one. False: no function fits. */
static bool operators_apply(const Flattening *f, Span span, const char *name,
                            Value *left, Value *right, Value **value,
                            bool *is_ambiguous)
{
  Operands both = {.item = {left, right}, .n_items = 2}, found;
  Candidates list = {.n_items = 0};
  operators_add_operator(f, &list, left, name);
  operators_add_operator(f, &list, right, name);
  InstClass *function = operators_find_function(f, &list, &both, is_ambiguous);
  if (*is_ambiguous) return false;
  for (int converted = 1; !function && converted >= 0; converted--) {
    Candidates side = {.n_items = 0};
    operators_add_operator(f, &side, both.item[1 - converted], name);
    for (int k = 0; k < side.n_items; k++) {
      Operands tried;
      if (!fits_converted(f, span, side.item[k], &both, converted, &tried))
        continue;
      if (function) {
        *is_ambiguous = true;
        return false;
      }
      function = side.item[k];
      found = tried;
    }
    if (function) both = found;
  }
  if (!function) return false;
  *value = operators_call_function(f, span, function, &both);
  return true;
}

/* --- arrays --- */

static bool operators_is_elementwise(AstOperator op, const Value *left,
                                     const Value *right)
{
  bool same = value_same_shape(left, right);
  bool one = left->rank == 0 || right->rank == 0;
  switch (op) {
  case AST_ADD:
  case AST_SUB: return same;
  case AST_MUL: return one;
  case AST_DIV: return right->rank == 0;
  case AST_EL_ADD:
  case AST_EL_SUB:
  case AST_EL_MUL:
  case AST_EL_DIV:
  case AST_EL_POW: return same || one;
  case AST_POW:
  case AST_LT:
  case AST_LE:
  case AST_GT:
  case AST_GE:
  case AST_EQ:
  case AST_NE:
  case AST_AND:
  case AST_OR:
  case AST_NOT: /* and the signs: of one operand */
  case AST_PLUS:
  case AST_MINUS:
  case AST_EL_PLUS:
  case AST_EL_MINUS: break;
  }
  return false;
}

static Value *operators_element(const Flattening *f, Value *v, int i)
{
  return v->rank == 0 ? v : value_element(&f->typing, v, v->rank, i);
}

static Value *elementwise(const Flattening *f, Span span, AstOperator op,
                          Value *left, Value *right)
{
  assert(left->rank > 0 || right->rank > 0);
  const Value *shape = left->rank > 0 ? left : right;
  Value **item =
      arena_array(f->s->flat_arena, (size_t)shape->n_elements, sizeof item[0]);
  for (int i = 0; i < shape->n_elements; i++) {
    item[i] = operators_binary(f, span, op, operators_element(f, left, i),
                               operators_element(f, right, i));
    if (!item[i]) return NULL;
  }
  return value_stack(&f->typing, span, item, shape->n_elements, shape->rank,
                     shape->dim);
}

/* The operators with a dot: they work on elements, whatever functions of
 * arrays the record overloads (section 14.5). */
static bool operators_has_dot(AstOperator op)
{
  return op == AST_EL_ADD || op == AST_EL_SUB || op == AST_EL_MUL ||
         op == AST_EL_DIV || op == AST_EL_POW;
}

/* The '0' of the class of an array of records; NULL after E204. */
static Value *operators_zero(const Flattening *f, Span span, const Value *array,
                             const char *what)
{
  Candidates list = {.n_items = 0};
  Operands none = {.n_items = 0};
  bool is_ambiguous = false;
  operators_add_operator(f, &list, array, "'0'");
  InstClass *function = operators_find_function(f, &list, &none, &is_ambiguous);
  if (function) return operators_call_function(f, span, function, &none);
  fault_error(f->faults, span, E204, "%s, and no operator '0' for %s", what,
              value_type_text(&f->typing, array));
  return NULL;
}

/* Section 14.5, of a matrix and a vector or matrix; vectors are not
 * multiplied by their elements. */
static Value *operators_product(const Flattening *f, Span span, Value *left,
                                Value *right)
{
  assert(left->rank == 2 && (right->rank == 1 || right->rank == 2));
  int n_rows = left->dim[0], n_inner = left->dim[1];
  int n_columns = right->rank == 2 ? right->dim[1] : 1;
  if (right->dim[0] != n_inner) {
    fault_error(f->faults, span, E213, "'*' cannot combine %s with %s",
                value_type_text(&f->typing, left),
                value_type_text(&f->typing, right));
    return NULL;
  }
  int n = n_rows * n_columns, dim[2] = {n_rows, n_columns};
  Value **item = arena_array(f->s->flat_arena, (size_t)n + 1, sizeof item[0]);
  for (int k = 0; k < n; k++) {
    Value *total = NULL;
    for (int i = 0; i < n_inner; i++) {
      Value *one = operators_binary(
          f, span, AST_MUL,
          operators_element(f, left, k / n_columns * n_inner + i),
          operators_element(f, right, i * n_columns + k % n_columns));
      total = total ? operators_binary(f, span, AST_ADD, total, one) : one;
      if (!total) return NULL;
    }
    item[k] = total ? total
                    : operators_zero(f, span,
                                     left->kind == VALUE_RECORD ? left : right,
                                     "an empty product");
    if (!item[k]) return NULL;
  }
  return value_stack(&f->typing, span, item, n, right->rank, dim);
}

Value *operators_binary(const Flattening *f, Span span, AstOperator op,
                        Value *left, Value *right)
{
  bool is_ambiguous = false;
  const char *name = operator_name(op);
  Value *value;
  if (!left || !right) return NULL;
  bool is_array = left->rank > 0 || right->rank > 0;
  if (!(is_array && operators_has_dot(op)) &&
      operators_apply(f, span, name, left, right, &value, &is_ambiguous))
    return value;
  if (!is_ambiguous && is_array) {
    if (operators_is_elementwise(op, left, right))
      return elementwise(f, span, op, left, right);
    if (op == AST_MUL && left->rank == 2 &&
        (right->rank == 1 || right->rank == 2))
      return operators_product(f, span, left, right);
  }
  Operands both = {.item = {left, right}, .n_items = 2};
  operators_report(f, span, name, &both, is_ambiguous);
  return NULL;
}

Value *operators_unary(const Flattening *f, Span span, AstOperator op,
                       Value *operand)
{
  Candidates list = {.n_items = 0};
  bool is_ambiguous = false;
  if (!operand || op == AST_PLUS || op == AST_EL_PLUS) return operand;
  Operands one = {.item = {operand}, .n_items = 1};
  operators_add_operator(f, &list, operand, operator_name(op));
  InstClass *function = operators_find_function(f, &list, &one, &is_ambiguous);
  if (function) return operators_call_function(f, span, function, &one);
  if (operand->rank == 0 || is_ambiguous) {
    operators_report(f, span, operator_name(op), &one, is_ambiguous);
    return NULL;
  }
  int n = operand->n_elements;
  Value **item = arena_array(f->s->flat_arena, (size_t)n, sizeof item[0]);
  for (int i = 0; i < n; i++) {
    item[i] = operators_unary(f, span, op, operators_element(f, operand, i));
    if (!item[i]) return NULL;
  }
  return value_stack(&f->typing, span, item, n, operand->rank, operand->dim);
}

Value *operators_sum(const Flattening *f, Span span, const Value *array)
{
  assert(array->kind == VALUE_RECORD);
  Value *total = NULL;
  for (int i = 0; i < array->n_elements; i++) {
    Value *one = value_element(&f->typing, array, array->rank, i);
    total = total ? operators_binary(f, span, AST_ADD, total, one) : one;
    if (!total) return NULL;
  }
  return total ? total : operators_zero(f, span, array, "an empty sum");
}

/* --- constructors --- */

InstClass *operators_constructor(const Flattening *f, InstClass *record)
{
  Found found =
      lookup_in_class(f->lookup, record, session_name(f->s, "'constructor'"));
  return found.kind == FOUND_CLASS ? found.class_def : NULL;
}

/* Arguments by position and by name fit the inputs, and the others have
 * defaults. */
static bool call_fits(const Flattening *f, InstClass *function,
                      const AstExpr *call, Value *const *value,
                      bool by_elements)
{
  Components variables =
      instance_components(f, instance_constants(f, function));
  int n = 0, n_named = 0;
  for (int i = 0; i < variables.n_items; i++) {
    const Instance *input = variables.item[i];
    if (input->prefix.causality != AST_INPUT) continue;
    const Value *given = n < call->n_args ? value[n] : NULL;
    for (int k = 0; !given && k < call->n_named; k++) {
      if (call->named[k].name != input->name) continue;
      given = value[call->n_args + k];
      n_named++;
    }
    bool fits = !given        ? binding_exists(input)
                : by_elements ? operators_fits_type(f, input, given)
                              : operators_fits(f, input, given);
    if (!fits) return false;
    n++;
  }
  return n >= call->n_args && n_named == call->n_named;
}

/* As they are, then element by element (section 12.4.6). */
InstClass *operators_of_call(const Flattening *f, InstClass *operator,
                             const AstExpr * call, Value *const *value,
                             bool *is_ambiguous)
{
  Candidates list = {.n_items = 0};
  InstClass *found = NULL;
  add_functions(f, &list, operator);
  *is_ambiguous = false;
  for (int turn = 0; turn < 2 && !found; turn++) {
    for (int i = 0; i < list.n_items; i++) {
      if (!call_fits(f, list.item[i], call, value, turn == 1)) continue;
      *is_ambiguous = found != NULL;
      if (found) return NULL;
      found = list.item[i];
    }
  }
  return found;
}

InstClass *operators_string(const Flattening *f, const Value *operand)
{
  assert(operand->kind == VALUE_RECORD);
  InstClass *c = operand->record->class_def;
  if (!c) return NULL;
  Found found = lookup_in_class(f->lookup, c, session_name(f->s, "'String'"));
  return found.kind == FOUND_CLASS ? found.class_def : NULL;
}
