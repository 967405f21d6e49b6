/* lookup.c: searches through classes and their bases.
 *
 * They use a work list: inheritance chains are as long as a file cares to
 * make them.
 */
#include "flatten/classes/lookup.h"

#include <assert.h>
#include <string.h>

#include "flatten/classes/constraint_keep.h"
#include "flatten/classes/foreign_word.h"
#include "flatten/classes/lookup_inside.h"

/* --- members --- */

typedef enum Answer { ANSWER_NO, ANSWER_YES, ANSWER_FAULTY } Answer;

static Answer own_member(const Lookup *l, ClassPart *part, Name name,
                         Member *member)
{
  if (part->builtin) return ANSWER_NO;
  assert(part->text);
  *member = (Member){.part = part};
  member->element = name_map_find(&l->tables->names, part->text->id, name);
  if (member->element) return ANSWER_YES;
  switch (library_child(l->library, part->ast, name, &member->stored)) {
  case LIBRARY_FOUND: return ANSWER_YES;
  case LIBRARY_FAULTY: return ANSWER_FAULTY;
  case LIBRARY_NONE: break;
  }
  return ANSWER_NO;
}

static Answer lookup_search(const Lookup *l, ClassPart *part, Name name,
                            Member *member)
{
  Answer answer = own_member(l, part, name, member);
  if (answer != ANSWER_NO || part->bases_state == BASES_ACTIVE) return answer;
  lookup_bases(l, part);
  if (part->n_bases == 0) return answer;
  ArenaMark mark = arena_mark(session_scratch(l->s));
  PartList work = {0};
  lookup_push_bases(l, &work, part);
  while (work.n_items > 0 && answer == ANSWER_NO) {
    ClassPart *base = work.item[--work.n_items];
    answer = own_member(l, base, name, member);
    if (answer != ANSWER_NO) break;
    /* Names are resolved with the scratch arena too: nothing of ours lies
     * above their mark. */
    lookup_bases(l, base);
    lookup_push_bases(l, &work, base);
  }
  arena_release(mark);
  return answer;
}

bool lookup_member(const Lookup *l, ClassPart *part, Name name, Member *member)
{
  return lookup_search(l, part, name, member) == ANSWER_YES;
}

/* --- classes as members --- */

/* What the declaration of the class leaves behind (section 7.3.2). */
static Modifier *lookup_constraint_of(const Lookup *l, const Member *member,
                                      bool is_redeclared)
{
  const AstElement *element = member->element;
  if (!element) return NULL;
  return modification_of_constraint(
      l->modifications, element, lookup_context(member->part), is_redeclared);
}

/* The modifications of one member decide what it is. */
static InstClass *modified_class(const Lookup *l, const Member *member,
                                 const Modifier *modifier)
{
  assert(member->element ? member->element->kind == AST_ELEMENT_CLASS
                         : member->stored != NULL);
  const AstClass *ast =
      member->element ? member->element->class_def : member->stored;
  Context enclosing = lookup_context(member->part);
  const AstElement *redeclare = modifier ? modifier->redeclare : NULL;
  if (redeclare && redeclare->kind != AST_ELEMENT_CLASS) {
    fault_error(l->faults, modifier->span, E211,
                "'%s' is a class and cannot be redeclared as a component",
                ast->name);
    redeclare = NULL;
  }
  if (redeclare) {
    ast = redeclare->class_def;
    enclosing = modifier->redeclare_context;
  }
  InstClass *c = lookup_written(l, ast, enclosing);
  c->modifier = modification_of_class(l->modifications, modifier);
  c->constraint = modification_merge(
      l->modifications,
      redeclare ? modification_of_redeclared(l->modifications, modifier) : NULL,
      lookup_constraint_of(l, member, redeclare != NULL));
  c->is_redeclared = redeclare != NULL;
  c->is_final =
      redeclare ? redeclare->final : member->element && member->element->final;
  return c;
}

