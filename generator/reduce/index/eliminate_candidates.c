/* eliminate_candidates.c: from a set to what is left of it, as one or several sets. */
#include "reduce/index/eliminate_candidates.h"

#include <assert.h>
#include <math.h>

#include "base/disjoint_sets.h"
#include "base/vector.h"
#include "reduce/index/cancellation.h"
#include "reduce/index/eliminate_order.h"
#include "reduce/index/safe_factor.h"
#include "reduce/index/state_preference.h"
#include "reduce/structure/derivative_arguments.h"
#include "reduce/system/family.h"
#include "reduce/system/pattern_lists.h"
#include "symbolic/gradient_memo.h"
#include "symbolic/solve_for.h"

typedef struct Peel {
  System *sys;
  Walk *walk;
  Arena *scratch;
  SafeFactor safe;
  ExprId
      *value;  /* [n_vars] what takes the place of a eliminated one; NO_EXPR */
  int *column; /* [n_vars] of a candidate, at any level; -1 */
  SelectionSet *made; /* the sets that are left */
  int n_made, cap_made;
  /* the set that is looked at */
  const SelectionSet *set;
  int level;
  JacobianEntry *entry; /* all places of rows and columns, row by row */
  bool *is_safe;
  int n_entries, cap_entries, cap_safe;
  EliminateOrder order;
  int *pair_of_column; /* [n_columns] number in `order`; -1: stays */
} Peel;

/* --- the pattern --- */

static bool eliminate_candidates_is_wanted(const void *context, VarId v)
{
  const Peel *p = context;
  return p->column[v.i] >= 0 && p->sys->var[v.i].level == p->level;
}

/* Nothing of its chain is left below the row, it is not a state at the start, and
 * nobody wants it to be one. */
static bool may_be_eliminated(const Peel *p, int c, int order)
{
  VarId top = p->set->column[c];
  if (system_integral(p->sys, top, order).i < 0) return false;
  if (system_integral(p->sys, top, order + 1).i >= 0) return false;
  for (int level = 1; level <= order; level++) {
    if (!p->set->chosen[(level - 1) * p->set->n_columns + c]) return false;
    if (state_preference_rank(p->sys, top, level) > STATE_PREFERENCE_NONE)
      return false;
  }
  return true;
}

/* Its gradient by the candidates of p->level; false: it is not smooth in
 * them, and there is none. */
static bool find_gradient(Peel *p, int row, Gradient *gradient)
{
  ExprId residual = selection_residual(p->sys, p->set, p->level, row);
  if (!incidence_is_smooth(p->sys, residual) &&
      differentiate_hides(p->walk, residual, eliminate_candidates_is_wanted,
                          p)) {
    return false;
  }
  EqId eq = system_eq_integral(p->sys, p->set->row[row], p->level);
  gradient_remembered(p->sys->gradient_memo, p->walk,
                      family_from(p->sys, eq, residual),
                      eliminate_candidates_is_wanted, p, gradient);
  return true;
}

static int terms_of_row(Peel *p, int row)
{
  EqId given = system_eq_integral(p->sys, p->set->row[row], p->set->order[row]);
  return cancellation_terms(p->sys, p->walk, p->sys->eq[given.i].residual);
}

static double largest_number(const Peel *p, const Gradient *gradient)
{
  double largest = 0, value;
  for (int k = 0; k < gradient->n_entries; k++) {
    if (!expr_is_const(p->sys->exprs, gradient->entry[k].value, &value))
      continue;
    largest = fmax(largest, fabs(value));
  }
  return largest;
}

/* Has any row a place to begin with, as far as its first level shows? Most
 * sets of points and distances have none: nothing else is looked at then. */
static bool may_eliminate(Peel *p)
{
  Gradient gradient = {0};
  p->level = 1;
  for (int r = 0; r < p->set->n_rows; r++) {
    if (!find_gradient(p, r, &gradient)) continue;
    for (int k = 0; k < gradient.n_entries; k++) {
      int c = p->column[gradient.entry[k].var.i];
      if (may_be_eliminated(p, c, p->set->order[r]) &&
          safe_factor(&p->safe, gradient.entry[k].value)) {
        return true;
      }
    }
  }
  return false;
}

