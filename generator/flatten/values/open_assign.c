/* open_assign.c: assignments where the size of one side is computed while the
 * function runs. */
#include <assert.h>

#include "flatten/values/open_array.h"
#include "flatten/values/procedure_build.h"

/* The sizes may be named in each other: x := transpose(x). */
static void set_sizes(const Typing *t, Span span, const Value *target,
                      const Value *value)
{
  assert(open_is(target) && open_is(value) && target->rank == value->rank);
  FlatExpr **kept = open_new_sizes(t, value->rank);
  for (int i = 0; i < value->rank; i++) {
    FlatExpr *size = value->open.size[i];
    bool is_plain = value->rank == 1 || types_is_literal(size);
    kept[i] = is_plain ? size : open_keep(t, span, "size", size);
  }
  for (int i = 0; i < value->rank; i++)
    open_set(t, span, target->open.size[i], kept[i]);
}

static bool open_assign_share(const Typing *t, Span span, const Value *target,
                              const Value *value, bool is_declared, Name name)
{
  const Value *fresh = open_is(value) && !value->open.is_variable
                           ? value
                           : open_copy(t, span, value);
  if (fresh) {
    fresh = open_convert(t, fresh, target->type, target->enumeration, name);
  }
  if (!fresh) return false;
  if (is_declared && !open_check_sizes(t, span, target, fresh)) return false;
  if (!is_declared) set_sizes(t, span, target, fresh);
  FlatExpr *handle =
      types_local(t, span, fresh->type, fresh->enumeration, fresh->open.slot);
  FlatExpr *to = types_local(t, span, target->type, target->enumeration,
                             target->open.slot);
  open_set(t, span, to, handle);
  return true;
}

/* A target of known size. */
static bool spread(const Typing *t, Span span, const Value *target,
                   const Value *value, Name name)
{
  value = open_convert(t, value, target->type, target->enumeration, name);
  if (!value || !open_check_sizes(t, span, target, value)) return false;
  int n = target->n_elements;
  FlatExpr **scalar =
      arena_array(value_arena(t), (size_t)n + 1, sizeof scalar[0]);
  for (int i = 0; i < n; i++)
    scalar[i] = open_read(t, span, value, open_integer(t, span, i + 1));
  return function_build_assign_known(
      t, span, target,
      value_array(t, span, target->type, target->enumeration, target->rank,
                  target->dim, scalar));
}

/* What is no open array, before any field gets its new value: values may name
 * fields of the target. */
static Value *kept_field(const Typing *t, Span span, const Value *target,
                         Value *value, Name name)
{
  value = value_bind(t, value, target, "the value of", name);
  Value *kept = value ? function_build_locals(t, name, value) : NULL;
  return kept && function_build_assign_known(t, span, kept, value) ? kept
                                                                   : NULL;
}

/* Field by field, with the fields of the value in the order of the target. The
 * recursion follows the records inside of records. */
static bool assign_fields(const Typing *t, Span span, const Value *target,
                          const Value *value)
{
  int n = target->record->n_fields;
  Value **kept = arena_array(value_arena(t), (size_t)n + 1, sizeof kept[0]);
  for (int pass = 0; pass < 3; pass++) {
    for (int k = 0; k < n; k++) {
      Name name = target->record->field[k];
      Value *to = target->field[k], *from = (Value *)value_field(value, name);
      Value *pair[] = {to, from};
      bool is_plain = !open_concerns(pair, 2);
      if (pass == 0 && is_plain &&
          !(kept[k] = kept_field(t, span, to, from, name)))
        return false;
      if (pass == 1 && !is_plain &&
          !open_assign(t, span, to, from, false, name))
        return false;
      if (pass == 2 && is_plain &&
          !function_build_assign_known(t, span, to, kept[k]))
        return false;
    }
  }
  return true;
}

static bool assign_record(const Typing *t, Span span, const Value *target,
                          const Value *value)
{
  bool fits = target->kind == value->kind && target->rank == value->rank;
  for (int k = 0; fits && k < target->record->n_fields; k++)
    fits = value_field(value, target->record->field[k]) != NULL;
  if (!fits) {
    fault_error(t->faults, span, E204, "%s is assigned to %s",
                value_type_text(t, value), value_type_text(t, target));
    return false;
  }
  if (target->rank > 0)
    return open_refuse(t, span, "an array of records") != NULL;
  return assign_fields(t, span, target, value);
}

bool open_assign(const Typing *t, Span span, const Value *target,
                 const Value *value, bool is_declared, Name name)
{
  if (target->kind == VALUE_RECORD || value->kind == VALUE_RECORD)
    return assign_record(t, span, target, value);
  assert(open_is(target) || open_is(value));
  if (target->rank != value->rank) {
    fault_error(t->faults, span, E213, "%s is assigned to %s",
                value_type_text(t, value), value_type_text(t, target));
    return false;
  }
  return open_is(target)
             ? open_assign_share(t, span, target, value, is_declared, name)
             : spread(t, span, target, value, name);
}

bool function_build_assign(const Typing *t, Span span, const Value *target,
                           const Value *value)
{
  Value *pair[] = {(Value *)target, (Value *)value};
  if (open_concerns(pair, 2)) {
    return open_assign(t, span, target, value, false, "array");
  }
  return function_build_assign_known(t, span, target, value);
}
