/* expressions.c: names are resolved here, types.c does the rest. */
#include "flatten/expressions.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"

/* --- references --- */

/* The path of the component around, for messages from inside of it. */
static void note_instance(Flattening *f, Diagnostic *d, Context context)
{
  const Instance *instance = context.instance;
  if (!instance || !instance->element) return;
  fault_note(f->faults, d, instance->element->name_span, "in component '%s'",
             instance->path);
}

static FlatExpr *request_constant(Flattening *f, FlatExpr *expr)
{
  Variable *variable = &f->variable[expr->variable.i];
  f->use = vector_grow(f->arena, f->use, &f->cap_uses, f->n_uses + 1,
                       sizeof f->use[0]);
  f->use[f->n_uses++] = expr;
  if (variable->is_requested) return expr;
  variable->is_requested = true;
  f->request = vector_grow(f->arena, f->request, &f->cap_requests,
                           f->n_requests + 1, sizeof f->request[0]);
  f->request[f->n_requests++] = expr->variable;
  return expr;
}

static FlatExpr *instance_value(Flattening *f, const Instance *instance,
                                const AstReference *name)
{
  if (instance->broken) return NULL;
  if (instance->variable.i < 0) {
    fault_error(f->faults, name->span, E290,
                "using the whole %s '%s' as a value is not supported yet",
                lookup_restriction(instance->scope), instance->path);
    return NULL;
  }
  FlatExpr *expr = types_variable(&f->typing, name->span, instance->variable,
                                  &f->flat->var[instance->variable.i]);
  bool is_visible = instance->variable.i < f->n_visible;
  return is_visible ? expr : request_constant(f, expr);
}

static void report_no_part(Flattening *f, const Instance *instance,
                           const AstNamePart *part)
{
  if (instance->variable.i >= 0) {
    fault_error(f->faults, part->span, E202,
                "'%s' is a %s and has no part '%s'", instance->path,
                instance->scope->full_name, part->ident);
    return;
  }
  Suggestion near = suggest_for(f->s, part->ident);
  lookup_offer_members(f->lookup, instance->scope, false, &near);
  fault_error(f->faults, part->span, E202,
              "'%s' of %s '%s' has no component '%s'%s", instance->path,
              lookup_restriction(instance->scope), instance->scope->full_name,
              part->ident, suggest_text(f->s, &near));
}

/* From the component of the first part down to the last. */
static FlatExpr *walk_instances(Flattening *f, const Instance *instance,
                                const AstReference *name, int next)
{
  for (int i = next; i < name->n_parts; i++) {
    if (instance->broken) return NULL;
    const AstNamePart *part = &name->part[i];
    const Instance *child = instance_child(f, instance, part->ident);
    if (!child) {
      report_no_part(f, instance, part);
      return NULL;
    }
    if (child->element->is_protected) {
      fault_error(f->faults, part->span, E202, "'%s' is protected in '%s'",
                  part->ident, instance->path);
      return NULL;
    }
    instance = child;
  }
  return instance_value(f, instance, name);
}

/* A component seen from outside of any instance of its class. */
static FlatExpr *class_constant(Flattening *f, ClassScope *scope,
                                const Entry *entry, const AstReference *name,
                                int part)
{
  if (entry->element->prefix.variability != AST_CONSTANT) {
    Diagnostic *d = fault_error(
        f->faults, name->part[part].span, E209,
        "'%s' belongs to %s '%s' and is no constant: it cannot be used here",
        entry->name, lookup_restriction(scope), scope->full_name);
    fault_note(f->faults, d, entry->element->name_span, "declared here");
    return NULL;
  }
  Instance *constants = instantiate_constants(f, scope);
  const Instance *child = instance_child(f, constants, entry->name);
  if (!child) return NULL; /* its base was reported */
  return walk_instances(f, child, name, part + 1);
}

static void report_no_member(Flattening *f, ClassScope *scope,
                             const AstNamePart *part)
{
  Suggestion near = suggest_for(f->s, part->ident);
  lookup_offer_members(f->lookup, scope, false, &near);
  fault_error(f->faults, part->span, E202, "%s '%s' has no element '%s'%s",
              lookup_restriction(scope), scope->full_name, part->ident,
              suggest_text(f->s, &near));
}

