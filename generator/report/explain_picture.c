/* explain_picture.c: from equations and blocks to cells. */
#include "report/explain_picture.h"

#include <assert.h>

#include "reduce/system/incidence.h"
#include "report/explain_text.h"
#include "report/picture.h"

/* --- before --- */

/* Numbers the chains by their first variables; returns how many. */
static int number_chains(const System *sys, int *chain, const char **name)
{
  int n = 0;
  for (int i = 0; i < sys->n_vars; i++) chain[i] = -1;
  for (int i = 0; i < sys->n_vars; i++) {
    VarId v = {i};
    if (sys->var[i].kind != VAR_CONTINUOUS || sys->var[i].integral.i >= 0 ||
        !system_is_unknown(sys, v)) {
      continue;
    }
    name[n] = sys->var[i].name;
    for (; v.i >= 0; v = sys->var[v.i].derivative) chain[v.i] = n;
    n++;
  }
  return n;
}

/* The highest order of each chain in one equation. */
static void add_row(Picture *p, const System *sys, const IntList *list,
                    const int *chain, int *order, int row)
{
  static const char *const sign[] = {"0", "1", "2", "3", "4", "5"};
  for (int k = 0; k < list->n; k++) order[chain[list->item[k]]] = -1;
  for (int k = 0; k < list->n; k++) {
    VarId v = {list->item[k]};
    assert(chain[v.i] >= 0); /* an unknown belongs to a chain */
    int o = system_order(sys, v);
    if (o > order[chain[v.i]]) order[chain[v.i]] = o;
  }
  for (int k = 0; k < list->n; k++) {
    int c = chain[list->item[k]], o = order[c];
    if (o < 0) continue;
    picture_add(p, row, c, o > 3 ? 3 : o, o <= 5 ? sign[o] : "+");
    order[c] = -1; /* once */
  }
}

void explain_picture_before(Session *s, const System *sys, FILE *out)
{
  Arena *scratch = session_scratch(s);
  ArenaMark mark = arena_mark(scratch);
  size_t n = (size_t)sys->n_vars;
  Walk *walk = walk_create(sys->exprs, scratch);
  int *chain = arena_array(scratch, n, sizeof(int));
  int *order = arena_array(scratch, n, sizeof(int));
  Picture p = {.arena = scratch, .n_rows = sys->n_given};
  p.column_name = arena_array(scratch, n, sizeof(char *));
  p.row_name = arena_array(scratch, (size_t)sys->n_given, sizeof(char *));
  p.row_label = arena_array(scratch, (size_t)sys->n_given, sizeof(char *));
  p.n_columns = number_chains(sys, chain, p.column_name);
  for (int k = 0; k < sys->n_given; k++) {
    p.row_name[k] = explain_equation(s, sys, (EqId){k});
    p.row_label[k] = arena_printf(scratch, "%d", k + 1);
    IntList list = incidence_of(sys, walk, sys->eq[k].residual, false, scratch);
    add_row(&p, sys, &list, chain, order, k);
  }
  picture_write(&p, out);
  arena_release(mark);
}

/* --- after --- */

typedef struct After {
  Picture picture;
  const System *sys;
  int *column; /* [n_vars] -1: known before */
  EqId *eq;    /* [n_rows] */
} After;

static void place_block(After *a, const ReducedBlock *b)
{
  Picture *p = &a->picture;
  PictureFrame frame = {p->n_rows, 0, p->n_columns, 0};
  for (int c = 0; c < b->n_columns; c++) {
    VarId v = b->unknown[c];
    if (v.i < 0 || a->column[v.i] >= 0) continue;
    assert(p->n_columns < a->sys->n_vars);
    p->column_name[p->n_columns] = a->sys->var[v.i].name;
    a->column[v.i] = p->n_columns++;
    frame.n_columns++;
  }
  for (int r = 0; r < b->n; r++) {
    if (b->equation[r].i < 0) continue;
    assert(p->n_rows < a->sys->n_eqs); /* each is solved once */
    a->eq[p->n_rows++] = b->equation[r];
    frame.n_rows++;
  }
  picture_frame(p, frame);
}

/* The number of the given equation, with a stroke for each differentiation. */
static const char *label(const After *a, EqId e, int order)
{
  static const char *const stroke[] = {"", "'", "''", "'''"};
  int given = system_eq_integral(a->sys, e, order).i;
  assert(given >= 0 && given < a->sys->n_given);
  if (order > 3)
    return arena_printf(a->picture.arena, "%d^(%d)", given + 1, order);
  return arena_printf(a->picture.arena, "%d%s", given + 1, stroke[order]);
}

static void add_cells(After *a, Session *s, Walk *walk)
{
  Picture *p = &a->picture;
  for (int r = 0; r < p->n_rows; r++) {
    EqId e = a->eq[r];
    int order = system_eq_order(a->sys, e);
    p->row_label[r] = label(a, e, order);
    p->row_name[r] =
        order == 0 ? explain_equation(s, a->sys, e)
                   : arena_printf(p->arena, "%s, differentiated %d time%s",
                                  explain_equation(s, a->sys, e), order,
                                  order == 1 ? "" : "s");
    IntList list =
        incidence_of(a->sys, walk, a->sys->eq[e.i].residual, false, p->arena);
    for (int k = 0; k < list.n; k++) {
      int c = a->column[list.item[k]];
      if (c >= 0) picture_add(p, r, c, order > 3 ? 3 : order, NULL);
    }
  }
}

void explain_picture_after(Session *s, const ReducedSystem *r, FILE *out)
{
  Arena *scratch = session_scratch(s);
  ArenaMark mark = arena_mark(scratch);
  const System *sys = r->sys;
  size_t n = (size_t)sys->n_vars, m = (size_t)sys->n_eqs;
  After a = {.picture = {.arena = scratch}, .sys = sys};
  a.column = arena_array(scratch, n, sizeof(int));
  a.eq = arena_array(scratch, m, sizeof(EqId));
  a.picture.column_name = arena_array(scratch, n, sizeof(char *));
  a.picture.row_name = arena_array(scratch, m, sizeof(char *));
  a.picture.row_label = arena_array(scratch, m, sizeof(char *));
  for (int i = 0; i < sys->n_vars; i++) a.column[i] = -1;
  for (int k = 0; k < r->continuous.n_blocks; k++) {
    place_block(&a, &r->continuous.block[k]);
  }
  add_cells(&a, s, walk_create(sys->exprs, scratch));
  picture_write(&a.picture, out);
  arena_release(mark);
}
