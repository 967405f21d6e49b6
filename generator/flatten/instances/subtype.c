/* subtype.c: two classes element by element. */
#include "flatten/instances/subtype.h"

#include <assert.h>

#include "base/vector.h"
#include "flatten/flat/types.h"
#include "flatten/instances/function_subtype.h"

#define SUBTYPE_DEEPEST 24 /* components inside of each other */

typedef struct TextPair {
  const AstClass *given, *wanted;
} TextPair;

/* One comparison, passed down. */
typedef struct Subtype {
  const Lookup *l;
  const Lookup *quiet; /* for types that may not be found */
  Misfit *why;
  TextPair *seen;
  int n_seen, cap_seen;
} Subtype;

static bool subtype_compare(Subtype *s, InstClass *given, InstClass *wanted,
                            bool is_exact, int depth);

/* --- classes --- */

ClassPart *subtype_end(const Lookup *l, InstClass *c)
{
  ClassPart *part = lookup_first_part(l, c);
  for (;;) {
    ClassPart *next = part->builtin ? NULL : lookup_only_base(l, part);
    if (!next) return part;
    part = next;
  }
}

int subtype_part_dimensions(const Lookup *l, ClassPart *part)
{
  int n = 0;
  for (ClassPart *p = part; p && !p->builtin; p = lookup_only_base(l, p)) {
    if (p->ast->form == AST_SHORT) n += p->ast->n_base_subscripts;
  }
  return n;
}

int subtype_count_dimensions(const Lookup *l, InstClass *c)
{
  return subtype_part_dimensions(l, lookup_first_part(l, c));
}

typedef struct PartList {
  ClassPart **item;
  int n_items, cap_items;
} PartList;

static void subtype_add_part(const Lookup *l, PartList *list, ClassPart *part)
{
  list->item = vector_grow(session_scratch(l->s), list->item, &list->cap_items,
                           list->n_items + 1, sizeof part);
  list->item[list->n_items++] = part;
}