/* name->part[part] is the class; what follows leads to a constant in it. */
static FlatExpr *walk_classes(Flattening *f, ClassScope *scope,
                              const AstReference *name, int part)
{
  for (int i = part + 1; i < name->n_parts; i++) {
    if (scope->ast && scope->ast->form == AST_ENUMERATION) {
      fault_unsupported(f->faults, name->span, "an enumeration");
      return NULL;
    }
    const Entry *entry = lookup_member(f->lookup, scope, name->part[i].ident);
    if (!entry) {
      report_no_member(f, scope, &name->part[i]);
      return NULL;
    }
    if (entry->element && entry->element->is_protected) {
      fault_error(f->faults, name->part[i].span, E202,
                  "'%s' is protected in '%s'", entry->name, scope->full_name);
      return NULL;
    }
    if (!entry->class_scope) return class_constant(f, scope, entry, name, i);
    scope = entry->class_scope;
  }
  fault_error(f->faults, name->span, E204, "'%s' is a %s, a value is needed",
              scope->full_name, lookup_restriction(scope));
  return NULL;
}

static FlatExpr *report_unknown(Flattening *f, Context context,
                                const AstReference *name)
{
  const AstNamePart *part = &name->part[0];
  const AstElement *import = lookup_import(context.scope);
  if (lookup_is_incomplete(f->lookup, context.scope)) return NULL;
  if (import) {
    Diagnostic *d = fault_unsupported(f->faults, import->span, "import");
    fault_note(f->faults, d, part->span, "needed to find '%s'", part->ident);
    return NULL;
  }
  Suggestion near = suggest_for(f->s, part->ident);
  lookup_offer(f->lookup, context.scope, name->n_parts > 1, &near);
  lookup_offer_members(f->lookup, context.scope, false, &near);
  suggest_offer(&near, "time");
  Diagnostic *d =
      fault_error(f->faults, part->span, E202, "unknown name '%s'%s",
                  part->ident, suggest_text(f->s, &near));
  fault_note_library(f->faults, d, part->ident);
  note_instance(f, d, context);
  return NULL;
}

/* A component that was refused as a whole, an array for instance. */
static bool is_refused(Flattening *f, Context context, const AstReference *name)
{
  if (!context.instance || name->leading_dot) return false;
  const Instance *first =
      instance_child(f, context.instance, name->part[0].ident);
  return first && first->broken;
}

static bool check_subscripts(Flattening *f, Context context,
                             const AstReference *name)
{
  for (int i = 0; i < name->n_parts; i++) {
    if (name->part[i].n_subscripts == 0) continue;
    if (!is_refused(f, context, name)) {
      fault_unsupported(f->faults, name->part[i].span, "an array subscript");
    }
    return false;
  }
  return true;
}

static FlatExpr *resolve(Flattening *f, Context context,
                         const AstReference *name)
{
  ClassScope *where = f->lookup->root;
  Name first = name->part[0].ident;
  const Entry *entry =
      name->leading_dot
          ? lookup_own(f->lookup, where, first)
          : lookup_simple(f->lookup, context.scope, first, &where);
  if (!entry && strcmp(first, "time") == 0 && name->n_parts == 1) {
    return types_time(&f->typing, name->span);
  }
  if (!entry) return report_unknown(f, context, name);
  if (entry->class_scope) {
    return walk_classes(f, entry->class_scope, name, 0);
  }
  if (!context.instance || where != context.scope) {
    return class_constant(f, where, entry, name, 0);
  }
  const Instance *child = instance_child(f, context.instance, first);
  if (!child) return NULL; /* its base was reported */
  return walk_instances(f, child, name, 1);
}

static FlatExpr *reference(Flattening *f, Context context,
                           const AstReference *name)
{
  if (!check_subscripts(f, context, name)) return NULL;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  FlatExpr *expr = resolve(f, context, name);
  arena_release(mark);
  return expr;
}

/* --- calls --- */

static void report_class_call(Flattening *f, const AstExpr *call,
                              const ClassScope *scope)
{
  switch (scope->ast->restriction) {
  case AST_FUNCTION:
  case AST_OPERATOR_FUNCTION:
    fault_error(f->faults, call->span, E290,
                "calling the function '%s' is not supported yet",
                scope->full_name);
    break;
  case AST_RECORD:
  case AST_OPERATOR_RECORD:
    fault_error(f->faults, call->span, E290,
                "the record constructor '%s' is not supported yet",
                scope->full_name);
    break;
  default:
    fault_error(f->faults, call->reference->span, E204,
                "%s '%s' cannot be called like a function",
                lookup_restriction(scope), scope->full_name);
  }
}

static void report_unknown_function(Flattening *f, Context context,
                                    const AstReference *name)
{
  if (lookup_is_incomplete(f->lookup, context.scope)) return;
  Suggestion near = suggest_for(f->s, name->part[0].ident);
  for (int i = 0; types_function_word(i); i++) {
    suggest_offer(&near, types_function_word(i));
  }
  lookup_offer(f->lookup, context.scope, true, &near);
  Diagnostic *d =
      fault_error(f->faults, name->span, E202, "unknown function '%s'%s",
                  lookup_reference_text(f->s, name, name->n_parts),
                  name->n_parts == 1 ? suggest_text(f->s, &near) : "");
  fault_note_library(f->faults, d, name->part[0].ident);
  note_instance(f, d, context);
}

