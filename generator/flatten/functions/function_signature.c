/* function_signature.c: which procedure a call needs: one for each combination
 * of the shapes of the arguments, and of the values that sizes depend on. */
#include <string.h>

#include "flatten/functions/function_arguments.h"
#include "flatten/functions/function_record.h"
#include "flatten/functions/function_variables.h"
#include "flatten/values/open_array.h"

/* --- inputs whose value is part of the procedure --- */

static bool function_signature_names(const AstExpr *expr, Name name)
{
  if (!expr) return false;
  if (expr->kind == AST_REFERENCE && expr->reference->n_parts == 1 &&
      expr->reference->part[0].ident == name) {
    return true;
  }
  for (int i = 0; i < expr->n_args; i++) {
    if (function_signature_names(expr->arg[i], name)) return true;
  }
  return false;
}

/* Do sizes of variables, or bindings that sizes may come from, name it? */
static bool is_structural(const Flattening *f, FunctionBuild *b,
                          const Instance *input)
{
  for (int i = 0; i < b->variables->n_items; i++) {
    Instance *variable = b->variables->item[i];
    for (int k = 0; k < variable->rank; k++) {
      if (function_signature_names(variable->dimension[k].written->expr,
                                   input->name))
        return true;
    }
    const Modifier *m = variable->modifier;
    bool is_size =
        variable->prefix.causality != AST_INPUT && m && m->value &&
        instance_is_variable(variable) &&
        (variable->class_def->type == FLAT_INTEGER || variable->rank > 0);
    if (is_size && function_signature_names(m->value, input->name)) return true;
    if (function_record_names(f, variable, function_signature_names,
                              input->name))
      return true;
  }
  return false;
}

static bool is_open_text(const Flattening *f, const Value *text)
{
  for (int i = 0; i < text->n_elements; i++) {
    if (text_is_open(value_at(&f->typing, text, i))) return true;
  }
  return false;
}

/* The value is part of the procedure. */
bool function_build_is_specialised(const Flattening *f, FunctionBuild *b,
                                   const Instance *input, const Value *arg)
{
  if (arg->kind == VALUE_FUNCTION) return false;
  if (arg->kind == VALUE_RECORD || open_is(arg)) return false;
  if (arg->type == FLAT_STRING) {
    /* C gets its Strings while running in any case. */
    return !b->function->ast->external && !is_open_text(f, arg);
  }
  return arg->rank == 0 && arg->type != FLAT_REAL &&
         arg->variability <= FLAT_PARAMETER && is_structural(f, b, input);
}

/* --- one text for each combination --- */

static const char *signature(const Flattening *f, FunctionBuild *b,
                             const Value *v, bool with_values)
{
  const Typing *t = &f->typing;
  Arena *scratch = session_scratch(f->s);
  if (v->kind == VALUE_FUNCTION) return function_value_signature(f, v);
  const char *text = value_type_text(t, v);
  if (open_is(v) && v->open.outside)
    text = arena_printf(scratch, "%s@%d", text, v->open.outside->number);
  if (v->kind == VALUE_RECORD) {
    for (int k = 0; k < v->record->n_fields; k++) {
      text = arena_printf(scratch, "%s.%s", text,
                          signature(f, b, v->field[k], with_values));
    }
    return text;
  }
  for (int i = 0; with_values && i < v->n_elements; i++) {
    FlatExpr *e = types_constant(t, value_at(t, v, i));
    if (!e) return NULL;
    text = e->type == FLAT_STRING ? arena_printf(scratch, "%s=%zu:%s", text,
                                                 strlen(e->string), e->string)
           : e->type == FLAT_BOOLEAN
               ? arena_printf(scratch, "%s=%d", text, e->boolean)
               : arena_printf(scratch, "%s=%lld", text, (long long)e->integer);
  }
  return text;
}

Name function_build_key(const Flattening *f, FunctionBuild *b, Value **arg)
{
  Arena *scratch = session_scratch(f->s);
  ArenaMark mark = arena_mark(scratch);
  const char *key = "";
  for (int i = 0, k = 0; key && i < b->variables->n_items; i++) {
    const Instance *variable = b->variables->item[i];
    if (!function_is_input(variable)) continue;
    const char *one = signature(
        f, b, arg[k], function_build_is_specialised(f, b, variable, arg[k]));
    key = one ? arena_printf(scratch, "%s;%s", key, one) : NULL;
    k++;
  }
  Name name = key ? session_name(f->s, key) : NULL;
  arena_release(mark);
  return name;
}