/* The part and everything it inherits. */
static PartList subtype_parts(const Lookup *l, ClassPart *part)
{
  PartList list = {0};
  subtype_add_part(l, &list, part);
  for (int i = 0; i < list.n_items; i++) {
    ClassPart *at = list.item[i];
    if (at->builtin) continue;
    lookup_bases(l, at);
    for (int k = 0; k < at->n_bases; k++)
      if (at->base[k]) subtype_add_part(l, &list, at->base[k]);
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

/* enumeration(:), which every enumeration fits (section 4.8.5.4). */
static bool is_any_enumeration(const ClassPart *part)
{
  return !part->builtin && part->ast->form == AST_ENUMERATION;
}

static bool same_predefined(const ClassPart *given, const ClassPart *wanted)
{
  if (is_any_enumeration(wanted)) {
    return is_any_enumeration(given) ||
           (given->builtin && given->builtin->type == FLAT_ENUMERATION);
  }
  if (!given->builtin || !wanted->builtin ||
      given->builtin->type != wanted->builtin->type)
    return false;
  return given->builtin->type == FLAT_OBJECT
             ? given->builtin->enumeration == wanted->builtin->enumeration
             : types_same_enumeration(given->builtin->enumeration,
                                      wanted->builtin->enumeration);
}

/* Kinds that stand for each other have the same number; 0: any. */
static int kind_group(const InstClass *c)
{
  if (c->kind == CLASS_BUILTIN) return 1;
  switch (c->ast->restriction) {
  case AST_CLASS: return 0;
  case AST_TYPE:
  case AST_RECORD:
  case AST_OPERATOR_RECORD: return 1;
  case AST_MODEL:
  case AST_BLOCK: return 2;
  case AST_CONNECTOR:
  case AST_EXPANDABLE_CONNECTOR: return 3;
  case AST_FUNCTION:
  case AST_OPERATOR_FUNCTION: return 4;
  case AST_PACKAGE: return 5;
  case AST_OPERATOR: return 6;
  }
  return 0;
}

static bool subtype_refuse(Subtype *s, Span span, const char *text)
{
  *s->why = (Misfit){span, text};
  return false;
}

/* "'C' is a record, 'B' a connector" */
static const char *subtype_kinds(const Subtype *s, const InstClass *given,
                                 const InstClass *wanted)
{
  return arena_printf(session_scratch(s->l->s),
                      "'%s' is a %s and does not fit '%s', a %s (section 6.4)",
                      given->full_name, lookup_restriction(given),
                      wanted->full_name, lookup_restriction(wanted));
}

/* --- prefixes --- */

/* Of the declaration, or of the connector class: connector C = input Real. */
static AstTypePrefix subtype_prefix(const Lookup *l, const AstElement *e,
                                    InstClass *type)
{
  AstTypePrefix prefix = e->prefix;
  for (ClassPart *p = type ? lookup_first_part(l, type) : NULL;
       p && !p->builtin && p->ast->form == AST_SHORT;
       p = lookup_only_base(l, p)) {
    if (prefix.causality == AST_CAUSALITY_NONE)
      prefix.causality = p->ast->base_prefix.causality;
    if (prefix.connection == AST_CONNECTION_NONE)
      prefix.connection = p->ast->base_prefix.connection;
  }
  return prefix;
}

static const char *causality_text(AstCausality causality)
{
  return causality == AST_INPUT    ? "an input"
         : causality == AST_OUTPUT ? "an output"
                                   : "neither input nor output";
}

static const char *connection_text(AstConnection connection)
{
  return connection == AST_FLOW     ? "a flow"
         : connection == AST_STREAM ? "a stream"
                                    : "neither flow nor stream";
}

static const char *variability_text(AstVariability variability)
{
  return variability == AST_CONSTANT    ? "a constant"
         : variability == AST_PARAMETER ? "a parameter"
         : variability == AST_DISCRETE  ? "discrete"
                                        : "a variable";
}

/* Only a Real changes continuously. */
static AstVariability variability_of(const Lookup *l, const AstElement *e,
                                     InstClass *type)
{
  AstVariability declared = e->prefix.variability;
  if (!type || declared != AST_CONTINUOUS) return declared;
  const ClassPart *end = subtype_end(l, type);
  return end->builtin && end->builtin->type != FLAT_REAL ? AST_DISCRETE
                                                         : declared;
}

static bool compare_word(Subtype *s, const AstElement *given, const char *here,
                         const char *there)
{
  return subtype_refuse(
      s, given->name_span,
      arena_printf(session_scratch(s->l->s),
                   "'%s' is %s here and %s there (section 6.4)", given->name,
                   here, there));
}

static bool compare_variability(Subtype *s, const AstElement *given,
                                InstClass *given_type, const AstElement *wanted,
                                InstClass *wanted_type)
{
  AstVariability here = variability_of(s->l, given, given_type),
                 there = variability_of(s->l, wanted, wanted_type);
  return here >= there || compare_word(s, given, variability_text(here),
                                       variability_text(there));
}

static bool compare_prefixes(Subtype *s, const AstElement *given,
                             InstClass *given_type, const AstElement *wanted,
                             InstClass *wanted_type)
{
  AstTypePrefix here = subtype_prefix(s->l, given, given_type),
                there = subtype_prefix(s->l, wanted, wanted_type);
  if (here.connection != there.connection)
    return compare_word(s, given, connection_text(here.connection),
                        connection_text(there.connection));
  if (here.causality != there.causality)
    return compare_word(s, given, causality_text(here.causality),
                        causality_text(there.causality));
  if (given->inner != wanted->inner || given->outer != wanted->outer)
    return compare_word(s, given,
                        given->inner   ? "inner"
                        : given->outer ? "outer"
                                       : "not inner or outer",
                        wanted->inner   ? "inner"
                        : wanted->outer ? "outer"
                                        : "not inner or outer");
  if (!given->condition != !wanted->condition)
    return compare_word(s, given,
                        given->condition ? "conditional" : "not conditional",
                        wanted->condition ? "conditional" : "not conditional");
  if (wanted->final && !given->final)
    return compare_word(s, given, "not final", "final");
  return compare_variability(s, given, given_type, wanted, wanted_type);
}

/* --- elements --- */

static bool subtype_is_class(const Member *m)
{
  return !m->element || m->element->kind == AST_ELEMENT_CLASS;
}

static Span member_span(const Member *m)
{
  return !m->element ? m->stored->name_span
         : m->element->kind == AST_ELEMENT_CLASS
             ? m->element->class_def->name_span
             : m->element->name_span;
}

static bool is_redeclared(const Lookup *l, const Member *m, Name name)
{
  const Modifier *modifier =
      modification_find(l->modifications, m->part->modifier, name);
  return modifier && modifier->redeclare;
}

static InstClass *subtype_component(const Subtype *s, const Member *m)
{
  assert(m->element->kind == AST_ELEMENT_COMPONENT);
  const AstReference *type =
      m->element->constraint ? m->element->constraint->type : m->element->type;
  return lookup_class(s->quiet, lookup_context(m->part), type);
}

static int subtype_dimensions(const Lookup *l, const AstElement *e,
                              InstClass *type)
{
  return e->n_subscripts + e->n_type_subscripts +
         (type ? subtype_count_dimensions(l, type) : 0);
}

/* Section 6.4: neither the component nor the class that it names can be
 * replaced. What names a replaceable class may get more elements with it. */
static bool subtype_is_fixed(const Subtype *s, const Member *component)
{
  const AstElement *e = component->element;
  const AstReference *type = e->type;
  Member named;
  if (e->replaceable) return false;
  return type->leading_dot ||
         !lookup_member(s->l, component->part, type->part[0].ident, &named) ||
         !named.element || !named.element->replaceable;
}

static bool compare_components(Subtype *s, const Member *given,
                               const Member *wanted, int depth)
{
  const AstElement *here = given->element, *there = wanted->element;
  InstClass *here_type = subtype_component(s, given),
            *there_type = subtype_component(s, wanted);
  if (!here_type || !there_type) return true;
  if (!compare_prefixes(s, here, here_type, there, there_type)) return false;
  int n = subtype_dimensions(s->l, here, here_type),
      m = subtype_dimensions(s->l, there, there_type);
  if (n != m) {
    return subtype_refuse(
        s, here->name_span,
        arena_printf(session_scratch(s->l->s),
                     "'%s' has %d dimension%s here and %d there (section 6.4)",
                     here->name, n, n == 1 ? "" : "s", m));
  }
  bool is_exact = subtype_is_fixed(s, wanted);
  if (subtype_compare(s, here_type, there_type, is_exact, depth + 1))
    return true;
  s->why->span = here->name_span;
  return false;
}

static bool compare_classes(Subtype *s, const Member *given,
                            InstClass *given_whole, const Member *wanted,
                            InstClass *wanted_whole, Name name, int depth)
{
  const AstElement *there = wanted->element;
  Found here = lookup_in_class(s->quiet, given_whole, name);
  InstClass *type = NULL;
  if (there && there->constraint) {
    type = lookup_class(s->quiet, lookup_context(wanted->part),
                        there->constraint->type);
  } else {
    Found found = lookup_in_class(s->quiet, wanted_whole, name);
    type = found.kind == FOUND_CLASS ? found.class_def : NULL;
  }
  if (here.kind != FOUND_CLASS || !type) return true;
  if (subtype_compare(s, here.class_def, type, !there || !there->replaceable,
                      depth + 1))
    return true;
  s->why->span = member_span(given);
  return false;
}

static bool compare_members(Subtype *s, const Member *given,
                            InstClass *given_whole, const Member *wanted,
                            InstClass *wanted_whole, Name name, int depth)
{
  if (given->element && given->element == wanted->element) return true;
  if (subtype_is_class(given) != subtype_is_class(wanted)) {
    return subtype_refuse(
        s, member_span(given),
        arena_printf(session_scratch(s->l->s),
                     "'%s' is a %s here and a %s there (section 6.4)", name,
                     subtype_is_class(given) ? "class" : "component",
                     subtype_is_class(wanted) ? "class" : "component"));
  }
  if (lookup_is_protected(given)) {
    return subtype_refuse(
        s, member_span(given),
        arena_printf(session_scratch(s->l->s),
                     "'%s' is protected here and public there (section 6.4)",
                     name));
  }
  if (is_redeclared(s->l, given, name) || is_redeclared(s->l, wanted, name))
    return true;
  return subtype_is_class(given)
             ? compare_classes(s, given, given_whole, wanted, wanted_whole,
                               name, depth)
             : compare_components(s, given, wanted, depth);
}

static Name public_name(const AstElement *element)
{
  if (element->is_protected) return NULL;
  if (element->kind == AST_ELEMENT_CLASS) return element->class_def->name;
  return element->kind == AST_ELEMENT_COMPONENT ? element->name : NULL;
}

/* All public elements of the part have one that fits. */
static bool compare_part(Subtype *s, ClassPart *part, InstClass *wanted,
                         InstClass *given, int depth)
{
  assert(!part->builtin);
  ClassPart *wanted_first = lookup_first_part(s->l, wanted),
            *given_first = lookup_first_part(s->l, given);
  for (int i = 0; i < part->ast->n_elements; i++) {
    const AstElement *element = part->ast->element[i];
    Name name = public_name(element);
    Member there, here;
    if (!name || !lookup_member(s->l, wanted_first, name, &there)) continue;
    if (!lookup_member(s->l, given_first, name, &here)) {
      return subtype_refuse(
          s, member_span(&there),
          arena_printf(session_scratch(s->l->s), "'%s' has no element '%s'",
                       subtype_end(s->l, given)->class_name, name));
    }
    if (!compare_members(s, &here, given, &there, wanted, name, depth))
      return false;
  }
  return true;
}

/* Records and connectors that cannot be replaced have no other components. */
static bool compare_more(Subtype *s, const PartList *given_parts,
                         InstClass *given, InstClass *wanted)
{
  ClassPart *wanted_first = lookup_first_part(s->l, wanted);
  for (int i = 0; i < given_parts->n_items; i++) {
    const ClassPart *part = given_parts->item[i];
    for (int k = 0; !part->builtin && k < part->ast->n_elements; k++) {
      const AstElement *element = part->ast->element[k];
      Name name = public_name(element);
      Member member;
      if (!name || element->kind != AST_ELEMENT_COMPONENT ||
          lookup_member(s->l, wanted_first, name, &member))
        continue;
      return subtype_refuse(
          s, element->name_span,
          arena_printf(session_scratch(s->l->s),
                       "'%s' has an element '%s' that '%s' does not have, "
                       "which is not replaceable (section 6.4)",
                       given->full_name, name, wanted->full_name));
    }
  }
  return true;
}

/* --- both --- */

static bool subtype_was_seen(Subtype *s, const AstClass *given,
                             const AstClass *wanted)
{
  for (int i = 0; i < s->n_seen; i++) {
    if (s->seen[i].given == given && s->seen[i].wanted == wanted) return true;
  }
  s->seen = vector_grow(session_scratch(s->l->s), s->seen, &s->cap_seen,
                        s->n_seen + 1, sizeof s->seen[0]);
  s->seen[s->n_seen++] = (TextPair){given, wanted};
  return false;
}

static bool compare_predefined(Subtype *s, InstClass *given, InstClass *wanted)
{
  const ClassPart *here = subtype_end(s->l, given),
                  *there = subtype_end(s->l, wanted);
  if (same_predefined(here, there)) return true;
  return subtype_refuse(
      s, given->kind == CLASS_BUILTIN ? NO_SPAN : given->ast->name_span,
      arena_printf(session_scratch(s->l->s),
                   "the type is '%s' here and '%s' there (section 6.4)",
                   here->builtin ? here->builtin->full_name : here->class_name,
                   there->builtin ? there->builtin->full_name
                                  : there->class_name));
}

static bool subtype_compare(Subtype *s, InstClass *given, InstClass *wanted,
                            bool is_exact, int depth)
{
  ClassPart *here = subtype_end(s->l, given),
            *there = subtype_end(s->l, wanted);
  int group = kind_group(given), other = kind_group(wanted);
  if (group != other && group > 0 && other > 0) {
    return subtype_refuse(
        s, given->kind == CLASS_BUILTIN ? NO_SPAN : given->ast->name_span,
        subtype_kinds(s, given, wanted));
  }
  if (here->builtin || there->builtin || is_any_enumeration(there))
    return compare_predefined(s, given, wanted);
  if (here->ast == there->ast || depth > SUBTYPE_DEEPEST ||
      subtype_was_seen(s, here->ast, there->ast) ||
      lookup_is_incomplete_class(s->l, given))
    return true;
  if (here->ast->restriction == AST_OPERATOR_RECORD ||
      there->ast->restriction == AST_OPERATOR_RECORD) {
    return subtype_refuse(
        s, given->ast->name_span,
        arena_printf(session_scratch(s->l->s),
                     "'%s' and '%s' are not the same operator record (section "
                     "6.4)",
                     here->class_name, there->class_name));
  }
  PartList parts = subtype_parts(s->l, lookup_first_part(s->l, given));
  if (!extends_text(&parts, there->ast)) {
    PartList all = subtype_parts(s->l, there);
    for (int i = 0; i < all.n_items; i++) {
      if (!all.item[i]->builtin &&
          !compare_part(s, all.item[i], wanted, given, depth))
        return false;
    }
  }
  if (group == 4)
    return function_subtype_fits(s->l, given, here, wanted, there, s->why);
  return !is_exact || (group != 1 && group != 3) ||
         compare_more(s, &parts, given, wanted);
}

static bool must_be_connected(const Lookup *l, const AstElement *e,
                              InstClass *type)
{
  if (e->condition || !type || type->kind == CLASS_BUILTIN) return false;
  AstRestriction kind = type->ast->restriction;
  return kind == AST_EXPANDABLE_CONNECTOR ||
         (kind == AST_CONNECTOR &&
          subtype_prefix(l, e, type).causality == AST_INPUT);
}

/* The first component of the part that must be connected, and is not one of
 * the wanted class; NULL: none. */
static const AstElement *unplugged(const Lookup *l, const Lookup *quiet,
                                   const ClassPart *part, ClassPart *wanted)
{
  for (int k = 0; !part->builtin && k < part->ast->n_elements; k++) {
    const AstElement *e = part->ast->element[k];
    Member member;
    if (e->kind != AST_ELEMENT_COMPONENT || e->is_protected || e->redeclare ||
        lookup_member(l, wanted, e->name, &member))
      continue;
    InstClass *type = lookup_class(quiet, lookup_context(part), e->type);
    if (must_be_connected(l, e, type)) return e;
  }
  return NULL;
}

/* Nothing is reported. */
typedef struct QuietLookup {
  Lookup lookup;
  Faults faults;
  Modifications modifications;
} QuietLookup;

static const Lookup *subtype_quiet(QuietLookup *q, const Lookup *l)
{
  *q = (QuietLookup){*l, *l->faults, *l->modifications};
  q->faults.is_quiet = true;
  q->modifications.faults = &q->faults;
  q->lookup.faults = &q->faults;
  q->lookup.modifications = &q->modifications;
  return &q->lookup;
}

bool subtype_fits(const Lookup *l, InstClass *given, InstClass *wanted,
                  Misfit *why)
{
  assert(given && wanted && why);
  QuietLookup quiet;
  Subtype s = {.l = l, .quiet = subtype_quiet(&quiet, l), .why = why};
  return subtype_compare(&s, given, wanted, false, 0);
}

bool subtype_plugs(const Lookup *l, InstClass *given, InstClass *wanted,
                   Misfit *why)
{
  assert(given && wanted && why);
  if (given->kind == CLASS_BUILTIN || wanted->kind == CLASS_BUILTIN)
    return true;
  QuietLookup quiet;
  const Lookup *silent = subtype_quiet(&quiet, l);
  PartList parts = subtype_parts(l, lookup_first_part(l, given));
  ClassPart *first = lookup_first_part(l, wanted);
  for (int i = 0; i < parts.n_items; i++) {
    const AstElement *e = unplugged(l, silent, parts.item[i], first);
    if (!e) continue;
    *why = (Misfit){e->name_span,
                    arena_printf(session_scratch(l->s),
                                 "'%s' must be connected, and '%s' does not "
                                 "have it (section 6.5)",
                                 e->name, wanted->full_name)};
    return false;
  }
  return true;
}

bool subtype_fits_outer(const Lookup *l, const AstElement *inner,
                        const AstElement *outer, InstClass *type, Misfit *why)
{
  Subtype s = {.l = l, .quiet = l, .why = why};
  assert(outer->outer && inner->inner);
  if (inner->kind != AST_ELEMENT_COMPONENT ||
      outer->kind != AST_ELEMENT_COMPONENT)
    return true;
  if (inner->prefix.connection != outer->prefix.connection)
    return compare_word(&s, inner, connection_text(inner->prefix.connection),
                        connection_text(outer->prefix.connection));
  return compare_variability(&s, inner, type, outer, type);
}