static void add_place(Peel *p, int row, int column)
{
  int n = p->n_entries++;
  p->entry = vector_grow(p->scratch, p->entry, &p->cap_entries, n + 1,
                         sizeof p->entry[0]);
  p->is_safe = vector_grow(p->scratch, p->is_safe, &p->cap_safe, n + 1,
                           sizeof p->is_safe[0]);
  p->entry[n] = (JacobianEntry){row, column, NO_EXPR};
  p->is_safe[n] = false;
}

/* Columns of a row, at all its levels alike but for what cancels out. `at`:
 * place of each column, 1 + its number; 0: the row does not hold it. */
static void eliminate_candidates_find_places(Peel *p, int row, int *at)
{
  for (p->level = 1; p->level <= p->set->order[row]; p->level++) {
    ExprId residual = selection_residual(p->sys, p->set, p->level, row);
    IntList list =
        incidence_of_residual(p->sys, p->walk, residual, true, p->scratch);
    for (int k = 0; k < list.n; k++) {
      if (!eliminate_candidates_is_wanted(p, (VarId){list.item[k]})) continue;
      int c = p->column[list.item[k]];
      if (at[c] > 0) continue;
      add_place(p, row, c);
      at[c] = p->n_entries;
    }
  }
}

/* Is the row smooth in its columns at all levels? Counts in `n_safe` at how
 * many levels each of its places has a safe factor. */
static bool count_safe(Peel *p, int row, const int *at, int *n_safe)
{
  Gradient gradient = {0};
  int n_terms = terms_of_row(p, row);
  for (p->level = 1; p->level <= p->set->order[row]; p->level++) {
    if (!find_gradient(p, row, &gradient)) return false;
    double largest = largest_number(p, &gradient);
    for (int k = 0; k < gradient.n_entries; k++) {
      int c = p->column[gradient.entry[k].var.i];
      ExprId factor = gradient.entry[k].value;
      if (at[c] > 0) {
        n_safe[c] +=
            safe_factor(&p->safe, factor) &&
            cancellation_factor_is_good(p->sys, factor, n_terms, largest);
      }
    }
  }
  return true;
}

static void find_row(Peel *p, int row, int *at, int *n_safe)
{
  int first = p->n_entries, order = p->set->order[row];
  eliminate_candidates_find_places(p, row, at);
  bool usable = !derivative_arguments_used(p->sys, p->walk, p->set->row[row]) &&
                count_safe(p, row, at, n_safe);
  for (int k = first; k < p->n_entries; k++) {
    int c = p->entry[k].column;
    p->is_safe[k] =
        usable && n_safe[c] == order && may_be_eliminated(p, c, order);
    at[c] = n_safe[c] = 0;
  }
}

static Pattern eliminate_candidates_find_pattern(Peel *p)
{
  size_t n = (size_t)p->set->n_columns;
  int *at = arena_array(p->scratch, n, sizeof(int));
  int *n_safe = arena_array(p->scratch, n, sizeof(int));
  p->n_entries = 0;
  for (int r = 0; r < p->set->n_rows; r++) find_row(p, r, at, n_safe);
  return (Pattern){.n_rows = p->set->n_rows,
                   .n_columns = p->set->n_columns,
                   .entry = p->entry,
                   .n_entries = p->n_entries,
                   .safe = p->is_safe};
}

/* --- parts of what is left --- */

typedef struct Parts {
  int n;
  IntList *row, *column; /* [n] of the set, rising */
} Parts;

