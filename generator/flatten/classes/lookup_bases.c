/* lookup_bases.c: the texts that a class consists of, its own and inherited.
 *
 * Resolving bases whose names have several parts can nest (A extends B.C
 * needs the bases of B); that nesting is counted.
 */
#include <assert.h>

#include "flatten/classes/base_kind.h"
#include "flatten/classes/lookup_inside.h"

/* What the text redeclares among what it inherits. */
static Modifier *text_redeclarations(const Lookup *l, ClassPart *part)
{
  assert(!part->builtin && part->text);
  Modifier *modifier = NULL;
  if (!part->text->has_redeclares) return NULL;
  for (int i = 0; i < part->ast->n_elements; i++) {
    const AstElement *element = part->ast->element[i];
    bool is_named = element->kind == AST_ELEMENT_CLASS ||
                    element->kind == AST_ELEMENT_COMPONENT;
    if (!is_named || !lookup_is_redeclaration(element)) continue;
    modifier = modification_redeclare(l->modifications, modifier, element,
                                      lookup_context(part));
  }
  return modifier;
}

static void report_extends_itself(const Lookup *l, const ClassPart *part,
                                  const ClassPart *base,
                                  const AstElement *extends)
{
  Span span = extends ? extends->type->span : part->ast->base->span;
  Diagnostic *d =
      fault_error(l->faults, span, E206, "%s '%s' extends itself",
                  lookup_restriction(base->whole), base->class_name);
  int shown = 0;
  for (const ClassPart *at = part; at && shown < 8; at = at->parent, shown++) {
    fault_note(l->faults, d, at->ast->name_span, "by way of '%s'",
               at->class_name);
    if (at->ast == base->ast) break;
  }
}

static bool is_short_chain(const ClassPart *part, const AstClass *until)
{
  for (; part && part->ast != until; part = part->parent) {
    if (part->ast->form != AST_SHORT) return false;
  }
  return part && part->ast->form == AST_SHORT;
}

/* The text of an `inner outer` class may stand for itself in an instance
 * around, which is another class. */
static bool is_same_class(const ClassPart *a, const ClassPart *b)
{
  return a->ast == b->ast && a->enclosing.instance == b->enclosing.instance;
}

static bool check_cycle(const Lookup *l, const ClassPart *part,
                        const ClassPart *base, const AstElement *extends)
{
  const ClassPart *at = part;
  while (at && !is_same_class(at, base)) at = at->parent;
  if (!at) return true;
  if (is_short_chain(part, base->ast)) {
    fault_error(l->faults, base->ast->name_span, E206,
                "%s '%s' is defined by itself", lookup_restriction(base->whole),
                base->class_name);
  } else {
    report_extends_itself(l, part, base, extends);
  }
  return false;
}

/* What extends ExternalObject is a type of its own, known by its name (MLS
 * 3.6, section 12.9.7). */
static InstClass *object_class(const Lookup *l, const ClassPart *part,
                               const InstClass *base)
{
  assert(base->type == FLAT_OBJECT && !base->enumeration);
  enum { OBJECTS = 1 }; /* of the map; the predefined types are 0 */
  InstClass *c =
      name_map_find(&l->tables->predefined, OBJECTS, part->class_name);
  if (c) return c;
  Arena *arena = l->s->flat_arena;
  FlatEnumeration *name = arena_alloc(arena, sizeof *name);
  Name *literal = arena_alloc(arena, sizeof *literal);
  *literal = part->class_name;
  *name = (FlatEnumeration){part->class_name, literal, 1};
  c = arena_alloc(l->arena, sizeof *c);
  *c = *base;
  c->full_name = part->class_name;
  c->enumeration = name;
  name_map_add(&l->tables->predefined, OBJECTS, part->class_name, c);
  return c;
}