/* A function of the model hides the built-in one of that name. False after a
 * diagnostic. */
static bool find_function(Flattening *f, Context context, const AstExpr *call,
                          FlatFunction *function)
{
  const AstReference *name = call->reference;
  Name first = name->part[0].ident;
  ClassScope *where;
  const Entry *entry = lookup_simple(f->lookup, context.scope, first, &where);
  if (entry && entry->class_scope && entry->class_scope->ast) {
    ClassScope *scope = lookup_class(f->lookup, context.scope, name);
    if (scope) report_class_call(f, call, scope);
    return false;
  }
  if (entry && !entry->class_scope) {
    fault_error(f->faults, name->span, E204, "'%s' is a variable, no function",
                first);
    return false;
  }
  if (name->n_parts == 1 && types_find_function(first, function)) return true;
  if (name->n_parts == 1 && types_is_unsupported_function(first)) {
    fault_error(f->faults, call->span, E290, "'%s' is not supported yet",
                first);
  } else {
    report_unknown_function(f, context, name);
  }
  return false;
}

/* Only homotopy() names its arguments (section 3.7.4.4). */
static const AstExpr *named_argument(Flattening *f, const AstExpr *call,
                                     FlatFunction function, int index)
{
  static const char *const homotopy[] = {"actual", "simplified"};
  if (function != FLAT_HOMOTOPY) {
    fault_error(f->faults, call->named[0].span, E208,
                "the arguments of '%s' have no names",
                flat_function_name(function));
    return NULL;
  }
  if (index >= 2) {
    fault_error(f->faults, call->span, E208, "'homotopy' takes 2 arguments");
    return NULL;
  }
  for (int i = 0; i < call->n_named; i++) {
    if (strcmp(call->named[i].name, homotopy[index]) == 0) {
      return call->named[i].value;
    }
  }
  fault_error(f->faults, call->span, E208, "'homotopy' needs the argument '%s'",
              homotopy[index]);
  return NULL;
}

static FlatExpr *call_arguments(Flattening *f, Context context,
                                const AstExpr *call, FlatFunction function)
{
  int n_args = call->n_args + call->n_named;
  FlatExpr **arg =
      arena_array(session_scratch(f->s), (size_t)n_args, sizeof arg[0]);
  bool good = true;
  if (function == FLAT_NO_EVENT) f->typing.no_events++;
  for (int i = 0; i < n_args; i++) {
    const AstExpr *written =
        i < call->n_args ? call->arg[i] : named_argument(f, call, function, i);
    arg[i] = written ? expression_flatten(f, context, written) : NULL;
    good = good && written;
  }
  if (function == FLAT_NO_EVENT) f->typing.no_events--;
  if (!good) return NULL;
  return types_call(&f->typing, call->span, function, arg, n_args);
}

static FlatExpr *call_function(Flattening *f, Context context,
                               const AstExpr *call)
{
  FlatFunction function;
  ArenaMark mark = arena_mark(session_scratch(f->s));
  FlatExpr *expr = NULL;
  if (call->n_iterators > 0) {
    fault_unsupported(f->faults, call->span, "a call with 'for'");
  } else if (find_function(f, context, call, &function)) {
    expr = call_arguments(f, context, call, function);
  }
  arena_release(mark);
  return expr;
}

/* --- operators --- */

/* clang-format off */
static FlatFunction binary_function(AstOperator op)
{
  switch (op) {
  case AST_ADD:
  case AST_EL_ADD: return FLAT_ADD;
  case AST_SUB:
  case AST_EL_SUB: return FLAT_SUBTRACT;
  case AST_MUL:
  case AST_EL_MUL: return FLAT_MULTIPLY;
  case AST_DIV:
  case AST_EL_DIV: return FLAT_DIVIDE;
  case AST_POW:
  case AST_EL_POW: return FLAT_POWER;
  case AST_LT: return FLAT_LESS;
  case AST_LE: return FLAT_LESS_EQUAL;
  case AST_GT: return FLAT_GREATER;
  case AST_GE: return FLAT_GREATER_EQUAL;
  case AST_EQ: return FLAT_EQUAL;
  case AST_NE: return FLAT_NOT_EQUAL;
  case AST_AND: return FLAT_AND;
  case AST_OR: return FLAT_OR;
  default: break;
  }
  assert(false && "no binary operator");
  return FLAT_ADD;
}
/* clang-format on */

