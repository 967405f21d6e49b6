/* run_directional.c: directional derivatives against difference quotients, and
 * dependencies against what really changes. */
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "check/run/run_stages.h"
#include "check/run/short_run.h"

enum { MOST_KNOWNS = 60 };

/* One unknown of Derivatives or Outputs. */
typedef struct Unknown {
  int variable;             /* position in the description */
  const char *dependencies; /* NULL: on everything */
} Unknown;

typedef struct Jacobian {
  Probe *p;
  Unknown *unknown;
  int n, cap;
  fmi2ValueReference *reference; /* of the unknowns */
  fmi2Real *low, *high, *exact;
} Jacobian;

static void add_unknowns(Jacobian *j, const char *list)
{
  const CheckTable *c = j->p->plan->table;
  const FmuDescription *d = j->p->plan->description;
  xmlNode *node = xml_child(xml_child(c->structure, list), "Unknown");
  for (; node; node = xml_next(node)) {
    long index;
    if (!fmi2_whole(c->text, node, "index", &index)) continue;
    if (index < 1 || index > d->n_variables) continue;
    const FmuVariable *v = &d->variable[index - 1];
    if (v->type != FMU_REAL || v->variability != FMU_CONTINUOUS) continue;
    j->unknown = vector_grow(j->p->f->s->session_arena, j->unknown, &j->cap,
                             j->n + 1, sizeof j->unknown[0]);
    j->unknown[j->n++] =
        (Unknown){(int)index - 1, xml_attribute(c->text, node, "dependencies")};
  }
}

/* Of FMI 3.0: the elements of the arrays that elements of this name list. */
static void add_arrays(Jacobian *j, const char *name)
{
  const CheckTable *c = j->p->plan->table;
  const FmuDescription *d = j->p->plan->description;
  xmlNode *node = xml_child(c->structure, NULL);
  for (; node; node = xml_next(node)) {
    long reference;
    if (!xml_is(node, name) ||
        !fmi2_whole(c->text, node, "valueReference", &reference)) {
      continue;
    }
    for (int i = 0; i < d->n_variables; i++) {
      const FmuVariable *v = &d->variable[i];
      const FmuArray *a = &d->array[v->array];
      if (v->value_reference != (unsigned)i || v->is_integer ||
          (long)a->value_reference != reference || v->type != FMU_REAL ||
          v->variability != FMU_CONTINUOUS) {
        continue;
      }
      j->unknown = vector_grow(j->p->f->s->session_arena, j->unknown, &j->cap,
                               j->n + 1, sizeof j->unknown[0]);
      j->unknown[j->n++] =
          (Unknown){i, xml_attribute(c->text, node, "dependencies")};
    }
  }
}

/* How ModelStructure names the variable. */
static long run_directional_number(const FmuDescription *d, int variable)
{
  return d->version == 3
             ? (long)d->array[d->variable[variable].array].value_reference
             : variable + 1;
}

static Jacobian run_directional_make_jacobian(Probe *p)
{
  Jacobian j = {.p = p};
  Arena *arena = p->f->s->session_arena;
  if (p->plan->description->version == 3) {
    add_arrays(&j, "ContinuousStateDerivative");
    add_arrays(&j, "Output");
  } else {
    add_unknowns(&j, "Derivatives");
    add_unknowns(&j, "Outputs");
  }
  size_t n = (size_t)j.n + 1;
  j.reference = arena_array(arena, n, sizeof j.reference[0]);
  j.low = arena_array(arena, n, sizeof j.low[0]);
  j.high = arena_array(arena, n, sizeof j.high[0]);
  j.exact = arena_array(arena, n, sizeof j.exact[0]);
  for (int i = 0; i < j.n; i++) {
    j.reference[i] =
        p->plan->description->variable[j.unknown[i].variable].value_reference;
  }
  return j;
}

static bool run_directional_is_listed(const char *dependencies, long index)
{
  assert(index >= 0); /* as ModelStructure counts */
  if (!dependencies) return true;
  for (const char *at = dependencies; *at;) {
    char *end;
    long value = strtol(at, &end, 10);
    if (end == at) return false;
    if (value == index) return true;
    at = end;
  }
  return false;
}

/* --- moving one known --- */

/* A state, moved through fmi2SetContinuousStates, or an input. */
typedef struct Known {
  int variable;
  int state; /* position among the states; -1: an input */
} Known;

static bool run_directional_move(Jacobian *j, Known k, const fmi2Real *x,
                                 double value)
{
  assert(k.state < j->p->plan->description->n_derivatives);
  Probe *p = j->p;
  const FmuDescription *d = p->plan->description;
  if (k.state < 0) {
    fmi2ValueReference reference = d->variable[k.variable].value_reference;
    return PROBE(p, SetReal, p->component, &reference, 1, &value);
  }
  size_t n = (size_t)d->n_derivatives;
  fmi2Real *moved = malloc(n * sizeof moved[0]);
  if (!moved) return false;
  memcpy(moved, x, n * sizeof moved[0]);
  moved[k.state] = value;
  bool good = PROBE(p, SetContinuousStates, p->component, moved, n);
  free(moved);
  return good;
}

