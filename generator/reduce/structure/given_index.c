/* given_index.c: a matching of equations to variables, where both have an
 * offset: equation i differentiated c[i] times holds the derivative of order
 * d[j] of variable j. Where a search finds no free variable, all that it has
 * met is differentiated once more. */
#include "reduce/structure/given_index.h"

#include <assert.h>

#include "reduce/system/incidence.h"

/* Variable `var`, the lowest of its chain, in its derivative of this order. */
typedef struct Entry {
  int var, order;
} Entry;

typedef struct Row {
  Entry *entry;
  int n;
} Row;

typedef struct Search {
  const System *sys;
  Arena *arena;
  Row *row; /* of each equation; n 0: it does not count */
  int n_rows, n_columns;
  bool *is_column;           /* [n_vars] */
  int *c, *d;                /* offsets: [n_rows], [n_vars] */
  int *row_of_var;           /* [n_vars] matched to it, -1: none */
  int *var_of_row, *from;    /* [n_rows] matched to; [n_vars] met from */
  int *var_stamp, now;       /* [n_vars] */
  int *queue, n_queue, *met; /* rows that are met; variables */
  int n_met;
} Search;

static int lowest(const System *sys, int var)
{
  while (sys->var[var].integral.i >= 0) var = sys->var[var].integral.i;
  return var;
}

static void make_row(Search *g, Walk *walk, int k)
{
  const Eq *eq = &g->sys->eq[k];
  if (eq->is_discrete || eq->is_when) return;
  IntList list = incidence_solvable(g->sys, walk, eq->residual, g->arena);
  Row *row = &g->row[k];
  row->entry = arena_array(g->arena, (size_t)list.n, sizeof row->entry[0]);
  for (int i = 0; i < list.n; i++) {
    int var = lowest(g->sys, list.item[i]);
    int order = system_order(g->sys, (VarId){list.item[i]});
    if (!g->is_column[var]) g->n_columns++;
    g->is_column[var] = true;
    if (order > g->d[var]) g->d[var] = order;
    row->entry[row->n++] = (Entry){var, order};
  }
  g->n_rows += row->n > 0;
}

/* The way back from a variable that is free. */
static void augment(Search *g, int var)
{
  while (var >= 0) {
    int row = g->from[var], before = g->var_of_row[row];
    g->row_of_var[var] = row;
    g->var_of_row[row] = var;
    var = before;
  }
}

/* True: all that `row` reaches is looked at, and it is matched. Only what
 * stands in the highest derivative counts if `is_tight`. */
static bool given_index_match(Search *g, int row, bool is_tight)
{
  g->now++;
  g->n_queue = g->n_met = 0;
  g->queue[g->n_queue++] = row;
  for (int at = 0; at < g->n_queue; at++) {
    int from = g->queue[at];
    for (int k = 0; k < g->row[from].n; k++) {
      Entry e = g->row[from].entry[k];
      if (g->var_stamp[e.var] == g->now) continue;
      if (is_tight && e.order + g->c[from] != g->d[e.var]) continue;
      g->var_stamp[e.var] = g->now;
      g->met[g->n_met++] = e.var;
      g->from[e.var] = from;
      if (g->row_of_var[e.var] < 0) {
        augment(g, e.var);
        return true;
      }
      g->queue[g->n_queue++] = g->row_of_var[e.var];
    }
  }
  return false;
}

static void forget_matches(Search *g)
{
  for (int i = 0; i < g->sys->n_vars; i++) g->row_of_var[i] = -1;
  for (int k = 0; k < g->sys->n_eqs; k++) g->var_of_row[k] = -1;
}

/* Without that no number of differentiations would be enough. */
static bool is_solvable(Search *g)
{
  forget_matches(g);
  if (g->n_rows != g->n_columns) return false;
  for (int k = 0; k < g->sys->n_eqs; k++) {
    if (g->row[k].n > 0 && !given_index_match(g, k, false)) return false;
  }
  return true;
}

static void differentiate(Search *g)
{
  forget_matches(g);
  for (int k = 0; k < g->sys->n_eqs; k++) {
    while (g->row[k].n > 0 && !given_index_match(g, k, true)) {
      for (int i = 0; i < g->n_queue; i++) g->c[g->queue[i]]++;
      for (int i = 0; i < g->n_met; i++) g->d[g->met[i]]++;
    }
  }
}

static int given_index_of(const Search *g)
{
  int highest = 0;
  bool algebraic = false;
  for (int k = 0; k < g->sys->n_eqs; k++) {
    if (g->c[k] > highest) highest = g->c[k];
  }
  for (int i = 0; i < g->sys->n_vars; i++) {
    if (g->is_column[i] && g->d[i] == 0) algebraic = true;
  }
  return highest + algebraic;
}

static GivenStructure *given_index_keep(const Search *g)
{
  const System *sys = g->sys;
  GivenStructure *given = arena_alloc(sys->arena, sizeof *given);
  size_t n = (size_t)sys->n_eqs;
  given->equation = arena_array(sys->arena, n, sizeof given->equation[0]);
  given->index = given_index_of(g);
  for (int k = 0; k < sys->n_eqs; k++) {
    if (g->row[k].n == 0) continue;
    given->equation[given->n_equations++] =
        (GivenEquation){sys->eq[k].span, g->c[k]};
  }
  return given;
}

static Search given_index_begin(const System *sys, Arena *arena)
{
  size_t n_eqs = (size_t)sys->n_eqs, n_vars = (size_t)sys->n_vars;
  return (Search){.sys = sys,
                  .arena = arena,
                  .row = arena_array(arena, n_eqs, sizeof(Row)),
                  .is_column = arena_array(arena, n_vars, sizeof(bool)),
                  .c = arena_array(arena, n_eqs, sizeof(int)),
                  .d = arena_array(arena, n_vars, sizeof(int)),
                  .row_of_var = arena_array(arena, n_vars, sizeof(int)),
                  .var_of_row = arena_array(arena, n_eqs, sizeof(int)),
                  .from = arena_array(arena, n_vars, sizeof(int)),
                  .var_stamp = arena_array(arena, n_vars, sizeof(int)),
                  .queue = arena_array(arena, n_eqs + 1, sizeof(int)),
                  .met = arena_array(arena, n_vars + 1, sizeof(int))};
}

bool given_index_find(System *sys, Session *s)
{
  assert(!sys->eq_var); /* the equations are as written */
  if (sys->n_eqs > GIVEN_EQUATIONS) return true;
  ArenaMark mark = arena_mark(session_scratch(s));
  Arena *scratch = session_scratch(s);
  Walk *walk = walk_create(sys->exprs, scratch);
  Search g = given_index_begin(sys, scratch);
  for (int k = 0; k < sys->n_eqs; k++) make_row(&g, walk, k);
  if (is_solvable(&g)) {
    differentiate(&g);
    sys->given = given_index_keep(&g);
  }
  arena_release(mark);
  return true;
}

void given_index_print(const GivenStructure *given, FILE *out)
{
  fprintf(out, "index as written %d\n", given->index);
  for (int k = 0; k < given->n_equations; k++) {
    int n = given->equation[k].n_derivatives;
    if (n == 0) continue;
    fprintf(out, "  e%d: differentiated %d time%s\n", k + 1, n,
            n == 1 ? "" : "s");
  }
}
