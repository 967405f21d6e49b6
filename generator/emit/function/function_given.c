/* function_given.c: see function_given.h. */
#include "emit/function/function_given.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { SHORTEST_ROW = 8, SEVERAL_INPUTS = -2 };

/* --- what is assigned ----------------------------------------------------- */

static void mark_slot(bool *is_assigned, int slot)
{
  if (slot >= 0) is_assigned[slot] = true;
}

/* The recursion follows the nesting of the text. */
static void mark_assigned(const Function *f, const StatementList *list,
                          bool *is_assigned)
{
  for (int k = 0; k < list->n_items; k++) {
    const Statement *s = &list->item[k];
    switch (s->kind) {
    case STATEMENT_ASSIGN:
    case STATEMENT_READ:
    case STATEMENT_FOR: mark_slot(is_assigned, s->target); break;
    case STATEMENT_CALL:
      for (int i = 0; i < s->n_results; i++)
        mark_slot(is_assigned, s->result[i]);
      break;
    case STATEMENT_ALLOCATE:
    case STATEMENT_WRITE: { /* any of its elements */
      const FunctionLocal *l = &f->local[s->local];
      for (int i = 0; i < l->n; i++) mark_slot(is_assigned, l->first + i);
      break;
    }
    case STATEMENT_CHECK:
    case STATEMENT_IF:
    case STATEMENT_LOOP:
    case STATEMENT_BREAK:
    case STATEMENT_RETURN:
    case STATEMENT_ASSERT:
    case STATEMENT_EXTERNAL: break;
    }
    mark_assigned(f, &s->body, is_assigned);
    mark_assigned(f, &s->otherwise, is_assigned);
  }
}

/* --- rows ----------------------------------------------------------------- */

static bool holds_numbers(const FunctionLocal *l)
{
  return !l->is_open && !l->constant && l->type != SLOT_BOOLEAN;
}

/* The input that each slot is, if it is one input and stays as it is. */
static int *inputs_of_slots(const Function *f, Arena *arena)
{
  int *input = arena_array(arena, (size_t)f->n_slots, sizeof input[0]);
  bool *is_assigned =
      arena_array(arena, (size_t)f->n_slots, sizeof is_assigned[0]);
  mark_assigned(f, &f->body, is_assigned);
  for (int k = 0; k < f->n_outputs; k++) mark_slot(is_assigned, f->output[k]);
  for (int k = 0; k < f->n_slots; k++) input[k] = -1;
  for (int k = 0; k < f->n_inputs; k++) {
    int slot = f->input[k];
    const FunctionLocal *l = &f->local[function_local_of(f, slot)];
    if (is_assigned[slot] || !holds_numbers(l)) continue;
    input[slot] = input[slot] == -1 ? k : SEVERAL_INPUTS;
  }
  return input;
}

const int *function_given_find(const Function *f, Arena *arena)
{
  if (f->is_external || f->n_inputs < SHORTEST_ROW) return NULL;
  int *input = inputs_of_slots(f, arena);
  bool has_rows = false;
  for (int k = 0; k < f->n_locals;
       k++) { /* arrays are for the other function */
    const FunctionLocal *l = &f->local[k];
    for (int i = 0; l->is_array && i < l->n; i++) input[l->first + i] = -1;
  }
  for (int k = 0, n; k < f->n_slots; k += n) {
    n = 1;
    while (input[k] >= 0 && k + n < f->n_slots && input[k + n] == input[k] + n)
      n++;
    if (input[k] >= 0 && n >= SHORTEST_ROW)
      has_rows = true;
    else
      for (int i = 0; i < n; i++) input[k + i] = -1;
  }
  return has_rows ? input : NULL;
}

const int *function_given_arrays(const Function *f, Arena *arena)
{
  if (f->is_external) return NULL;
  const int *input = inputs_of_slots(f, arena);
  int *first = arena_array(arena, (size_t)f->n_locals, sizeof first[0]);
  bool has_arrays = false;
  for (int k = 0; k < f->n_locals; k++) {
    const FunctionLocal *l = &f->local[k];
    int n = 0;
    while (l->is_array && n < l->n && input[l->first] >= 0 &&
           input[l->first + n] == input[l->first] + n)
      n++;
    bool is_whole = l->is_array && l->n > 0 && n == l->n;
    first[k] = is_whole ? input[l->first] : -1;
    has_arrays |= is_whole;
  }
  return has_arrays ? first : NULL;
}
