/* interface_variables.c: see interface_variables.h. */
#include "emit/interface/interface_variables.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "emit/interface/interface_clocks.h"
#include "emit/interface/interface_resizable.h"
#include "function/resizable_array.h"

/* --- names --- */

/* "x[2,3]" is head "x", index "2,3", tail ""; "der(x[2])" has the tail ")". */
typedef struct IndexedName {
  size_t head;      /* bytes before the bracket */
  const char *tail; /* after the closing one; NULL: no index */
  int n, index[INTERFACE_DIMENSIONS];
} IndexedName;

/* What may follow the index: ")" or ",2)" of a derivative. */
static bool is_tail(const char *text)
{
  return text[strspn(text, "),0123456789")] == '\0';
}

static IndexedName interface_variables_read_name(const char *name)
{
  IndexedName none = {.tail = NULL}, read = none;
  const char *open = strrchr(name, '['), *close = strrchr(name, ']');
  if (!open || !close || close < open || !is_tail(close + 1)) return none;
  read.head = (size_t)(open - name);
  for (const char *at = open; at < close;) {
    char *end;
    if (read.n == INTERFACE_DIMENSIONS) return none;
    long value = strtol(at + 1, &end, 10);
    if (end == at + 1 || (*end != ',' && end != close) || value < 1 ||
        value > 2000000000) {
      return none;
    }
    read.index[read.n++] = (int)value;
    at = end;
  }
  read.tail = close + 1;
  return read;
}

static bool is_same_array(const char *name, const IndexedName *a,
                          const char *other, const IndexedName *b)
{
  return a->tail && b->tail && a->n == b->n && a->head == b->head &&
         memcmp(name, other, a->head) == 0 && strcmp(a->tail, b->tail) == 0;
}

/* The place of an element among all of an array of these sizes, from 0. */
static long interface_variables_place_of(const IndexedName *e,
                                         const int *dimension)
{
  long place = 0;
  for (int k = 0; k < e->n; k++) {
    if (e->index[k] > dimension[k]) return -1;
    place = place * dimension[k] + e->index[k] - 1;
  }
  return place;
}

/* --- arrays --- */

static bool interface_variables_same_text(const char *a, const char *b)
{
  return a == b || (a && b && strcmp(a, b) == 0);
}

/* Clocks are scalars (FMI 3.0, section 2.2.8.2). */
static bool may_share_clock(const ClockRole *a, const ClockRole *b)
{
  if (!a || !b) return a == b;
  return a->kind == CLOCK_ROLE_NONE && b->kind == CLOCK_ROLE_NONE &&
         a->clocked_by == b->clocked_by && !a->previous == !b->previous;
}

static bool same_attributes(const VarAttributes *a, const VarAttributes *b)
{
  return may_share_clock(a->clock, b->clock) &&
         (a == b ||
          (a->declared_type == b->declared_type &&
           interface_variables_same_text(a->description, b->description) &&
           interface_variables_same_text(a->unit, b->unit) &&
           interface_variables_same_text(a->display_unit, b->display_unit) &&
           interface_variables_same_text(a->quantity, b->quantity)));
}

static bool same_limits(const ReducedVar *a, const ReducedVar *b)
{
  return a->has_min == b->has_min && (!a->has_min || a->min == b->min) &&
         a->has_max == b->has_max && (!a->has_max || a->max == b->max) &&
         a->has_nominal == b->has_nominal &&
         (!a->has_nominal || a->nominal == b->nominal);
}

/* Elements of one array differ in their start values alone. */
static bool may_be_one(const ReducedVar *a, const ReducedVar *b)
{
  return a->type == b->type && !a->text == !b->text &&
         a->causality == b->causality && a->variability == b->variability &&
         a->initial == b->initial && a->is_state == b->is_state &&
         (a->derivative_of < 0) == (b->derivative_of < 0) &&
         same_attributes(a->attributes, b->attributes) && same_limits(a, b);
}

/* The rows from k on that have names of one array. */
static int rows_of_array(const ReducedSystem *r, int k,
                         const IndexedName *first, IndexedName *last)
{
  int end = k + 1;
  *last = *first;
  for (; end < r->n_vars && !r->var[end].is_hidden; end++) {
    IndexedName next = interface_variables_read_name(r->var[end].name);
    if (!is_same_array(r->var[k].name, first, r->var[end].name, &next)) break;
    *last = next;
  }
  return end - k;
}