static void lookup_check_replaceable(const Lookup *l, const Member *member,
                                     const Modifier *modifier)
{
  if (!modifier || !modifier->redeclare || !member->element) return;
  if (member->element->replaceable || member->element->redeclare) return;
  Diagnostic *d =
      fault_error(l->faults, modifier->span, E211,
                  "'%s' is not replaceable and cannot be redeclared",
                  lookup_element_name(member->element));
  fault_note(l->faults, d, lookup_element_span(member->element),
             "declared here");
}

/* `key` is what it is known by in the class. */
static InstClass *member_class(const Lookup *l, InstClass *whole,
                               const Member *member, Name key)
{
  Name name =
      member->element ? member->element->class_def->name : member->stored->name;
  InstClass *c = name_map_find(&l->tables->classes, whole->id, key);
  if (c) return c;
  const Modifier *modifier =
      modification_find(l->modifications, member->part->modifier, name);
  lookup_check_replaceable(l, member, modifier);
  c = modified_class(l, member, modifier);
  if (whole->like)
    c->like = name_map_find(&l->tables->classes, whole->like->id, key);
  name_map_add(&l->tables->classes, whole->id, key, c);
  if (c->is_redeclared && member->element && c->ast->form != AST_LONG_EXTENDS) {
    constraint_keep(l, member->element, lookup_context(member->part), modifier,
                    c);
  }
  if (member->element && !c->is_redeclared && member->element->constraint)
    constraint_keep_own(l, member->element, lookup_context(member->part), c);
  InstClass *at = c;
  for (; at->ast->form == AST_LONG_EXTENDS; at = at->extended) {
    modifier = modifier ? modifier->replaced : NULL;
    at->extended = modified_class(l, member, modifier);
  }
  return c;
}

/* Of `inner outer` the name is the key of the outer class. */
InstClass *lookup_inner_class(const Lookup *l, InstClass *whole,
                              const Member *member)
{
  assert(member->element && member->element->kind == AST_ELEMENT_CLASS);
  const AstElement *element = member->element;
  return member_class(l, whole, member,
                      element->outer ? lookup_pointer_key(element)
                                     : element->class_def->name);
}

static bool is_outer_class(const Member *member)
{
  return member->element && member->element->kind == AST_ELEMENT_CLASS &&
         member->element->outer;
}

/* Section 5.4.1; NULL after a diagnostic. */
static InstClass *outer_class(const Lookup *l, InstClass *whole,
                              const Member *member)
{
  assert(is_outer_class(member) && l->inner_class);
  const AstElement *outer = member->element;
  Name name = outer->class_def->name;
  InstClass *c = name_map_find(&l->tables->classes, whole->id, name);
  if (c) return c;
  Member inner;
  c = l->inner_class(l, whole->instance, outer, &inner);
  if (!c) return NULL;
  assert(inner.element);
  constraint_keep_outer(l, outer, lookup_context(member->part), inner.element,
                        c);
  name_map_add(&l->tables->classes, whole->id, name, c);
  return c;
}

static Found found_member(const Lookup *l, InstClass *whole,
                          const Member *member)
{
  assert(!member->element != !member->stored);
  Found found = {.whole = whole, .member = *member};
  found.instance = whole->instance;
  if (member->stored || member->element->kind == AST_ELEMENT_CLASS) {
    Name name = member->stored ? member->stored->name
                               : member->element->class_def->name;
    found.class_def = is_outer_class(member)
                          ? outer_class(l, whole, member)
                          : member_class(l, whole, member, name);
    found.kind = found.class_def ? FOUND_CLASS : FOUND_FAULTY;
  } else {
    found.kind = FOUND_COMPONENT;
  }
  return found;
}

/* --- searches --- */

static Found found_in(const Lookup *l, ClassPart *part, Name name)
{
  Member member;
  switch (lookup_search(l, part, name, &member)) {
  case ANSWER_YES: return found_member(l, part->whole, &member);
  case ANSWER_FAULTY: return (Found){.kind = FOUND_FAULTY};
  case ANSWER_NO: break;
  }
  return (Found){.kind = FOUND_NOTHING};
}

