/* constraint.c: the elements of constraining types, looked up in what takes
 * their place. */
#include "flatten/classes/constraint.h"

#include <assert.h>

#include "base/vector.h"

/* --- types --- */

/* NULL: faulty, reported. */
static InstClass *constraining_class(const Lookup *l, const Replacement *r)
{
  const AstElement *original = r->original;
  if (original->constraint) {
    return lookup_class(l, r->context, original->constraint->type);
  }
  if (original->kind == AST_ELEMENT_COMPONENT) {
    return lookup_class(l, r->context, original->type);
  }
  return lookup_written(l, original->class_def, r->context);
}

/* Through short classes: the text that has the elements, or a predefined
 * type. */
static ClassPart *constraint_end_of(const Lookup *l, InstClass *c)
{
  ClassPart *part = lookup_first_part(l, c);
  for (;;) {
    ClassPart *next = part->builtin ? NULL : lookup_only_base(l, part);
    if (!next) return part;
    part = next;
  }
}

typedef struct PartList {
  ClassPart **item;
  int n_items, cap_items;
} PartList;

/* The part and everything it inherits, in the scratch arena. */
static PartList all_parts(const Lookup *l, ClassPart *part)
{
  PartList list = {0};
  Arena *scratch = session_scratch(l->s);
  list.item = vector_grow(scratch, NULL, &list.cap_items, 1, sizeof part);
  list.item[list.n_items++] = part;
  for (int i = 0; i < list.n_items; i++) {
    ClassPart *at = list.item[i];
    if (at->builtin) continue;
    lookup_bases(l, at);
    for (int k = 0; k < at->n_bases; k++) {
      if (!at->base[k]) continue;
      list.item = vector_grow(scratch, list.item, &list.cap_items,
                              list.n_items + 1, sizeof part);
      list.item[list.n_items++] = at->base[k];
    }
  }
  return list;
}

static bool extends_text(const PartList *parts, const AstClass *ast)
{
  for (int i = 0; i < parts->n_items; i++) {
    if (parts->item[i]->ast == ast) return true;
  }
  return false;
}

/* --- elements --- */

static Name public_name(const AstElement *element)
{
  if (element->is_protected) return NULL;
  if (element->kind == AST_ELEMENT_CLASS) return element->class_def->name;
  return element->kind == AST_ELEMENT_COMPONENT ? element->name : NULL;
}

/* The first public element that the part has and the other class has not. */
static const AstElement *missing_element(const Lookup *l, const ClassPart *part,
                                         ClassPart *given)
{
  assert(!part->builtin);
  for (int i = 0; i < part->ast->n_elements; i++) {
    const AstElement *element = part->ast->element[i];
    Name name = public_name(element);
    Member member;
    if (name && !lookup_member(l, given, name, &member)) return element;
  }
  return NULL;
}

static void constraint_report(const Lookup *l, const Replacement *r,
                              InstClass *type, const AstElement *missing)
{
  Name given = constraint_end_of(l, r->given)->class_name;
  bool is_outer = r->original->outer;
  Diagnostic *d =
      fault_error(l->faults, r->redeclared->span, E211,
                  "%s '%s' cannot %s '%s'", lookup_restriction(r->given), given,
                  is_outer ? "be inner here: the outer element is of the type"
                           : "take this place: the constraining type is",
                  constraint_end_of(l, type)->class_name);
  if (missing) {
    bool is_class = missing->kind == AST_ELEMENT_CLASS;
    fault_note(l->faults, d,
               is_class ? missing->class_def->name_span : missing->name_span,
               "'%s' has no element '%s'", given, public_name(missing));
  }
  const AstElement *original = r->original;
  fault_note(
      l->faults, d,
      original->kind == AST_ELEMENT_CLASS ? original->class_def->name_span
                                          : original->name_span,
      is_outer ? "declared as outer here" : "declared as replaceable here");
}

static bool same_predefined(const ClassPart *a, const ClassPart *b)
{
  return a->builtin && b->builtin && a->builtin->type == b->builtin->type &&
         a->builtin->enumeration == b->builtin->enumeration;
}

/* Of the type itself, through short classes. */
static int count_dimensions(const Lookup *l, InstClass *c)
{
  int n = 0;
  for (ClassPart *p = lookup_first_part(l, c); p && !p->builtin;
       p = lookup_only_base(l, p)) {
    if (p->ast->form == AST_SHORT) n += p->ast->n_base_subscripts;
  }
  return n;
}

/* Section 7.3.2; what is outer is compared with its own dimensions. */
static bool constraint_check_dimensions(const Lookup *l, const Replacement *r,
                                        InstClass *type)
{
  int given = count_dimensions(l, r->given), wanted = count_dimensions(l, type);
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

/* enumeration(:), which every enumeration fits (section 4.8.5.4). */
static bool is_any_enumeration(const ClassPart *part)
{
  return !part->builtin && part->ast->form == AST_ENUMERATION;
}

/* False after a diagnostic, or where the type is faulty. */
static bool constraint_check(const Lookup *l, const Replacement *r)
{
  InstClass *type = constraining_class(l, r);
  if (!type || !constraint_check_dimensions(l, r, type)) return false;
  ClassPart *wanted = constraint_end_of(l, type),
            *given = constraint_end_of(l, r->given);
  if (is_any_enumeration(wanted)) {
    if (is_any_enumeration(given) ||
        (given->builtin && given->builtin->type == FLAT_ENUMERATION))
      return true;
    constraint_report(l, r, type, NULL);
    return false;
  }
  if (wanted->builtin || given->builtin) {
    if (same_predefined(wanted, given)) return true;
    constraint_report(l, r, type, NULL);
    return false;
  }
  assert(wanted->ast && given->ast);
  ClassPart *first = lookup_first_part(l, r->given);
  PartList has = all_parts(l, first);
  if (extends_text(&has, wanted->ast)) return true;
  if (lookup_is_incomplete_class(l, r->given)) return true;
  PartList parts = all_parts(l, wanted);
  for (int i = 0; i < parts.n_items; i++) {
    if (parts.item[i]->builtin) continue;
    const AstElement *missing = missing_element(l, parts.item[i], first);
    if (!missing) continue;
    constraint_report(l, r, type, missing);
    return false;
  }
  return true;
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
