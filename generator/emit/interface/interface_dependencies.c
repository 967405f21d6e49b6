/* interface_dependencies.c: see interface_dependencies.h. */
#include "emit/interface/interface_dependencies.h"

#include <assert.h>

#include "emit/interface/interface_clocks.h"

enum { MOST_DEPENDENCIES = 20000 };

typedef struct Listing {
  const ReducedSystem *r;
  const InterfaceVariables *all;
  InterfaceDependencies *to;
  bool *is_listed; /* [n_vars] of the first row of each element */
} Listing;

/* False: a list is not known. */
static bool interface_dependencies_count(const ReducedUnknown *unknown, int n,
                                         int *total)
{
  for (int k = 0; k < n; k++) {
    if (unknown[k].n_dependencies < 0) return false;
    *total += unknown[k].n_dependencies;
    if (*total > MOST_DEPENDENCIES) return false;
  }
  return true;
}

static const InterfaceVariable *interface_dependencies_owner(const Listing *l,
                                                             int row)
{
  int variable = l->all->of_row[row];
  assert(variable >= 0); /* not hidden */
  return &l->all->variable[l->all->variable[variable].owner];
}

/* From 1, in the variable that has the row or in one with the same cells. */
static int interface_dependencies_element(const Listing *l, int row)
{
  return row - l->all->variable[l->all->of_row[row]].row + 1;
}

/* As the description has them: a start value that is exact is no unknown. */
static bool interface_dependencies_is_left_out(const Listing *l, int row)
{
  const InterfaceVariable *owner = interface_dependencies_owner(l, row);
  return l->r->var[owner->start_row].initial == FMI_EXACT ||
         interface_clocks_of(l->r, l->all, &l->r->var[owner->row]) >= 0;
}

static void interface_dependencies_add(Listing *l, const ReducedUnknown *u,
                                       int *n)
{
  InterfaceDependencies *to = l->to;
  const InterfaceVariable *unknown = interface_dependencies_owner(l, u->var);
  int element = interface_dependencies_element(l, u->var);
  bool *is_listed = &l->is_listed[unknown->row + element - 1];
  if (*is_listed) return; /* an output that is a derivative, too */
  *is_listed = true;
  to->unknown[to->n_running + to->n_initial] = (InterfaceUnknown){
      unknown->reference, element, to->n_dependencies, u->n_dependencies};
  ++*n;
  for (int i = 0; i < u->n_dependencies; i++) {
    int row = u->dependency[i];
    const InterfaceVariable *owner = interface_dependencies_owner(l, row);
    bool is_resizable = l->r->var[owner->row].attributes->resizable != NULL;
    to->dependency[to->n_dependencies++] = (InterfaceDependency){
        owner->reference,
        is_resizable ? 0 : interface_dependencies_element(l, row),
        u->kind ? u->kind[i] : DEPENDS_FREELY};
  }
}

static void interface_dependencies_add_all(Listing *l,
                                           const ReducedUnknown *unknown, int n,
                                           bool is_initial)
{
  int *counter = is_initial ? &l->to->n_initial : &l->to->n_running;
  for (int k = 0; k < n; k++) {
    if (is_initial && interface_dependencies_is_left_out(l, unknown[k].var))
      continue;
    interface_dependencies_add(l, &unknown[k], counter);
  }
}

void interface_dependencies_find(const ReducedSystem *r,
                                 InterfaceVariables *all,
                                 const ModelStructure *structure, Arena *arena)
{
  const ModelStructure *s = structure;
  int total = 0;
  if (!interface_dependencies_count(s->output, s->n_outputs, &total) ||
      !interface_dependencies_count(s->derivatives, s->n_derivatives, &total) ||
      !interface_dependencies_count(s->initial_unknown, s->n_initial_unknowns,
                                    &total))
    return;
  int n = s->n_outputs + s->n_derivatives + s->n_initial_unknowns;
  InterfaceDependencies *to = arena_alloc(arena, sizeof *to);
  to->unknown = arena_array(arena, (size_t)n + 1, sizeof to->unknown[0]);
  to->dependency =
      arena_array(arena, (size_t)total + 1, sizeof to->dependency[0]);
  size_t n_rows = (size_t)r->n_vars;
  Listing l = {r, all, to, arena_array(arena, n_rows, sizeof(bool))};
  interface_dependencies_add_all(&l, s->output, s->n_outputs, false);
  interface_dependencies_add_all(&l, s->derivatives, s->n_derivatives, false);
  l.is_listed = arena_array(arena, n_rows, sizeof(bool));
  interface_dependencies_add_all(&l, s->initial_unknown, s->n_initial_unknowns,
                                 true);
  all->dependencies = to;
}

/* --- tables of model.c --- */

void interface_dependencies_write_tables(const InterfaceVariables *all,
                                         FILE *out)
{
  enum { PER_LINE = 4 };
  if (!all || !all->dependencies) return;
  const InterfaceDependencies *d = all->dependencies;
  fputs("static const ModelUnknown model_unknown[] = {", out);
  for (int k = 0; k < d->n_running + d->n_initial; k++) {
    const InterfaceUnknown *u = &d->unknown[k];
    fprintf(out, "%s{%uu, %d, %d, %d},", k % PER_LINE == 0 ? "\n  " : " ",
            u->reference, u->element, u->first, u->n);
  }
  fputs("\n  {0, 0, 0, 0}\n};\n"
        "static const ModelDependency model_dependency[] = {",
        out);
  for (int k = 0; k < d->n_dependencies; k++) {
    const InterfaceDependency *one = &d->dependency[k];
    /* the first kind of the standard is that of no dependency */
    fprintf(out, "%s{%uu, %d, %d},", k % PER_LINE == 0 ? "\n  " : " ",
            one->reference, one->element, (int)one->kind + 1);
  }
  fputs("\n  {0, 0, 0}\n};\n\n", out);
}

void interface_dependencies_write_members(const InterfaceVariables *all,
                                          FILE *out)
{
  if (!all || !all->dependencies) return;
  fprintf(out,
          "  .n_unknowns = %d,\n  .n_initial_unknowns = %d,\n"
          "  .unknown = model_unknown,\n  .dependency = model_dependency,\n",
          all->dependencies->n_running, all->dependencies->n_initial);
}