/* The members of each part, rising. `of`: part of each member; -1: none. */
static IntList *members(const int *of, int n, int n_parts, Arena *arena)
{
  IntList *list = arena_array(arena, (size_t)n_parts, sizeof list[0]);
  int *item = arena_array(arena, (size_t)n, sizeof item[0]);
  for (int k = 0; k < n; k++) {
    if (of[k] >= 0) list[of[k]].n++;
  }
  for (int part = 0; part < n_parts; part++) {
    list[part].item = item;
    item += list[part].n;
    list[part].n = 0;
  }
  for (int k = 0; k < n; k++) {
    if (of[k] < 0) continue;
    IntList *own = &list[of[k]];
    own->item[own->n++] = k;
  }
  return list;
}

static Parts eliminate_candidates_find_parts(Peel *p)
{
  const SelectionSet *set = p->set;
  size_t n_rows = (size_t)set->n_rows, n_columns = (size_t)set->n_columns;
  DisjointSets *joined =
      disjoint_sets_create(p->scratch, set->n_rows + set->n_columns);
  Parts parts = {0};
  int *of_row = arena_array(p->scratch, n_rows, sizeof(int));
  int *of_column = arena_array(p->scratch, n_columns, sizeof(int));
  for (int r = 0; r < set->n_rows; r++) {
    const IntList *left = &p->order.left[r];
    for (int k = 0; k < left->n; k++) {
      disjoint_sets_unite(joined, r, set->n_rows + left->item[k], false);
    }
  }
  int *number = arena_array(p->scratch, n_rows + n_columns, sizeof(int));
  for (int r = 0; r < set->n_rows; r++) {
    of_row[r] = -1;
    if (p->order.left[r].n == 0) continue;
    int *own = &number[disjoint_sets_root(joined, r, NULL)];
    if (*own == 0) *own = ++parts.n;
    of_row[r] = *own - 1;
  }
  for (int c = 0; c < set->n_columns; c++) {
    int root = disjoint_sets_root(joined, set->n_rows + c, NULL);
    of_column[c] = number[root] - 1;
  }
  parts.row = members(of_row, set->n_rows, parts.n, p->scratch);
  parts.column = members(of_column, set->n_columns, parts.n, p->scratch);
  return parts;
}

/* --- the sets of the parts --- */

static void take_rows(Peel *p, SelectionSet *made, const IntList *rows)
{
  assert(rows->n > 0);
  size_t n = (size_t)rows->n;
  made->row = arena_array(p->sys->arena, n, sizeof(EqId));
  made->order = arena_array(p->sys->arena, n, sizeof(int));
  made->n_rows = rows->n;
  for (int k = 0; k < rows->n; k++) {
    made->row[k] = p->set->row[rows->item[k]];
    made->order[k] = p->set->order[rows->item[k]];
  }
  made->n_levels = made->order[0];
}

static void take_columns(Peel *p, SelectionSet *made, const IntList *columns)
{
  const SelectionSet *set = p->set;
  int n = columns->n;
  made->column = arena_array(p->sys->arena, (size_t)n, sizeof(VarId));
  made->chosen =
      arena_array(p->sys->arena, (size_t)(n * made->n_levels), sizeof(bool));
  made->n_columns = n;
  for (int k = 0; k < n; k++) {
    int c = columns->item[k];
    made->column[k] = set->column[c];
    for (int l = 0; l < made->n_levels; l++) {
      made->chosen[l * n + k] = set->chosen[l * set->n_columns + c];
    }
  }
}

/* Candidates of all levels less what is solved for. */
static int eliminate_candidates_count_states(const System *sys,
                                             const SelectionSet *set)
{
  int n = 0;
  for (int level = 1; level <= set->n_levels; level++) {
    for (int c = 0; c < set->n_columns; c++) {
      n += system_integral(sys, set->column[c], level).i >= 0;
    }
    n -= selection_rows(set, level);
  }
  return n;
}

/* --- putting in --- */

static ExprId eliminate_candidates_value_of(void *context, ExprTable *t,
                                            VarId v)
{
  const Peel *p = context;
  return p->value[v.i].i >= 0 ? p->value[v.i] : expr_var(t, v);
}

static ExprId eliminate_candidates_put_in(Peel *p, ExprId e)
{
  return walk_replace(p->walk, e, true, eliminate_candidates_value_of, p);
}

