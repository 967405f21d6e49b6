/* description3_structure.c: section 2.4.8 of FMI 3.0. */
#include <assert.h>

#include "emit/interface/interface_clocks.h"
#include "emit/xml/description3.h"
#include "emit/xml/description_parts.h"

/* The unknowns of one list, sorted by the variables they are elements of. */
typedef struct UnknownsOf {
  const ReducedUnknown *unknown;
  int *first; /* [n_variables] of an owner; -1: none */
  int *next;  /* [n] of the same owner; -1 */
} UnknownsOf;

static int owner_of(const Description3 *d, int row)
{
  int variable = d->all->of_row[row];
  assert(variable >= 0); /* not hidden */
  return d->all->variable[variable].owner;
}

static UnknownsOf sort_unknowns(const Description3 *d,
                                const ReducedUnknown *unknown, int n)
{
  int n_variables = d->all->n_variables;
  UnknownsOf u = {unknown,
                  arena_array(d->arena, (size_t)n_variables, sizeof(int)),
                  arena_array(d->arena, (size_t)n, sizeof(int))};
  for (int k = 0; k < n_variables; k++) u.first[k] = -1;
  for (int k = n - 1; k >= 0; k--) {
    int *first = &u.first[owner_of(d, unknown[k].var)];
    u.next[k] = *first;
    *first = k;
  }
  return u;
}

/* What the elements of a variable depend on, all together. */
typedef struct Knowns {
  unsigned *reference;
  DependencyKind *kind;
  int n;
  bool are_free; /* all of them by "dependent", the default */
} Knowns;

static void add_known(const Description3 *d, Knowns *knowns, int *place,
                      int owner, DependencyKind kind)
{
  if (place[owner] > 0) {
    DependencyKind *other = &knowns->kind[place[owner] - 1];
    if (*other < kind) *other = kind; /* in rising order */
    return;
  }
  knowns->reference[knowns->n] = d->all->variable[owner].reference;
  knowns->kind[knowns->n] = kind;
  place[owner] = ++knowns->n;
}

/* place: [n_variables] zeros, and zeros again afterwards. False: what one of
 * them depends on is not listed. */
static bool gather_knowns(const Description3 *d, const UnknownsOf *u, int first,
                          int *place, Knowns *knowns)
{
  size_t n = 0;
  for (int k = first; k >= 0; k = u->next[k]) {
    if (u->unknown[k].n_dependencies < 0) return false;
    n += (size_t)u->unknown[k].n_dependencies;
  }
  if (n > (size_t)d->all->n_variables) n = (size_t)d->all->n_variables;
  *knowns = (Knowns){arena_array(d->arena, n, sizeof(unsigned)),
                     arena_array(d->arena, n, sizeof(DependencyKind)), 0, true};
  for (int k = first; k >= 0; k = u->next[k]) {
    const ReducedUnknown *e = &u->unknown[k];
    for (int i = 0; i < e->n_dependencies; i++) {
      add_known(d, knowns, place, owner_of(d, e->dependency[i]),
                e->kind ? e->kind[i] : DEPENDS_FREELY);
    }
  }
  for (int k = first; k >= 0; k = u->next[k]) {
    const ReducedUnknown *e = &u->unknown[k];
    for (int i = 0; i < e->n_dependencies; i++)
      place[owner_of(d, e->dependency[i])] = 0;
  }
  for (int k = 0; k < knowns->n; k++)
    knowns->are_free &= knowns->kind[k] == DEPENDS_FREELY;
  return true;
}

static void write_unknown3(const Description3 *d, const char *element,
                           const UnknownsOf *u, int owner, int *place)
{
  XmlText *x = d->x;
  Knowns knowns;
  xml_text_open(x, element);
  description3_reference(x, "valueReference",
                         d->all->variable[owner].reference);
  if (gather_knowns(d, u, u->first[owner], place, &knowns)) {
    xml_text_references(x, "dependencies", knowns.reference, knowns.n);
    if (!knowns.are_free) {
      xml_text_begin_list(x, "dependenciesKind");
      for (int k = 0; k < knowns.n; k++)
        xml_text_list_word(x, description_dependency[knowns.kind[k]]);
      xml_text_end_list(x);
    }
  }
  xml_text_close(x);
}

static bool description3_is_clocked(const Description3 *d, int owner)
{
  int row = d->all->variable[owner].row;
  return interface_clocks_of(d->reduced, d->all, &d->reduced->var[row]) >= 0;
}

/* Outputs that belong to no other clock. */
static void write_initial_clocks(const Description3 *d)
{
  for (int k = 0; k < d->all->n_clocks; k++) {
    int variable = d->all->clock[k].variable;
    const ReducedVar *v = &d->reduced->var[d->all->clock[k].row];
    if (v->causality != FMI_OUTPUT || description3_is_clocked(d, variable))
      continue;
    xml_text_open(d->x, "InitialUnknown");
    description3_reference(d->x, "valueReference",
                           description3_clock_reference(d, k));
    xml_text_references(d->x, "dependencies", NULL, 0);
    xml_text_close(d->x);
  }
}

/* A second name may have given the variable an exact start. */
static bool is_known_at_start(const Description3 *d, int owner)
{
  int row = d->all->variable[owner].start_row;
  return d->reduced->var[row].initial == FMI_EXACT;
}

static void write_unknowns3(const Description3 *d, const char *element,
                            const ReducedUnknown *unknown, int n,
                            bool is_initial)
{
  ArenaMark mark = arena_mark(d->arena);
  UnknownsOf u = sort_unknowns(d, unknown, n);
  int *place = arena_array(d->arena, (size_t)d->all->n_variables, sizeof(int));
  for (int k = 0; k < n; k++) {
    int owner = owner_of(d, unknown[k].var);
    if (u.first[owner] != k) continue; /* is written already */
    if (is_initial &&
        (is_known_at_start(d, owner) || description3_is_clocked(d, owner)))
      continue;
    ArenaMark one = arena_mark(d->arena);
    write_unknown3(d, element, &u, owner, place);
    arena_release(one);
  }
  arena_release(mark);
}

static void write_clocked_states(const Description3 *d)
{
  for (int k = 0; k < d->all->n_variables; k++) {
    const InterfaceVariable *v = &d->all->variable[k];
    if (v->owner != k || d->all->n_clocks == 0) continue;
    if (interface_clocks_previous(d->reduced, d->all, k) < 0) continue;
    xml_text_open(d->x, "ClockedState");
    description3_reference(d->x, "valueReference", v->reference);
    xml_text_close(d->x);
  }
}

void description3_structure(const Description3 *d)
{
  XmlText *x = d->x;
  const ModelStructure *all = d->options->structure;
  xml_text_open(x, "ModelStructure");
  write_unknowns3(d, "Output", all->output, all->n_outputs, false);
  write_unknowns3(d, "ContinuousStateDerivative", all->derivatives,
                  all->n_derivatives, false);
  write_clocked_states(d);
  write_unknowns3(d, "InitialUnknown", all->initial_unknown,
                  all->n_initial_unknowns, true);
  write_initial_clocks(d);
  if (description3_count_indicators(d) > 0) {
    xml_text_open(x, "EventIndicator");
    description3_reference(x, "valueReference",
                           interface_variables_indicators());
    xml_text_close(x);
  }
  xml_text_close(x);
}