/* a + b + c + ... leans to the left as far as the text goes: it is unrolled
 * along that side. */
static FlatExpr *binary(Flattening *f, Context context, const AstExpr *expr)
{
  int depth = 0;
  const AstExpr *leftmost = expr;
  for (; leftmost->kind == AST_BINARY; leftmost = leftmost->arg[0])
    depth++;

  ArenaMark mark = arena_mark(session_scratch(f->s));
  const AstExpr **spine =
      arena_array(session_scratch(f->s), (size_t)depth, sizeof spine[0]);
  const AstExpr *at = expr;
  for (int i = 0; i < depth; i++, at = at->arg[0])
    spine[i] = at;

  FlatExpr *left = expression_flatten(f, context, leftmost);
  for (int i = depth - 1; i >= 0; i--) {
    FlatExpr *right = expression_flatten(f, context, spine[i]->arg[1]);
    left = types_binary(&f->typing, spine[i]->span,
                        binary_function(spine[i]->op), left, right);
  }
  arena_release(mark);
  return left;
}

static FlatExpr *unary(Flattening *f, Context context, const AstExpr *expr)
{
  FlatExpr *operand = expression_flatten(f, context, expr->arg[0]);
  if (expr->op == AST_NOT) {
    return types_unary(&f->typing, expr->span, FLAT_NOT, operand);
  }
  if (expr->op == AST_MINUS || expr->op == AST_EL_MINUS) {
    return types_unary(&f->typing, expr->span, FLAT_NEGATE, operand);
  }
  if (operand && operand->type != FLAT_REAL && operand->type != FLAT_INTEGER) {
    fault_error(f->faults, operand->span, E204,
                "'+' needs a number, this is %s", types_a_name(operand->type));
    return NULL;
  }
  return operand;
}

/* if, elseif, ..., else becomes nested ifs, made from the last one on. */
static FlatExpr *conditional(Flattening *f, Context context,
                             const AstExpr *expr)
{
  assert(expr->n_args >= 3 && expr->n_args % 2 == 1);
  ArenaMark mark = arena_mark(session_scratch(f->s));
  FlatExpr **arg =
      arena_array(session_scratch(f->s), (size_t)expr->n_args, sizeof arg[0]);
  for (int i = 0; i < expr->n_args; i++) {
    arg[i] = expression_flatten(f, context, expr->arg[i]);
  }
  FlatExpr *value = arg[expr->n_args - 1];
  for (int i = expr->n_args - 3; i >= 0; i -= 2) {
    value = types_if(&f->typing, expr->span, arg[i], arg[i + 1], value);
  }
  arena_release(mark);
  return value;
}

/* The syntax tree is gone when the flat model is read. */
static FlatExpr *string_literal(Flattening *f, const AstExpr *expr)
{
  const char *copy =
      arena_copy_text(f->typing.arena, expr->string, strlen(expr->string));
  return types_string(&f->typing, expr->span, copy);
}

static FlatExpr *unsupported(Flattening *f, const AstExpr *expr,
                             const char *construct)
{
  fault_unsupported(f->faults, expr->span, construct);
  return NULL;
}

/* clang-format off */
FlatExpr *expression_flatten(Flattening *f, Context context,
                             const AstExpr *expr)
{
  Typing *t = &f->typing;
  switch (expr->kind) {
  case AST_REAL: return types_real(t, expr->span, expr->real);
  case AST_INTEGER: return types_integer(t, expr->span, expr->integer);
  case AST_STRING: return string_literal(f, expr);
  case AST_FALSE: return types_boolean(t, expr->span, false);
  case AST_TRUE: return types_boolean(t, expr->span, true);
  case AST_REFERENCE: return reference(f, context, expr->reference);
  case AST_UNARY: return unary(f, context, expr);
  case AST_BINARY: return binary(f, context, expr);
  case AST_IF: return conditional(f, context, expr);
  case AST_CALL: return call_function(f, context, expr);
  case AST_END: return unsupported(f, expr, "'end' in a subscript");
  case AST_COLON: return unsupported(f, expr, "':'");
  case AST_RANGE: return unsupported(f, expr, "a range");
  case AST_PARTIAL: return unsupported(f, expr, "a function as an argument");
  case AST_ARRAY: return unsupported(f, expr, "an array constructor");
  case AST_MATRIX: return unsupported(f, expr, "a matrix constructor");
  case AST_TUPLE: return unsupported(f, expr, "a list of results");
  case AST_SUBSCRIPTED: return unsupported(f, expr, "an array subscript");
  }
  return NULL;
}
/* clang-format on */