typedef struct Needed {
  bool *is_listed; /* by pair; all false but while a list is made */
  int *stack;      /* [rows] */
  IntList pair;    /* rising */
} Needed;

/* What is put into a part's rows, directly or by way of others. */
static void find_needed(const Peel *p, const PatternLists *by_row,
                        const IntList *rows, Needed *needed)
{
  int n_stack = 0;
  IntList *list = &needed->pair;
  list->n = 0;
  for (int k = 0; k < rows->n; k++) needed->stack[n_stack++] = rows->item[k];
  while (n_stack > 0) {
    int r = needed->stack[--n_stack];
    for (int k = by_row->start[r]; k < by_row->start[r + 1]; k++) {
      int pair = p->pair_of_column[p->entry[by_row->entry[k]].column];
      if (pair < 0 || needed->is_listed[pair]) continue;
      needed->is_listed[pair] = true;
      list->item[list->n++] = pair;
      needed->stack[n_stack++] = p->order.row[pair];
    }
  }
  for (int k = 0; k < list->n; k++) needed->is_listed[list->item[k]] = false;
  vector_sort_ints(list->item, list->n);
}

/* The value of what the pair is solved for at the level; those that it needs
 * have theirs. */
static void eliminate_candidates_set_value(Peel *p, int pair, int level)
{
  const SelectionSet *set = p->set;
  VarId v = system_integral(p->sys, set->column[p->order.column[pair]], level);
  ExprId divisor; /* safe */
  ExprId solved = solve_for(
      p->walk, selection_residual(p->sys, set, level, p->order.row[pair]), v,
      &divisor);
  assert(solved.i >= 0 && "the row is affine in it");
  p->value[v.i] = eliminate_candidates_put_in(p, solved);
}

static void put_into_rows(Peel *p, SelectionSet *made, const IntList *needed)
{
  System *sys = p->sys;
  made->residual = arena_array(
      sys->arena, (size_t)(made->n_levels * made->n_rows), sizeof(ExprId));
  for (int level = 1; level <= made->n_levels; level++) {
    for (int k = 0; k < needed->n; k++) {
      int pair = needed->item[k];
      bool is_there = p->set->order[p->order.row[pair]] >= level;
      if (is_there) eliminate_candidates_set_value(p, pair, level);
    }
    int n = selection_rows(made, level);
    for (int r = 0; r < n; r++) {
      EqId e = system_eq_integral(sys, made->row[r], level);
      made->residual[(level - 1) * made->n_rows + r] =
          eliminate_candidates_put_in(p, sys->eq[e.i].residual);
    }
  }
}

static void list_eliminated(const Peel *p, SelectionSet *made,
                            const IntList *needed)
{
  made->n_eliminated = needed->n;
  made->eliminated =
      arena_array(p->sys->arena, (size_t)needed->n, sizeof(VarId));
  for (int k = 0; k < needed->n; k++) {
    made->eliminated[k] = p->set->column[p->order.column[needed->item[k]]];
  }
}

/* --- one set --- */

static void number_candidates(Peel *p, const SelectionSet *set, int index)
{
  for (int c = 0; c < set->n_columns; c++) {
    for (int level = 1; level <= set->n_levels; level++) {
      VarId v = system_integral(p->sys, set->column[c], level);
      if (v.i < 0) continue;
      p->sys->var[v.i].set = index;
      p->sys->var[v.i].level = (int16_t)(index >= 0 ? level : 0);
    }
  }
}

static void keep_set(Peel *p, const SelectionSet *set)
{
  assert(set->n_rows > 0 && set->n_states > 0);
  number_candidates(p, set, p->n_made);
  p->made = vector_grow(p->scratch, p->made, &p->cap_made, p->n_made + 1,
                        sizeof p->made[0]);
  p->made[p->n_made++] = *set;
}

/* The states that are not part of the set any more: what they stood for are
 * states of their own. */