/* `own` is what the extends clause modifies. */
static ClassPart *make_base(const Lookup *l, ClassPart *part,
                            InstClass *class_def, const AstElement *extends,
                            Modifier *own)
{
  assert(part->bases_state == BASES_ACTIVE);
  if (class_def->kind == CLASS_BUILTIN && class_def->type == FLAT_OBJECT &&
      !class_def->enumeration) {
    class_def = object_class(l, part, class_def);
  }
  ClassPart *base = lookup_make_part(l, part->whole, class_def);
  base->parent = part;
  base->extends = extends;
  base->depth = part->depth + 1;
  if (base->ast && !check_cycle(l, part, base, extends)) return NULL;
  if (base->depth > l->s->limit[LIMIT_BASES]) {
    fault_error(l->faults, part->ast->name_span, E122,
                "the base classes of '%s' are nested more than %d deep",
                part->whole->full_name, l->s->limit[LIMIT_BASES]);
    return NULL;
  }
  if (++part->whole->n_bases > l->s->limit[LIMIT_INHERITED]) {
    fault_error(l->faults, part->ast->name_span, E122,
                "'%s' has more than %d base classes, each way to one counted",
                part->whole->full_name, l->s->limit[LIMIT_INHERITED]);
    return NULL;
  }
  const Modifications *m = l->modifications;
  Modifier *inner = modification_merge(m, own, class_def->modifier);
  if (class_def->constraint && class_def->ast->form != AST_SHORT) {
    inner = modification_merge(m, inner, class_def->constraint);
  }
  if (part->ast->form == AST_SHORT) {
    inner = modification_merge(m, inner, part->source->constraint);
  }
  base->modifier = modification_merge(m, part->modifier, inner);
  return base;
}

/* The first operator record written inside of the class; NULL: none. The
 * recursion follows the nesting of the text. */
static const AstClass *lookup_bases_operator_record(const AstClass *ast)
{
  for (int i = 0; i < ast->n_elements; i++) {
    const AstElement *e = ast->element[i];
    if (e->kind != AST_ELEMENT_CLASS) continue;
    const AstClass *c = e->class_def;
    if (c->restriction == AST_OPERATOR_RECORD && c->form == AST_LONG) return c;
    const AstClass *found = lookup_bases_operator_record(c);
    if (found) return found;
  }
  return NULL;
}

/* Section 4.6: else the record would be there twice, with operators of its own
 * each. */
static void check_holds_operators(const Lookup *l, const AstClass *derived,
                                  InstClass *base, Span span)
{
  const AstClass *found = lookup_bases_operator_record(base->ast);
  if (!found || session_source(l->s, span.source)->is_library) return;
  fault_error(l->faults, span, E241,
              "'%s' cannot extend '%s', which holds the operator record '%s' "
              "(section 4.6)",
              derived->name, base->full_name, found->name);
}

static void check_kind(const Lookup *l, const AstClass *derived,
                       InstClass *base, Span span)
{
  bool is_simple = base->kind == CLASS_BUILTIN;
  if (is_simple && base->type == FLAT_OBJECT) return; /* external objects */
  /* as it is declared: what it stands for is checked with its own text */
  AstRestriction kind = is_simple ? AST_TYPE : base->ast->restriction;
  base_kind_check(l->faults, derived, (BaseKind){kind, base->full_name, span});
  if (!is_simple && base->ast->restriction != AST_OPERATOR_RECORD)
    check_holds_operators(l, derived, base, span);
}

static int count_bases(const AstClass *ast)
{
  int n = ast->form != AST_LONG && ast->form != AST_ENUMERATION ? 1 : 0;
  for (int i = 0; i < ast->n_elements; i++) {
    if (ast->element[i]->kind == AST_ELEMENT_EXTENDS) n++;
  }
  return n;
}

static ClassPart *lookup_bases_short_base(const Lookup *l, ClassPart *part)
{
  const AstClass *ast = part->ast;
  /* Section 4.5.1: an encapsulated one is a place of its own. */
  Context from = ast->is_encapsulated ? lookup_context(part) : part->enclosing;
  InstClass *c = lookup_find_class(l, from, false, ast->base);
  if (!c) return NULL;
  if (ast->form == AST_SHORT) check_kind(l, ast, c, ast->base->span);
  /* Real[3](min = {1, 2, 3}) is split like a component's modification. */
  ModifierRoot root = ast->n_base_subscripts > 0 ? OF_COMPONENT : OF_CLASS;
  Modifier *own =
      modification_make_of_type(l->modifications, part, root, ast, from);
  return make_base(l, part, c, NULL, own);
}

