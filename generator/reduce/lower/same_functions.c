/* same_functions.c: see same_functions.h. Expressions are the same where their
 * ids are: slots have the same numbers in functions that are. */
#include "reduce/lower/same_functions.h"

#include <assert.h>
#include <string.h>

typedef struct Comparison {
  const FunctionTable *table;
  const FlatModel *flat;
  int *same; /* [n_procedures] as far as is known */
  int a, b;  /* what is compared */
} Comparison;

static bool same_texts(const char *a, const char *b)
{
  return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_functions_numbers(const int *a, int n_a, const int *b, int n_b)
{
  return n_a == n_b &&
         (n_a == 0 || memcmp(a, b, sizeof a[0] * (size_t)n_a) == 0);
}

static bool same_flags(const bool *a, const bool *b, int n)
{
  return n == 0 || memcmp(a, b, sizeof a[0] * (size_t)n) == 0;
}

/* Functions that are called: a function may call itself. */
static bool same_calls(const Comparison *c, int a, int b)
{
  if (a < 0 || b < 0) return a == b;
  return c->same[a] == c->same[b] || (a == c->a && b == c->b);
}

static bool same_locals(const Function *f, const Function *g)
{
  if (f->n_locals != g->n_locals || f->n_slots != g->n_slots) return false;
  for (int k = 0; k < f->n_locals; k++) {
    const FunctionLocal *a = &f->local[k], *b = &g->local[k];
    if (a->type != b->type || a->is_array != b->is_array ||
        a->is_open != b->is_open || a->first != b->first || a->n != b->n ||
        !a->constant != !b->constant)
      return false;
    size_t bytes = sizeof a->constant[0] * (size_t)a->n;
    if (a->constant && memcmp(a->constant, b->constant, bytes) != 0)
      return false;
  }
  return same_functions_numbers(f->input, f->n_inputs, g->input, g->n_inputs) &&
         same_functions_numbers(f->output, f->n_outputs, g->output,
                                g->n_outputs);
}

static bool same_lists(const Comparison *c, const StatementList *a,
                       const StatementList *b);

static bool same_statements(const Comparison *c, const Statement *a,
                            const Statement *b)
{
  if (a->kind != b->kind || a->target != b->target || a->local != b->local ||
      a->dimension != b->dimension || a->size != b->size ||
      a->kept != b->kept || a->value.i != b->value.i ||
      a->index.i != b->index.i || a->step.i != b->step.i ||
      a->limit.i != b->limit.i || a->is_warning != b->is_warning ||
      a->n_args != b->n_args)
    return false;
  if (a->external || b->external) return false;
  if (a->kind == STATEMENT_CALL &&
      (a->function < 0 || !same_calls(c, a->function, b->function)))
    return false;
  for (int k = 0; k < a->n_args; k++) {
    if (a->arg[k].i != b->arg[k].i) return false;
  }
  return same_functions_numbers(a->result, a->n_results, b->result,
                                b->n_results) &&
         same_texts(a->text, b->text) && same_lists(c, &a->body, &b->body) &&
         same_lists(c, &a->otherwise, &b->otherwise);
}

/* The recursion follows the nesting of the text. */
static bool same_lists(const Comparison *c, const StatementList *a,
                       const StatementList *b)
{
  if (a->n_items != b->n_items) return false;
  for (int k = 0; k < a->n_items; k++) {
    if (!same_statements(c, &a->item[k], &b->item[k])) return false;
  }
  return true;
}

static bool same_annotations(const Comparison *c)
{
  const FlatProcedure *f = c->flat->procedure[c->a];
  const FlatProcedure *g = c->flat->procedure[c->b];
  if (f->n_derivatives != g->n_derivatives || f->n_inverses != g->n_inverses)
    return false;
  for (int k = 0; k < f->n_derivatives; k++) {
    const FlatDerivative *a = &f->derivative[k], *b = &g->derivative[k];
    int n = f->n_inputs;
    if (a->order != b->order || !same_calls(c, a->procedure, b->procedure) ||
        !same_flags(a->has_direction, b->has_direction, n) ||
        !same_flags(a->needs_fixed, b->needs_fixed, n) ||
        !same_flags(a->leaves_out, b->leaves_out, n) ||
        !same_functions_numbers(a->follows, n, b->follows, n))
      return false;
  }
  for (int k = 0; k < f->n_inverses; k++) {
    const FlatInverse *a = &f->inverse[k], *b = &g->inverse[k];
    if (a->input != b->input || !same_calls(c, a->procedure, b->procedure) ||
        !same_functions_numbers(a->argument, a->n_arguments, b->argument,
                                b->n_arguments))
      return false;
  }
  return true;
}

static bool stays_apart(const Function *f)
{
  return f->is_impure || f->has_effects || f->is_external || f->destructor >= 0;
}

static bool are_same(const Comparison *c)
{
  const Function *f = c->table->function[c->a], *g = c->table->function[c->b];
  return f->may_expand == g->may_expand && strcmp(f->name, g->name) == 0 &&
         same_locals(f, g) && same_annotations(c) &&
         same_lists(c, &f->body, &g->body);
}

/* One look at all; returns whether something was found. */
static bool look_once(Comparison *c, const unsigned *hash)
{
  bool is_found = false;
  int n = c->flat->n_procedures;
  for (c->b = 1; c->b < n; c->b++) {
    if (c->same[c->b] != c->b || stays_apart(c->table->function[c->b]))
      continue;
    for (c->a = 0; c->a < c->b; c->a++) {
      if (hash[c->a] != hash[c->b] || c->same[c->a] != c->a || !are_same(c))
        continue;
      c->same[c->b] = c->a;
      is_found = true;
      break;
    }
  }
  return is_found;
}

static void name_first(const int *same, StatementList *list)
{
  for (int k = 0; k < list->n_items; k++) {
    Statement *s = &list->item[k];
    if (s->kind == STATEMENT_CALL && s->function >= 0)
      s->function = same[s->function];
    name_first(same, &s->body);
    name_first(same, &s->otherwise);
  }
}

static unsigned hash_of(const Function *f)
{
  unsigned hash = 2166136261u;
  for (const char *c = f->name; *c; c++)
    hash = (hash ^ (unsigned char)*c) * 16777619u;
  hash = (hash ^ (unsigned)f->n_slots) * 16777619u;
  return (hash ^ (unsigned)f->body.n_items) * 16777619u;
}

int *same_functions_find(FunctionTable *table, const FlatModel *flat)
{
  size_t n = (size_t)flat->n_procedures;
  Arena *scratch = session_scratch(table->s);
  int *same = arena_array(table->arena, n + 1, sizeof same[0]);
  ArenaMark mark = arena_mark(scratch);
  unsigned *hash = arena_array(scratch, n + 1, sizeof hash[0]);
  assert(table->n_functions == flat->n_procedures); /* the same numbers */
  for (int k = 0; k < flat->n_procedures; k++) {
    same[k] = k;
    hash[k] = hash_of(table->function[k]);
  }
  Comparison c = {.table = table, .flat = flat, .same = same};
  while (look_once(&c, hash)) { /* what stood for others may have one, too */
    for (int k = 0; k < flat->n_procedures; k++) same[k] = same[same[k]];
  }
  for (int k = 0; k < flat->n_procedures; k++)
    name_first(same, &table->function[k]->body);
  arena_release(mark);
  return same;
}