static void drop_states(Peel *p, int n_used)
{
  assert(n_used >= 0 && n_used <= p->set->n_states);
  for (int k = n_used; k < p->set->n_states; k++) {
    p->sys->var[p->set->state[k].i].kind = VAR_ABSENT;
    p->sys->var[p->set->derivative[k].i].kind = VAR_ABSENT;
  }
}

static void split_set(Peel *p)
{
  const SelectionSet *set = p->set;
  Parts parts = eliminate_candidates_find_parts(p);
  PatternLists by_row =
      pattern_by_row(p->entry, p->n_entries, set->n_rows, p->scratch);
  size_t n_pairs = (size_t)p->order.n, n_rows = (size_t)set->n_rows;
  Needed needed = {arena_array(p->scratch, n_pairs, sizeof(bool)),
                   arena_array(p->scratch, n_rows, sizeof(int)),
                   {arena_array(p->scratch, n_pairs, sizeof(int)), 0}};
  int n_used = 0;
  number_candidates(p, set, -1);
  for (int part = 0; part < parts.n; part++) {
    SelectionSet made = {0};
    take_rows(p, &made, &parts.row[part]);
    take_columns(p, &made, &parts.column[part]);
    made.n_states = eliminate_candidates_count_states(p->sys, &made);
    if (made.n_states == 0) continue;
    made.state = set->state + n_used;
    made.derivative = set->derivative + n_used;
    n_used += made.n_states;
    find_needed(p, &by_row, &parts.row[part], &needed);
    if (needed.pair.n > 0) {
      put_into_rows(p, &made, &needed.pair);
      list_eliminated(p, &made, &needed.pair);
    }
    keep_set(p, &made);
  }
  drop_states(p, n_used);
}

static void number_pairs(Peel *p)
{
  size_t n = (size_t)p->set->n_columns;
  p->pair_of_column = arena_array(p->scratch, n, sizeof(int));
  for (int c = 0; c < p->set->n_columns; c++) p->pair_of_column[c] = -1;
  for (int k = 0; k < p->order.n; k++) {
    p->pair_of_column[p->order.column[k]] = k;
  }
}

static void eliminate_from_set(Peel *p, const SelectionSet *set)
{
  p->set = set;
  for (int c = 0; c < set->n_columns; c++) {
    for (int level = 1; level <= set->n_levels; level++) {
      VarId v = system_integral(p->sys, set->column[c], level);
      if (v.i >= 0) p->column[v.i] = c;
    }
  }
  p->order = (EliminateOrder){0};
  if (may_eliminate(p)) {
    Pattern pattern = eliminate_candidates_find_pattern(p);
    p->order = eliminate_order(&pattern, p->scratch);
  }
  if (p->order.n == 0) {
    keep_set(p, set);
    return;
  }
  number_pairs(p);
  split_set(p);
}

bool eliminate_candidates(System *sys, Session *s)
{
  assert(sys->eq_var);
  if (sys->n_sets == 0) return true;
  Arena *scratch = session_scratch(s);
  ArenaMark mark = arena_mark(scratch);
  size_t n_vars = (size_t)sys->n_vars;
  Walk *walk = walk_create(sys->exprs, scratch);
  Peel p = {.sys = sys,
            .walk = walk,
            .scratch = scratch,
            .safe = {sys, walk, scratch, NULL},
            .value = arena_array(scratch, n_vars, sizeof(ExprId)),
            .column = arena_array(scratch, n_vars, sizeof(int))};
  for (int i = 0; i < sys->n_vars; i++) {
    p.value[i] = NO_EXPR;
    p.column[i] = -1;
  }
  for (int k = 0; k < sys->n_sets; k++) eliminate_from_set(&p, &sys->set[k]);
  sys->set = arena_array(sys->arena, (size_t)p.n_made, sizeof sys->set[0]);
  for (int k = 0; k < p.n_made; k++) sys->set[k] = p.made[k];
  sys->n_sets = sys->cap_sets = p.n_made;
  arena_release(mark);
  return true;
}
