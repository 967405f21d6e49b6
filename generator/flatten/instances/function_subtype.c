/* function_subtype.c: two functions argument by argument. */
#include "flatten/instances/function_subtype.h"

#include <assert.h>

#include "base/vector.h"

typedef struct Argument {
  const AstElement *element;
  const ClassPart *part;
} Argument;

typedef struct ArgumentList {
  Argument *item;
  int n_items, cap_items;
} ArgumentList;

static void function_subtype_add(const Lookup *l, ArgumentList *list,
                                 const AstElement *e, const ClassPart *part)
{
  for (int i = 0; i < list->n_items; i++) {
    if (list->item[i].element->name == e->name) return;
  }
  list->item = vector_grow(session_scratch(l->s), list->item, &list->cap_items,
                           list->n_items + 1, sizeof list->item[0]);
  list->item[list->n_items++] = (Argument){e, part};
}

/* In the order of the declarations; as deep as classes extend each other. */
static void collect_arguments(const Lookup *l, ClassPart *part,
                              AstCausality causality, ArgumentList *list)
{
  if (!part || part->builtin) return;
  lookup_bases(l, part);
  int base = 0;
  if (part->ast->form != AST_LONG && part->n_bases > 0)
    collect_arguments(l, part->base[base++], causality, list);
  for (int i = 0; i < part->ast->n_elements; i++) {
    const AstElement *e = part->ast->element[i];
    if (e->kind == AST_ELEMENT_EXTENDS) {
      assert(base < part->n_bases);
      collect_arguments(l, part->base[base++], causality, list);
    } else if (e->kind == AST_ELEMENT_COMPONENT && !e->is_protected &&
               e->prefix.causality == causality) {
      function_subtype_add(l, list, e, part);
    }
  }
}

static bool has_default(const Lookup *l, const Argument *a)
{
  if (a->element->modification && a->element->modification->value) return true;
  const Modifier *modifier =
      modification_find(l->modifications, a->part->modifier, a->element->name);
  return modifier && (modifier->value || modifier->redeclare);
}

static bool function_subtype_refuse(Misfit *why, Span span, const char *text)
{
  *why = (Misfit){span, text};
  return false;
}

static bool compare_arguments(const Lookup *l, InstClass *given,
                              InstClass *wanted, AstCausality causality,
                              Misfit *why)
{
  ArgumentList here = {0}, there = {0};
  Arena *scratch = session_scratch(l->s);
  const char *word = causality == AST_INPUT ? "input" : "output";
  collect_arguments(l, lookup_first_part(l, given), causality, &here);
  collect_arguments(l, lookup_first_part(l, wanted), causality, &there);
  for (int k = 0; k < there.n_items && k < here.n_items; k++) {
    const AstElement *a = here.item[k].element, *b = there.item[k].element;
    if (a->name != b->name) {
      return function_subtype_refuse(
          why, a->name_span,
          arena_printf(scratch,
                       "%s %d is '%s' here and '%s' there (section 6.6)", word,
                       k + 1, a->name, b->name));
    }
    /* The standard library leaves out defaults. */
    if (causality == AST_INPUT && has_default(l, &there.item[k]) &&
        !has_default(l, &here.item[k]) &&
        !session_source(l->s, a->span.source)->is_from_library) {
      return function_subtype_refuse(
          why, a->name_span,
          arena_printf(scratch,
                       "'%s' has no default here and has one there (section "
                       "6.6)",
                       a->name));
    }
  }
  for (int k = there.n_items; causality == AST_INPUT && k < here.n_items; k++) {
    const AstElement *a = here.item[k].element;
    if (has_default(l, &here.item[k])) continue;
    return function_subtype_refuse(
        why, a->name_span,
        arena_printf(scratch,
                     "'%s' is not an input there and needs a default here "
                     "(section 6.6)",
                     a->name));
  }
  return true;
}

bool function_subtype_fits(const Lookup *l, InstClass *given,
                           const ClassPart *given_end, InstClass *wanted,
                           const ClassPart *wanted_end, Misfit *why)
{
  assert(!given_end->builtin && !wanted_end->builtin);
  const AstClass *here = given_end->ast, *there = wanted_end->ast;
  if (here->form == AST_SHORT_DER || there->form == AST_SHORT_DER) return true;
  if (here->purity == AST_IMPURE && there->purity != AST_IMPURE) {
    return function_subtype_refuse(why, here->name_span,
                                   "this function is impure, and the one that "
                                   "it replaces is not (section 6.6)");
  }
  return compare_arguments(l, given, wanted, AST_INPUT, why) &&
         compare_arguments(l, given, wanted, AST_OUTPUT, why);
}