static bool run_directional_difference(Jacobian *j, Known k, const fmi2Real *x,
                                       double value, double h,
                                       fmi2Real *quotient)
{
  Probe *p = j->p;
  if (!run_directional_move(j, k, x, value + h) ||
      !PROBE(p, GetReal, p->component, j->reference, (size_t)j->n, j->high) ||
      !run_directional_move(j, k, x, value - h) ||
      !PROBE(p, GetReal, p->component, j->reference, (size_t)j->n, j->low) ||
      !run_directional_move(j, k, x, value)) {
    return false;
  }
  for (int i = 0; i < j->n; i++) {
    quotient[i] = (j->high[i] - j->low[i]) / (2 * h);
  }
  return true;
}

/* --- judging --- */

static bool agrees(double exact, double quotient, double noise)
{
  double size = fabs(exact) > fabs(quotient) ? fabs(exact) : fabs(quotient);
  return fabs(exact - quotient) <= 2e-3 * size + noise;
}

static void run_directional_judge(Jacobian *j, Known k, bool has_exact,
                                  double h, const fmi2Real *wide,
                                  const fmi2Real *narrow)
{
  const FmuDescription *d = j->p->plan->description;
  for (int i = 0; i < j->n; i++) {
    const FmuVariable *unknown = &d->variable[j->unknown[i].variable];
    /* An output that is itself the state: makers differ in what they list. */
    if (j->unknown[i].variable == k.variable) continue;
    /* Rounding of the quotient, and kinks: both widths must agree. */
    double noise = 1e-8 * (fabs(j->high[i]) + 1e-3) / h + 1e-7;
    if (!agrees(wide[i], narrow[i], noise)) continue;
    if (has_exact && !agrees(j->exact[i], narrow[i], noise)) {
      finding_at(j->p->f, RULE_RUN_DIRECTIONAL, "fmi2GetDirectionalDerivative",
                 "d '%s' / d '%s' is %.9g, by differences %.9g", unknown->name,
                 d->variable[k.variable].name, j->exact[i], narrow[i]);
    }
    if (fabs(narrow[i]) > 10 * noise &&
        !run_directional_is_listed(j->unknown[i].dependencies,
                                   run_directional_number(d, k.variable))) {
      finding_at(j->p->f, RULE_RUN_DEPENDENCY, "ModelStructure",
                 "'%s' changes with '%s', which its dependencies do not list",
                 unknown->name, d->variable[k.variable].name);
    }
  }
}

static bool exact_column(Jacobian *j, Known k)
{
  Probe *p = j->p;
  fmi2Real seed = 1;
  fmi2ValueReference reference =
      p->plan->description->variable[k.variable].value_reference;
  fmi2Status status =
      PROBE_RAW(p, GetDirectionalDerivative, p->component, j->reference,
                (size_t)j->n, &reference, 1, &seed, j->exact);
  if (status == fmi2OK) return true;
  return finding_at(p->f, RULE_RUN_DIRECTIONAL, "fmi2GetDirectionalDerivative",
                    "with respect to '%s': %s%s",
                    p->plan->description->variable[k.variable].name,
                    probe_status_word(status), callbacks_say());
}

static bool column(Jacobian *j, Known k, const fmi2Real *x, bool directional)
{
  Probe *p = j->p;
  const FmuVariable *v = &p->plan->description->variable[k.variable];
  fmi2Real value;
  if (!PROBE(p, GetReal, p->component, &v->value_reference, 1, &value)) {
    return false;
  }
  bool has_exact = directional && exact_column(j, k);
  if (p->plan->kind == fmi2CoSimulation) return true;
  Arena *arena = p->f->s->session_arena;
  fmi2Real *wide = arena_array(arena, (size_t)j->n + 1, sizeof wide[0]);
  fmi2Real *narrow = arena_array(arena, (size_t)j->n + 1, sizeof narrow[0]);
  double h = 1e-5 * (fabs(value) + 1e-2);
  if (!run_directional_difference(j, k, x, value, 4 * h, wide) ||
      !run_directional_difference(j, k, x, value, h, narrow)) {
    return false;
  }
  run_directional_judge(j, k, has_exact, h, wide, narrow);
  return true;
}

/* Co-Simulation: only that the calls work; values cannot be moved there. */
void stage_directional(void *plan, Findings *f, ChildMark *mark)
{
  Probe p;
  if (!probe_start(&p, plan, f, mark)) return;
  Values values = values_make(&p);
  if (!short_run(&p, 0, 3, &values)) return;
  const FmuDescription *d = p.plan->description;
  Jacobian j = run_directional_make_jacobian(&p);
  size_t n = (size_t)d->n_derivatives;
  fmi2Real *x = arena_array(f->s->session_arena, n + 1, sizeof x[0]);
  bool me = p.plan->kind == fmi2ModelExchange;
  if (j.n == 0) return;
  if (me && n > 0 && !PROBE(&p, GetContinuousStates, p.component, x, n)) return;
  bool directional = stage_capability(plan, "providesDirectionalDerivative");
  int left = MOST_KNOWNS;
  for (int i = 0; i < d->n_states && left > 0; i++, left--) {
    if (!column(&j, (Known){d->state[i], i}, x, directional)) return;
  }
  for (int i = 0; i < d->n_variables && left > 0; i++) {
    const FmuVariable *v = &d->variable[i];
    if (v->causality != FMU_INPUT || v->type != FMU_REAL ||
        v->variability != FMU_CONTINUOUS) {
      continue;
    }
    if (!column(&j, (Known){i, -1}, x, directional)) return;
    left--;
  }
  probe_end(&p);
}
