/* constraint.c: constraining types, and what takes their place. */
#include "flatten/instances/constraint.h"

#include <assert.h>

#include "flatten/instances/subtype.h"

/* --- types --- */

/* The class that is there without a redeclaration; NULL: faulty, reported. */
static InstClass *constraint_replaced_class(const Lookup *l,
                                            const Replacement *r)
{
  const AstElement *original = r->original;
  return original->kind == AST_ELEMENT_COMPONENT
             ? lookup_class(l, r->context, original->type)
             : lookup_written(l, original->class_def, r->context);
}

/* NULL: faulty, reported. */
static InstClass *constraining_class(const Lookup *l, const Replacement *r)
{
  const AstConstraint *constraint = r->original->constraint;
  return constraint ? lookup_class(l, r->context, constraint->type)
                    : constraint_replaced_class(l, r);
}

static void constraint_note(const Lookup *l, const Replacement *r,
                            const Misfit *why, Diagnostic *d)
{
  const AstElement *original = r->original;
  fault_note(l->faults, d, why->span, "%s", why->text);
  fault_note(l->faults, d,
             original->kind == AST_ELEMENT_CLASS
                 ? original->class_def->name_span
                 : original->name_span,
             original->outer ? "declared as outer here"
                             : "declared as replaceable here");
}

static void constraint_report(const Lookup *l, const Replacement *r,
                              InstClass *type, const Misfit *why)
{
  Name given = subtype_end(l, r->given)->class_name;
  bool is_outer = r->original->outer;
  Diagnostic *d =
      fault_error(l->faults, r->redeclared->span, E211,
                  "%s '%s' cannot %s '%s'", lookup_restriction(r->given), given,
                  is_outer ? "be inner here: the outer element is of the type"
                           : "take this place: the constraining type is",
                  subtype_end(l, type)->class_name);
  constraint_note(l, r, why, d);
}

/* Section 6.5: who has connected the class that was there goes on with this
 * one, although the constraining type promises too little: a warning, in the
 * text of a library. */
static bool constraint_check_plug(const Lookup *l, const Replacement *r,
                                  InstClass *type)
{
  Misfit why, of_replaced;
  if (subtype_plugs(l, r->given, type, &why)) return true;
  InstClass *replaced = constraint_replaced_class(l, r);
  bool is_clear = replaced &&
                  fault_is_from_library(l->faults, r->redeclared->span) &&
                  subtype_plugs(l, r->given, replaced, &of_replaced);
  if (!is_clear) {
    constraint_report(l, r, type, &why);
    return false;
  }
  Diagnostic *d = fault_warning(
      l->faults, r->redeclared->span, W210,
      "%s '%s' has more to connect than its constraining type '%s'",
      lookup_restriction(r->given), subtype_end(l, r->given)->class_name,
      subtype_end(l, type)->class_name);
  constraint_note(l, r, &why, d);
  return true;
}

/* Section 7.3.2; what is outer is compared with its own dimensions. */
static bool constraint_check_dimensions(const Lookup *l, const Replacement *r,
                                        InstClass *type)
{
  int given = subtype_count_dimensions(l, r->given),
      wanted = subtype_count_dimensions(l, type);
  if (given == wanted || r->original->outer ||
      r->original->n_subscripts + r->original->n_type_subscripts > 0)
    return true;
  Diagnostic *d = fault_error(
      l->faults, r->redeclared->span, E211,
      "'%s' has %d dimension%s, its constraining type '%s' has %d (section "
      "7.3.2)",
      r->given->full_name, given, given == 1 ? "" : "s", type->full_name,
      wanted);
  fault_note(l->faults, d,
             r->original->kind == AST_ELEMENT_CLASS
                 ? r->original->class_def->name_span
                 : r->original->name_span,
             "declared as replaceable here");
  return false;
}

/* False after a diagnostic, or where the type is faulty. */
static bool constraint_check(const Lookup *l, const Replacement *r)
{
  InstClass *type = constraining_class(l, r);
  Misfit why;
  if (!type || !constraint_check_dimensions(l, r, type)) return false;
  bool fits =
      subtype_fits(l, r->given, type, &why) &&
      (!r->original->outer || !r->redeclared->inner ||
       subtype_fits_outer(l, r->redeclared, r->original, r->given, &why));
  if (!fits) {
    constraint_report(l, r, type, &why);
    return false;
  }
  return !r->is_plug || constraint_check_plug(l, r, type);
}

bool constraint_check_outer(const Lookup *l, const AstElement *outer,
                            Context context, const AstElement *inner,
                            InstClass *given)
{
  assert(outer->outer && given);
  ArenaMark mark = arena_mark(session_scratch(l->s));
  bool fits = constraint_check(l, &(Replacement){.original = outer,
                                                 .redeclared = inner,
                                                 .context = context,
                                                 .given = given});
  arena_release(mark);
  return fits;
}

void constraint_check_all(const Lookup *l)
{
  while (l->tables->n_checked < l->tables->n_replacements) {
    ArenaMark mark = arena_mark(session_scratch(l->s));
    Replacement next = l->tables->replacement[l->tables->n_checked++];
    if (!next.given)
      next.given = lookup_class(l, next.given_context,
                                next.redeclared->constraint->type);
    if (next.given) constraint_check(l, &next); /* may find more */
    arena_release(mark);
  }
}