Found lookup_in_class(const Lookup *l, InstClass *c, Name name)
{
  if (c->kind == CLASS_BUILTIN) return (Found){.kind = FOUND_NOTHING};
  ClassPart *part = lookup_first_part(l, c);
  Found found = found_in(l, part, name);
  if (found.kind == FOUND_NOTHING && part->bases_state == BASES_ACTIVE) {
    fault_error(l->faults, c->ast->name_span, E206,
                "the base classes of '%s' are defined by each other",
                c->full_name);
    found.kind = FOUND_FAULTY;
  }
  return found;
}

static Found found_class(InstClass *c)
{
  return (Found){.kind = FOUND_CLASS, .class_def = c};
}

static Found stored_top(const Lookup *l, Name name)
{
  const AstClass *ast;
  switch (library_top(l->library, name, &ast)) {
  case LIBRARY_NONE: break;
  case LIBRARY_FAULTY: return (Found){.kind = FOUND_FAULTY};
  case LIBRARY_FOUND: {
    InstClass *c =
        name_map_find(&l->tables->classes, -1, lookup_pointer_key(ast));
    if (!c) {
      c = lookup_written(l, ast, (Context){0});
      name_map_add(&l->tables->classes, -1, lookup_pointer_key(ast), c);
    }
    return found_class(c);
  }
  }
  return (Found){.kind = FOUND_NOTHING};
}

static Found predefined(const Lookup *l, Name name)
{
  InstClass *c = name_map_find(&l->tables->predefined, 0, name);
  return c ? found_class(c) : (Found){.kind = FOUND_NOTHING};
}

Found lookup_top(const Lookup *l, Name name)
{
  Found found = stored_top(l, name);
  return found.kind != FOUND_NOTHING ? found : predefined(l, name);
}

/* --- simple names --- */

static Found search_outward(const Lookup *l, Context from, bool own_only,
                            Name name)
{
  Found found = {.kind = FOUND_NOTHING};
  bool is_closed = false;
  for (Context at = from; at.part; at = at.part->enclosing) {
    if (own_only && at.part == from.part) {
      Member member;
      Answer answer = own_member(l, at.part, name, &member);
      if (answer == ANSWER_YES)
        found = found_member(l, at.part->whole, &member);
      if (answer == ANSWER_FAULTY) found.kind = FOUND_FAULTY;
    } else {
      found = found_in(l, at.part, name);
    }
    found.is_enclosing = found.is_enclosing || at.part != from.part;
    if (found.kind == FOUND_NOTHING) found = lookup_imported(l, at.part, name);
    if (found.kind != FOUND_NOTHING) return found;
    is_closed = at.part->ast->is_encapsulated;
    if (is_closed) break;
  }
  return is_closed ? predefined(l, name) : lookup_top(l, name);
}

Found lookup_simple(const Lookup *l, Context from, Name name)
{
  return search_outward(l, from, false, name);
}

/* --- type names --- */

/* Predefined names that are not classes of ours yet. */
static bool is_unsupported_type(const char *name)
{
  static const char *const known[] = {"ExternalObject"};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strcmp(name, known[i]) == 0) return true;
  }
  return false;
}

static void report_first(const Lookup *l, Context from,
                         const AstReference *name)
{
  if (lookup_is_incomplete(l, from)) return;
  Name first = name->part[0].ident;
  if (is_unsupported_type(first)) {
    fault_error(l->faults, name->span, E290,
                "the predefined type '%s' is not supported yet", first);
    return;
  }
  Suggestion near = suggest_for(l->s, first);
  lookup_offer(l, from, true, &near);
  if (!near.best && name->n_parts > 1) {
    library_report_missing(l->library, l->faults, name->part[0].span, first);
    return;
  }
  const char *hint = foreign_word_hint(first);
  Diagnostic *d =
      fault_error(l->faults, name->part[0].span, E202, "unknown type '%s'%s",
                  first, hint ? "" : suggest_text(l->s, &near));
  if (hint) fault_note(l->faults, d, NO_SPAN, "%s", hint);
}