static ClassPart *extended_base(const Lookup *l, ClassPart *part)
{
  InstClass *extended = part->source->extended;
  if (!extended) {
    fault_error(l->faults, part->ast->name_span, E202,
                "there is no inherited class '%s' to extend", part->ast->name);
    return NULL;
  }
  Modifier *own =
      modification_make(l->modifications, part->ast->name, OF_CLASS,
                        part->ast->extends_modification, lookup_context(part));
  return make_base(l, part, extended, NULL, own);
}

/* Section 7.3: an element is redeclared in the class or modified by extends. */
static void check_not_modified(const Lookup *l, const Modifier *own,
                               const Modifier *redeclared)
{
  if (!own || !redeclared) return;
  for (const Modifier *c = redeclared->first; c; c = c->next) {
    const Modifier *both = modification_find(l->modifications, own, c->name);
    if (!both) continue;
    Diagnostic *d = fault_error(
        l->faults, c->span, E211,
        "'%s' is redeclared here, so extends cannot modify it too (section "
        "7.3)",
        c->name);
    fault_note(l->faults, d, both->span, "modified here");
  }
}

static ClassPart *extends_base(const Lookup *l, ClassPart *part,
                               const AstElement *element, Modifier *redeclared)
{
  Context context = lookup_context(part);
  InstClass *c = lookup_find_class(l, context, true, element->type);
  if (!c) return NULL;
  check_kind(l, part->ast, c, element->type->span);
  Modifier *own = modification_make(l->modifications, part->ast->name, OF_CLASS,
                                    element->modification, context);
  check_not_modified(l, own, redeclared);
  own = modification_merge(l->modifications, redeclared, own);
  return make_base(l, part, c, element, own);
}

/* base[] keeps its place for each extends: NULL where the name failed. They
 * are seen when all are known: no base is found by way of another. */
static void resolve_bases(const Lookup *l, ClassPart *part)
{
  const AstClass *ast = part->ast;
  Modifier *redeclared = text_redeclarations(l, part);
  ClassPart **base =
      arena_array(l->arena, (size_t)count_bases(ast), sizeof base[0]);
  int n = 0;
  if (ast->form == AST_SHORT || ast->form == AST_SHORT_DER) {
    base[n++] = lookup_bases_short_base(l, part);
  }
  if (ast->form == AST_LONG_EXTENDS) base[n++] = extended_base(l, part);
  for (int i = 0; i < ast->n_elements; i++) {
    const AstElement *element = ast->element[i];
    if (element->kind != AST_ELEMENT_EXTENDS) continue;
    base[n++] = extends_base(l, part, element, redeclared);
  }
  assert(n == count_bases(ast));
  part->base = base;
  part->n_bases = n;
}

/* Section 5.6.1.4: what is inherited does not change what is extended. */
static void check_same_after(const Lookup *l, const ClassPart *part)
{
  if (session_source(l->s, part->ast->span.source)->is_library) return;
  for (int i = 0; i < part->n_bases; i++) {
    const AstElement *e = part->base[i] ? part->base[i]->extends : NULL;
    if (!e || e->type->leading_dot) continue;
    Name name = e->type->part[0].ident;
    if (name_map_find(&l->tables->names, part->text->id, name)) continue;
    for (int b = 0; b < part->n_bases; b++) {
      Member member;
      if (!part->base[b] || part->base[b]->builtin ||
          !lookup_member(l, part->base[b], name, &member) || !member.element)
        continue;
      Diagnostic *d = fault_error(
          l->faults, e->type->span, E202,
          "'%s' is inherited as well: extends must not change what it names "
          "(section 5.6.1.4)",
          name);
      fault_note(l->faults, d, lookup_element_span(member.element),
                 "inherited by way of '%s'", part->base[b]->class_name);
      return;
    }
  }
}

void lookup_bases(const Lookup *l, ClassPart *part)
{
  if (part->bases_state != BASES_UNKNOWN) return;
  if (l->depth >= LOOKUP_DEEPEST) {
    fault_error(l->faults, part->ast->name_span, E122,
                "the base classes of '%s' are nested more than %d deep",
                part->class_name, LOOKUP_DEEPEST);
    part->bases_state = BASES_KNOWN;
    return;
  }
  Lookup inside = *l;
  inside.depth++;
  part->bases_state = BASES_ACTIVE;
  resolve_bases(&inside, part);
  part->bases_state = BASES_KNOWN;
  check_same_after(&inside, part);
}