/* All elements, in their order, and alike? */
static bool interface_variables_is_whole(const ReducedSystem *r, int k, int n,
                                         const IndexedName *last)
{
  for (int i = 0; i < n; i++) {
    IndexedName e = interface_variables_read_name(r->var[k + i].name);
    if (interface_variables_place_of(&e, last->index) != i) return false;
    if (!may_be_one(&r->var[k], &r->var[k + i])) return false;
  }
  return interface_variables_place_of(last, last->index) == n - 1;
}

typedef struct Finding {
  const ReducedSystem *r;
  Arena *arena;
  InterfaceVariables *all;
  int *length; /* [n_vars] rows of the array that begins here; 0: none */
  int *begin;  /* [n_vars] where the array begins that the row is of; -1 */
} Finding;

static void dissolve(Finding *f, int row)
{
  int begin = f->begin[row];
  if (begin < 0) return;
  for (int k = 0; k < f->length[begin]; k++) f->begin[begin + k] = -1;
  f->length[begin] = 0;
}

typedef struct ArrayName {
  const char *name;
  size_t head;
  int row;
} ArrayName;

static int by_array_name(const void *a, const void *b)
{
  const ArrayName *x = a, *y = b;
  size_t n = x->head < y->head ? x->head : y->head;
  int order = memcmp(x->name, y->name, n);
  if (order != 0) return order;
  if (x->head != y->head) return x->head < y->head ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

static bool has_same_head(const ArrayName *a, const ArrayName *b)
{
  return a->head == b->head && memcmp(a->name, b->name, a->head) == 0;
}

/* Arrays whose elements stand in several places are none; their names would be
 * those of an array and of its elements. */
static void drop_scattered(Finding *f, ArrayName *name, int n)
{
  qsort(name, (size_t)n, sizeof name[0], by_array_name);
  for (int k = 0; k < n; k++) {
    bool twice = (k > 0 && has_same_head(&name[k - 1], &name[k])) ||
                 (k + 1 < n && has_same_head(&name[k], &name[k + 1]));
    if (twice) dissolve(f, name[k].row);
  }
}

static void find_arrays(Finding *f)
{
  const ReducedSystem *r = f->r;
  ArrayName *name = arena_array(f->arena, (size_t)r->n_vars, sizeof name[0]);
  int n_names = 0;
  for (int k = 0, n; k < r->n_vars; k += n) {
    IndexedName first = interface_variables_read_name(r->var[k].name), last;
    n = 1;
    if (r->var[k].is_hidden || !first.tail) continue;
    n = rows_of_array(r, k, &first, &last);
    name[n_names++] = (ArrayName){r->var[k].name, first.head, k};
    if (!interface_variables_is_whole(r, k, n, &last)) continue;
    f->length[k] = n;
    for (int i = 0; i < n; i++) f->begin[k + i] = k;
  }
  drop_scattered(f, name, n_names);
}

/* Do two rows stand at the same place of arrays of the same form, or are they
 * both scalars? */
static bool interface_variables_are_parallel(const Finding *f, int a, int b)
{
  int x = f->begin[a], y = f->begin[b];
  if (x < 0 || y < 0) return x < 0 && y < 0;
  return f->length[x] == f->length[y] && a - x == b - y;
}

/* An array of states must be so in their order, too. */
static bool is_in_order(const Finding *f, int k, int row)
{
  int begin = f->begin[row], place = row - begin;
  if (begin < 0 || place == 0) return true;
  const ReducedSystem *r = f->r;
  return k > 0 && r->row_of_var[r->state[k - 1].i] == row - 1;
}

/* States and their derivatives are arrays of the same form, in the order of
 * the states. True: an array was none. */
static bool interface_variables_drop_states(Finding *f)
{
  const ReducedSystem *r = f->r;
  bool changed = false;
  for (int k = 0; k < r->n_states; k++) {
    int row = r->row_of_var[r->state[k].i];
    int rate = r->row_of_var[r->derivative[k].i];
    if (interface_variables_are_parallel(f, row, rate) &&
        is_in_order(f, k, row))
      continue;
    changed |= f->begin[row] >= 0 || f->begin[rate] >= 0;
    dissolve(f, row);
    dissolve(f, rate);
  }
  for (int k = 0; k < r->n_vars; k++) {
    int of = r->var[k].derivative_of;
    if (of < 0 || interface_variables_are_parallel(f, k, of)) continue;
    changed |= f->begin[k] >= 0 || f->begin[of] >= 0;
    dissolve(f, k);
    dissolve(f, of);
  }
  return changed;
}

/* --- references --- */

static int interface_variables_kind_of(const ReducedVar *v)
{
  const SimpleType *t = v->attributes->declared_type;
  switch (v->type) {
  case VAR_REAL: return REFERENCE_REAL;
  case VAR_BOOLEAN: return REFERENCE_BOOLEAN;
  case VAR_INTEGER: break;
  }
  if (v->text) return REFERENCE_STRING;
  return t && t->kind == SIMPLE_ENUMERATION ? REFERENCE_ENUMERATION
                                            : REFERENCE_INTEGER;
}

/* String variables are counted after the constant ones. */
static int interface_place(const ReducedSystem *r, const ReducedVar *v)
{
  assert(v->value_reference >= 0);
  return v->value_reference + (v->text ? r->n_texts : 0);
}

static unsigned reference_of(int kind, int place)
{
  return (unsigned)kind << REFERENCE_SHIFT | (unsigned)place;
}

unsigned interface_variables_text(int number)
{
  return reference_of(REFERENCE_STRING, number);
}

unsigned interface_variables_size(int number)
{
  return reference_of(REFERENCE_SIZE, number);
}

unsigned interface_variables_indicators(void)
{
  return reference_of(REFERENCE_INDICATORS, 0);
}

static void interface_variables_add_cell(Finding *f, int place)
{
  InterfaceVariables *all = f->all;
  ArrayCells *array = &all->array[all->n_arrays - 1];
  CellRun *last =
      all->n_runs > array->first_run ? &all->run[all->n_runs - 1] : NULL;
  array->n_cells++;
  if (last && last->n == 1) last->step = place - last->first;
  if (last && place == last->first + last->n * last->step) {
    last->n++;
    return;
  }
  all->run = vector_grow(f->arena, all->run, &all->cap_runs, all->n_runs + 1,
                         sizeof all->run[0]);
  all->run[all->n_runs++] = (CellRun){place, 1, 1};
}

static void give_array(Finding *f, InterfaceVariable *v)
{
  InterfaceVariables *all = f->all;
  const ReducedSystem *r = f->r;
  all->array = vector_grow(f->arena, all->array, &all->cap_arrays,
                           all->n_arrays + 1, sizeof all->array[0]);
  all->array[all->n_arrays] = (ArrayCells){
      all->n_runs, 0, interface_variables_kind_of(&r->var[v->row])};
  v->array = all->n_arrays++;
  for (int k = 0; k < v->n; k++)
    interface_variables_add_cell(f, interface_place(r, &r->var[v->row + k]));
  v->reference = reference_of(
      REFERENCE_ARRAY + interface_variables_kind_of(&r->var[v->row]), v->array);
}

/* --- second names --- */

enum { TAKEN = -2 }; /* a scalar has the reference of this place */

/* The variables that begin at a place of each kind. */
typedef struct FirstAt {
  int *last[REFERENCE_INDICATORS]; /* the last variable there; -1: none */
  int *before;                     /* [n_variables] the one before it; -1 */
} FirstAt;

static bool has_role(const ReducedVar *v)
{
  return v->causality != FMI_LOCAL && v->causality != FMI_CALCULATED_PARAMETER;
}

static bool has_start_value(const ReducedVar *v)
{
  if (v->variability == FMI_CONSTANT) return true;
  if (v->causality == FMI_INPUT || v->causality == FMI_PARAMETER) return true;
  return v->initial == FMI_EXACT || v->initial == FMI_APPROX;
}

/* A name of the same variable says the same of it, but for its role. */
static bool may_share(const ReducedVar *a, const ReducedVar *b)
{
  if (!may_share_clock(a->attributes->clock, b->attributes->clock))
    return false;
  bool same_type = a->attributes->declared_type == b->attributes->declared_type;
  return interface_variables_same_text(a->attributes->unit,
                                       b->attributes->unit) &&
         (a->type == VAR_REAL || same_type) &&
         (a->variability == FMI_CONSTANT) == (b->variability == FMI_CONSTANT) &&
         (!has_role(a) || !has_role(b) || a->causality == b->causality) &&
         (a->derivative_of < 0 || b->derivative_of < 0) &&
         !(a->is_state && b->is_state) &&
         (!has_start_value(a) || !has_start_value(b));
}

static bool have_same_cells(const Finding *f, const InterfaceVariable *a,
                            const InterfaceVariable *b)
{
  const ReducedSystem *r = f->r;
  if (a->n != b->n || a->n_dimensions != b->n_dimensions) return false;
  if (memcmp(a->dimension, b->dimension, sizeof a->dimension) != 0)
    return false;
  for (int k = 0; k < a->n; k++) {
    if (interface_place(r, &r->var[a->row + k]) !=
        interface_place(r, &r->var[b->row + k])) {
      return false;
    }
  }
  return true;
}

/* All names of an owner get along with it. */
static bool may_join(const Finding *f, int owner, const ReducedVar *v)
{
  const InterfaceVariable *all = f->all->variable;
  for (int k = owner; k >= 0; k = all[k].next) {
    if (!may_share(&f->r->var[all[k].row], v)) return false;
  }
  return true;
}

/* The name with a role comes first. */
static void join(Finding *f, int owner, int k)
{
  InterfaceVariable *all = f->all->variable;
  const ReducedVar *var = f->r->var;
  if (has_role(&var[all[k].row]) && !has_role(&var[all[owner].row])) {
    for (int i = owner; i >= 0; i = all[i].next) all[i].owner = k;
    all[k].next = owner;
    all[k].owner = k;
    return;
  }
  all[k].owner = owner;
  all[k].next = all[owner].next;
  all[owner].next = k;
}

/* Sizes, and arrays that change theirs. */
static bool has_own_table(const ReducedVar *v)
{
  return v->attributes->resizable || v->attributes->is_structural;
}

static void find_owner(Finding *f, FirstAt *first, int k)
{
  const ReducedSystem *r = f->r;
  InterfaceVariable *v = &f->all->variable[k];
  const ReducedVar *var = &r->var[v->row];
  int kind = interface_variables_kind_of(var), place = interface_place(r, var);
  if (interface_clocks_is(var) || has_own_table(var)) return;
  int *last = &first->last[kind][place];
  for (int i = *last; i >= 0; i = first->before[i]) {
    int owner = f->all->variable[i].owner;
    if (!have_same_cells(f, v, &f->all->variable[i])) continue;
    if (!may_join(f, owner, var)) continue;
    join(f, owner, k);
    return;
  }
  first->before[k] = *last;
  *last = k;
}

static FirstAt first_at(const Finding *f)
{
  const ReducedSystem *r = f->r;
  FirstAt first;
  for (int kind = 0; kind < REFERENCE_INDICATORS; kind++) {
    int n = kind == REFERENCE_REAL      ? r->n_real + r->n_real_aliases
            : kind == REFERENCE_BOOLEAN ? r->n_boolean
                                        : r->n_integer + r->n_texts;
    first.last[kind] = arena_array(f->arena, (size_t)n, sizeof(int));
    for (int k = 0; k < n; k++) first.last[kind][k] = -1;
  }
  first.before =
      arena_array(f->arena, (size_t)f->all->n_variables, sizeof(int));
  for (int k = 0; k < f->all->n_variables; k++) first.before[k] = -1;
  return first;
}

/* --- the variables --- */

static const char *interface_variables_array_name(Arena *arena,
                                                  const char *name)
{
  IndexedName e = interface_variables_read_name(name);
  return arena_printf(arena, "%.*s%s", (int)e.head, name, e.tail);
}

static void interface_variables_add_variable(Finding *f, int row)
{
  InterfaceVariables *all = f->all;
  const ReducedVar *var = f->r->var;
  InterfaceVariable *v = &all->variable[all->n_variables];
  int n = f->length[row];
  *v = (InterfaceVariable){.row = row,
                           .n = n > 0 ? n : 1,
                           .name = var[row].name,
                           .owner = all->n_variables,
                           .next = -1,
                           .start_row = row,
                           .derived = -1,
                           .array = -1};
  if (n > 0) {
    IndexedName last = interface_variables_read_name(var[row + n - 1].name);
    v->name = interface_variables_array_name(f->arena, var[row].name);
    v->n_dimensions = last.n;
    memcpy(v->dimension, last.index, sizeof last.index);
  }
  for (int k = 0; k < v->n; k++) all->of_row[row + k] = all->n_variables;
  all->n_variables++;
}

/* A scalar that could not be a second name of what has its place gets a
 * reference like that of an array. */
static void interface_variables_give_reference(Finding *f, FirstAt *first,
                                               int k)
{
  const ReducedSystem *r = f->r;
  InterfaceVariable *v = &f->all->variable[k];
  const ReducedVar *var = &r->var[v->row];
  int kind = interface_variables_kind_of(var), place = interface_place(r, var);
  if (interface_clocks_is(var)) {
    v->reference = reference_of(REFERENCE_CLOCK, f->all->n_clocks++);
    return;
  }
  if (has_own_table(var)) {
    const ResizableArray *array = var->attributes->resizable;
    v->reference =
        array ? reference_of(REFERENCE_RESIZABLE, array->number)
              : reference_of(REFERENCE_SIZE, interface_resizable_size(r, var));
    return;
  }
  if (v->n_dimensions > 0 || first->last[kind][place] == TAKEN) {
    give_array(f, v);
    return;
  }
  first->last[kind][place] = TAKEN;
  v->reference = reference_of(kind, place);
}

/* What an owner takes over from its other names. */
static void interface_variables_gather(Finding *f, int k)
{
  InterfaceVariable *all = f->all->variable;
  const ReducedVar *var = f->r->var;
  for (int i = k; i >= 0; i = all[i].next) {
    const ReducedVar *named = &var[all[i].row];
    if (has_start_value(named) && !has_start_value(&var[all[k].start_row]))
      all[k].start_row = all[i].row;
    if (named->derivative_of >= 0)
      all[k].derived = all[f->all->of_row[named->derivative_of]].owner;
  }
}

InterfaceVariables *interface_variables_find(const ReducedSystem *r,
                                             Arena *arena)
{
  size_t n = (size_t)r->n_vars;
  InterfaceVariables *all = arena_alloc(arena, sizeof *all);
  Finding f = {.r = r,
               .arena = arena,
               .all = all,
               .length = arena_array(arena, n, sizeof(int)),
               .begin = arena_array(arena, n, sizeof(int))};
  all->variable = arena_array(arena, n, sizeof all->variable[0]);
  all->of_row = arena_array(arena, n, sizeof(int));
  for (int k = 0; k < r->n_vars; k++) f.begin[k] = all->of_row[k] = -1;
  find_arrays(&f);
  while (interface_variables_drop_states(&f)) continue;
  for (int k = 0; k < r->n_vars; k++) {
    if (!r->var[k].is_hidden && (f.begin[k] < 0 || f.begin[k] == k))
      interface_variables_add_variable(&f, k);
  }
  FirstAt first = first_at(&f);
  for (int k = 0; k < all->n_variables; k++) find_owner(&f, &first, k);
  for (int k = 0; k < all->n_variables; k++) {
    if (all->variable[k].owner != k) continue;
    interface_variables_give_reference(&f, &first, k);
    interface_variables_gather(&f, k);
  }
  interface_clocks_find(r, all, arena);
  return all;
}

/* --- tables of model.c --- */

void interface_variables_write_tables(const InterfaceVariables *all, FILE *out)
{
  if (!all || all->n_arrays == 0) return;
  fputs("static const ArrayRun array_run[] = {\n", out);
  for (int k = 0; k < all->n_runs; k++) {
    const CellRun *run = &all->run[k];
    fprintf(out, "  {%d, %d, %d},\n", run->first, run->step, run->n);
  }
  fputs("};\n\nstatic const ModelArray array_variable[] = {\n", out);
  for (int k = 0; k < all->n_arrays; k++) {
    const ArrayCells *a = &all->array[k];
    fprintf(out, "  {%d, %d, %d},\n", a->first_run, a->n_cells, a->kind);
  }
  fputs("};\n\n", out);
}

void interface_variables_write_members(const InterfaceVariables *all, FILE *out)
{
  if (!all || all->n_arrays == 0) return;
  fprintf(out,
          "  .n_arrays = %d,\n  .array = array_variable,\n"
          "  .array_run = array_run,\n",
          all->n_arrays);
}