static void report_member(const Lookup *l, InstClass *c,
                          const AstReference *name, int part)
{
  if (lookup_is_incomplete_class(l, c)) return;
  Suggestion near = suggest_for(l->s, name->part[part].ident);
  lookup_offer_members(l, c, true, &near);
  fault_error(l->faults, name->part[part].span, E202,
              "%s '%s' has no class '%s'%s", lookup_restriction(c),
              c->full_name, name->part[part].ident, suggest_text(l->s, &near));
}

static InstClass *class_found(const Lookup *l, const Found *found,
                              const AstReference *name, int part)
{
  if (found->kind == FOUND_CLASS) return found->class_def;
  if (found->kind != FOUND_COMPONENT) return NULL;
  Diagnostic *d = fault_error(l->faults, name->part[part].span, E202,
                              "'%s' is a variable, a type is needed",
                              name->part[part].ident);
  fault_note(l->faults, d, lookup_element_span(found->member.element),
             "'%s' is declared here", name->part[part].ident);
  return NULL;
}

/* Does the text of a class redeclare it by an element that does not say
 * `replaceable` again? Then nobody can redeclare it any more. */
static bool is_settled(const Lookup *l, const Found *found)
{
  assert(found->member.element->kind == AST_ELEMENT_CLASS);
  const Member *member = &found->member;
  const Modifier *modifier =
      modification_find(l->modifications, member->part->modifier,
                        member->element->class_def->name);
  const AstElement *redeclare = modifier ? modifier->redeclare : NULL;
  if (!redeclare || redeclare->replaceable) return false;
  const ClassPart *part = modifier->redeclare_context.part;
  const AstClass *text = part ? part->ast : NULL;
  for (int i = 0; text && i < text->n_elements; i++) {
    if (text->element[i] == redeclare) return true;
  }
  return false;
}

/* Section 7.1.4: what is extended must be known, whatever is redeclared. */
static void check_not_replaceable(const Lookup *l, const Found *found,
                                  const AstNamePart *part, const char *what)
{
  const AstElement *element = found->member.element;
  if (found->kind != FOUND_CLASS || !element || !element->replaceable) return;
  if (is_settled(l, found)) return;
  Diagnostic *d =
      fault_error(l->faults, part->span, E211,
                  "'%s' is replaceable and cannot %s", part->ident, what);
  fault_note(l->faults, d, lookup_element_span(element), "declared here");
}

bool lookup_is_replaceable(const Lookup *l, Context from,
                           const AstReference *name)
{
  Name first = name->part[0].ident;
  Found found =
      name->leading_dot ? lookup_top(l, first) : lookup_simple(l, from, first);
  for (int i = 1; found.kind == FOUND_CLASS; i++) {
    const AstElement *e = found.member.element;
    if (e && e->kind == AST_ELEMENT_CLASS && e->replaceable &&
        !is_settled(l, &found))
      return true;
    if (i >= name->n_parts) break;
    found = lookup_in_class(l, found.class_def, name->part[i].ident);
  }
  return false;
}

/* NULL: it is what was found, or faulty. */
static InstClass *constraining_type(const Lookup *l, const Found *found)
{
  const AstElement *e = found->member.element;
  Context context = lookup_context(found->member.part);
  if (e->constraint) return lookup_class(l, context, e->constraint->type);
  if (e->kind == AST_ELEMENT_COMPONENT)
    return lookup_class(l, context, e->type);
  return found->class_def->is_redeclared
             ? lookup_written(l, e->class_def, context)
             : NULL;
}

