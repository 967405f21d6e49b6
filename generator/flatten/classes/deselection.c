/* deselection.c: the connections that `break connect(a, b)` names. */
#include "flatten/classes/deselection.h"

#include <assert.h>
#include <string.h>

#include "flatten/classes/lookup.h"
#include "flatten/flat/fault.h"

static const char *skip_blanks(const char *p, const char *end)
{
  while (p < end && strchr(" \t\r\n", *p)) p++;
  return p;
}

bool deselection_same_text(const Flattening *f, Span a, Span b)
{
  assert(a.begin <= a.end && b.begin <= b.end);
  const char *p = session_source(f->s, a.source)->bytes + a.begin;
  const char *q = session_source(f->s, b.source)->bytes + b.begin;
  const char *end_p = p + (a.end - a.begin), *end_q = q + (b.end - b.begin);
  bool is_string = false, is_escaped = false;
  for (;;) {
    if (!is_string) {
      p = skip_blanks(p, end_p);
      q = skip_blanks(q, end_q);
    }
    if (p == end_p || q == end_q) return p == end_p && q == end_q;
    if (*p != *q) return false;
    if (*p == '"' && !is_escaped) is_string = !is_string;
    is_escaped = *p == '\\' && !is_escaped;
    p++;
    q++;
  }
}

/* connect(left, right) and connect(first, second) */
static bool is_same_pair(const Flattening *f, Span left, Span right, Span first,
                         Span second)
{
  return (deselection_same_text(f, left, first) &&
          deselection_same_text(f, right, second)) ||
         (deselection_same_text(f, left, second) &&
          deselection_same_text(f, right, first));
}

static bool is_named_by(const Flattening *f, const AstArgument *a,
                        const AstEquation *connect)
{
  assert(a->kind == AST_BREAK_CONNECT && connect->kind == AST_EQ_CONNECT);
  return is_same_pair(f, a->connect_left->span, a->connect_right->span,
                      connect->left->span, connect->right->span);
}

static bool is_broken_by(const Flattening *f, const AstArgument *a,
                         const AstModification *m)
{
  for (int i = 0; m && i < m->n_arguments; i++) {
    const AstArgument *b = m->argument[i];
    if (b->kind == AST_BREAK_CONNECT &&
        is_same_pair(f, a->connect_left->span, a->connect_right->span,
                     b->connect_left->span, b->connect_right->span)) {
      return true;
    }
  }
  return false;
}

const AstArgument *deselection_surplus(const Flattening *f,
                                       const AstModification *a,
                                       const AstModification *b)
{
  for (int i = 0; a && i < a->n_arguments; i++) {
    bool is_break = a->argument[i]->kind == AST_BREAK_CONNECT;
    if (is_break && !is_broken_by(f, a->argument[i], b)) return a->argument[i];
  }
  return NULL;
}

/* Section 7.4: the connections of a component that is left out go with it. */
static bool is_of_component(const AstArgument *a, const AstEquation *connect)
{
  assert(a->kind == AST_BREAK_COMPONENT && connect->kind == AST_EQ_CONNECT);
  Name name = a->name->part[0].ident;
  const AstExpr *end[] = {connect->left, connect->right};
  for (int k = 0; k < 2; k++) {
    if (end[k]->kind == AST_REFERENCE && !end[k]->reference->leading_dot &&
        end[k]->reference->part[0].ident == name)
      return true;
  }
  return false;
}

bool deselection_breaks(const Flattening *f,
                        const AstModification *modification,
                        const AstEquation *connect)
{
  for (int i = 0; modification && i < modification->n_arguments; i++) {
    const AstArgument *a = modification->argument[i];
    if (a->kind == AST_BREAK_CONNECT && is_named_by(f, a, connect)) return true;
    if (a->kind == AST_BREAK_COMPONENT && is_of_component(a, connect))
      return true;
  }
  return false;
}

static const AstArgument *break_of(const AstModification *written, Name name)
{
  for (int i = 0; written && i < written->n_arguments; i++) {
    const AstArgument *a = written->argument[i];
    if (a->kind == AST_BREAK_COMPONENT && a->name->part[0].ident == name)
      return a;
  }
  return NULL;
}

const AstArgument *deselection_of(const AstModification *written,
                                  const Member *member, const ClassPart *base,
                                  Name name)
{
  const AstArgument *found = break_of(written, name);
  for (const ClassPart *p = member->part; !found && p && p != base;
       p = p->parent) {
    if (p->extends) found = break_of(p->extends->modification, name);
  }
  return found;
}

/* The recursion follows the nesting of the text. */
static bool is_among(const Flattening *f, const AstArgument *a,
                     AstEquation *const *equation, int n)
{
  for (int i = 0; i < n; i++) {
    if (equation[i]->kind == AST_EQ_CONNECT && is_named_by(f, a, equation[i])) {
      return true;
    }
    for (int k = 0; k < equation[i]->n_branches; k++) {
      const AstEquationBranch *branch = &equation[i]->branch[k];
      if (is_among(f, a, branch->equation, branch->n_equations)) return true;
    }
  }
  return false;
}

/* In the class or in what it inherits. */
static bool is_in_class(const Flattening *f, const AstArgument *a,
                        ClassPart *part)
{
  if (part->builtin) return false;
  for (int i = 0; i < part->ast->n_sections; i++) {
    const AstSection *s = part->ast->section[i];
    if (!s->is_algorithm && is_among(f, a, s->equation, s->n_equations)) {
      return true;
    }
  }
  lookup_bases(f->lookup, part);
  for (int i = 0; i < part->n_bases; i++) {
    if (part->base[i] && is_in_class(f, a, part->base[i])) return true;
  }
  return false;
}

/* Section 7.4: components are left out before connections are. */
static bool goes_with_component(const AstModification *written,
                                const AstArgument *a)
{
  const AstExpr *end[] = {a->connect_left, a->connect_right};
  for (int k = 0; k < 2; k++) {
    if (end[k]->kind == AST_REFERENCE && !end[k]->reference->leading_dot &&
        break_of(written, end[k]->reference->part[0].ident))
      return true;
  }
  return false;
}

void deselection_check(const Flattening *f, const AstModification *written,
                       ClassPart *base)
{
  for (int i = 0; written && i < written->n_arguments; i++) {
    const AstArgument *a = written->argument[i];
    if (a->kind != AST_BREAK_CONNECT) continue;
    if (!goes_with_component(written, a) && is_in_class(f, a, base)) continue;
    if (lookup_is_incomplete(f->lookup, lookup_context(base))) continue;
    fault_error(f->faults, a->span, E202,
                "%s '%s' has no such connection that could be left out",
                lookup_restriction(base->whole), base->class_name);
  }
}