bool lookup_check_limited(const Lookup *l, Context from, const Found *first,
                          const AstReference *name)
{
  const AstElement *e = first->member.element;
  bool is_found = first->kind == FOUND_CLASS || first->kind == FOUND_COMPONENT;
  if (!is_found || !e || !e->replaceable || name->n_parts < 2 || !from.part ||
      first->member.part->ast != from.part->ast ||
      session_source(l->s, name->span.source)->is_from_library)
    return true;
  InstClass *type = constraining_type(l, first);
  Member member;
  if (!type || type->kind == CLASS_BUILTIN || lookup_type_end(l, type) ||
      lookup_member(l, lookup_first_part(l, type), name->part[1].ident,
                    &member) ||
      lookup_is_incomplete_class(l, type))
    return true;
  Diagnostic *d = fault_error(
      l->faults, name->part[1].span, E202,
      "'%s' is replaceable, and its constraining type '%s' has no '%s' "
      "(section 6.3)",
      name->part[0].ident, type->full_name, name->part[1].ident);
  fault_note(l->faults, d, lookup_element_span(e), "declared here");
  return false;
}

InstClass *lookup_find_class(const Lookup *l, Context from, bool own_only,
                             const AstReference *name)
{
  assert(name->n_parts > 0);
  Name first = name->part[0].ident;
  Found found = name->leading_dot ? lookup_top(l, first)
                                  : search_outward(l, from, own_only, first);
  if (found.kind == FOUND_NOTHING) report_first(l, from, name);
  if (own_only) check_not_replaceable(l, &found, &name->part[0], "be extended");
  if (!lookup_check_limited(l, from, &found, name)) return NULL;
  InstClass *c = class_found(l, &found, name, 0);
  for (int i = 1; c && i < name->n_parts; i++) {
    found = lookup_in_class(l, c, name->part[i].ident);
    if (found.kind == FOUND_NOTHING) report_member(l, c, name, i);
    bool is_found = found.kind == FOUND_CLASS || found.kind == FOUND_COMPONENT;
    if (is_found && !lookup_may_pass(l, c, &found, &name->part[i])) return NULL;
    if (own_only)
      check_not_replaceable(l, &found, &name->part[i], "be extended");
    c = class_found(l, &found, name, i);
  }
  return c;
}

void lookup_check_settled(const Lookup *l, Context from,
                          const AstReference *name)
{
  static const char what[] =
      "be what constrains: name a class that is not (section 7.1.4)";
  ArenaMark mark = arena_mark(session_scratch(l->s));
  Name first = name->part[0].ident;
  Found found = name->leading_dot ? lookup_top(l, first)
                                  : search_outward(l, from, false, first);
  check_not_replaceable(l, &found, &name->part[0], what);
  for (int i = 1; found.kind == FOUND_CLASS && i < name->n_parts; i++) {
    found = lookup_in_class(l, found.class_def, name->part[i].ident);
    check_not_replaceable(l, &found, &name->part[i], what);
  }
  arena_release(mark);
}

InstClass *lookup_class(const Lookup *l, Context from, const AstReference *name)
{
  ArenaMark mark = arena_mark(session_scratch(l->s));
  InstClass *found = lookup_find_class(l, from, false, name);
  arena_release(mark);
  return found;
}

/* Up to the next dot that is not inside a quoted identifier. */
static size_t part_length(const char *text)
{
  size_t n = 0;
  if (text[0] == '\'') {
    for (n = 1; text[n] && text[n] != '\''; n++) {
      if (text[n] == '\\' && text[n + 1]) n++;
    }
  }
  return n + strcspn(text + n, ".");
}

InstClass *lookup_full_name(const Lookup *l, const char *dotted)
{
  size_t n = part_length(dotted);
  Found found = lookup_top(l, session_name_n(l->s, dotted, n));
  while (found.kind == FOUND_CLASS && dotted[n] == '.') {
    dotted += n + 1;
    n = part_length(dotted);
    found =
        lookup_in_class(l, found.class_def, session_name_n(l->s, dotted, n));
  }
  return found.kind == FOUND_CLASS ? found.class_def : NULL;
}

bool lookup_is_around_partial(const InstClass *c)
{
  const ClassPart *around = c->enclosing.part;
  return around && around->ast && around->ast->is_partial;
}
