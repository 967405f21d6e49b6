/* couple_energy.c: see couple_energy.h. */
#include "couple/couple_energy.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/vector.h"
#include "couple/ssp_unit.h"

/* Of the energy that one pair moves, what may come out of nothing; of the energy
 * that the most moving pair moves, what need not be looked at. */
static const double energy_tolerated = 0.05, energy_ignored = 0.01;

/* --- which links --- */

static const FmuVariable *energy_source(const Couple *c, const CoupleLink *k)
{
  const CoupleOutput *o = &c->output[k->output];
  return &c->member[o->member].description->variable[o->variable];
}

static const SspUnits *energy_units(const Couple *c, const CoupleLink *k)
{
  int element = c->member[c->output[k->output].member].element;
  return &c->ssp->element[element].document->units;
}

static bool energy_unit(const Couple *c, const CoupleLink *k, Unit *unit)
{
  const FmuVariable *v = energy_source(c, k);
  return v->type == FMU_REAL && v->unit &&
         ssp_unit_find(energy_units(c, k), v->unit, unit);
}

/* Angles count for nothing. */
static bool energy_is(const Unit *a, const Unit *b, const Unit *wanted)
{
  for (int k = 0; k < N_UNIT_BASES; k++) {
    int exponent = a->exponent[k] + (b ? b->exponent[k] : 0);
    if (k != UNIT_RAD && exponent != wanted->exponent[k]) return false;
  }
  return true;
}

/* How many letters two names have in common at their beginning: of several
 * possible partners the one of the same connector. */
static size_t energy_likeness(const char *a, const char *b)
{
  size_t n = 0;
  while (a[n] && a[n] == b[n]) n++;
  return n;
}

typedef struct EnergyFinder {
  const Couple *c;
  Unit watt, kelvin;
  bool *is_taken; /* [n_links] */
} EnergyFinder;

/* 0: no power; 1: effort and flow; 2: heat, `a` the flow. */
static int energy_kind(const EnergyFinder *f, const CoupleLink *a,
                       const CoupleLink *b, double *scale)
{
  Unit ua, ub;
  if (!energy_unit(f->c, a, &ua) || !energy_unit(f->c, b, &ub)) return 0;
  *scale = ua.factor;
  if (energy_is(&ua, NULL, &f->watt) && energy_is(&ub, NULL, &f->kelvin))
    return 2;
  *scale = ua.factor * ub.factor;
  return energy_is(&ua, &ub, &f->watt) ? 1 : 0;
}

static bool energy_are_opposed(const Couple *c, const CoupleLink *a,
                               const CoupleLink *b)
{
  int from = c->output[a->output].member;
  if (a->factor == 0 || b->factor == 0) return false;
  return !a->is_parameter && !b->is_parameter && from != a->member &&
         from == b->member && c->output[b->output].member == a->member;
}

/* The best partner of a link; -1: none. */
static int energy_partner(const EnergyFinder *f, int a, int *kind,
                          double *scale)
{
  const Couple *c = f->c;
  int best = -1;
  size_t likeness = 0;
  for (int b = 0; b < c->n_links; b++) {
    double size;
    if (f->is_taken[b] || !energy_are_opposed(c, &c->link[a], &c->link[b]))
      continue;
    int found = energy_kind(f, &c->link[a], &c->link[b], &size);
    if (found == 0) continue;
    const FmuVariable *input = &c->member[c->link[b].member]
                                    .description->variable[c->link[b].variable];
    size_t n =
        energy_likeness(energy_source(c, &c->link[a])->name, input->name);
    if (best >= 0 && n <= likeness) continue;
    best = b;
    likeness = n;
    *kind = found;
    *scale = size;
  }
  return best;
}

CoupleEnergy *couple_energy_find(Session *s, const Couple *c, int *n)
{
  Arena *arena = s->session_arena;
  EnergyFinder f = {.c = c};
  CoupleEnergy *list = NULL;
  int cap = 0;
  *n = 0;
  if (!units_parse("W", &f.watt) || !units_parse("K", &f.kelvin)) return NULL;
  f.is_taken = arena_array(arena, (size_t)c->n_links, sizeof(bool));
  for (int a = 0; a < c->n_links; a++) {
    int kind;
    double scale;
    int b = f.is_taken[a] ? -1 : energy_partner(&f, a, &kind, &scale);
    if (b < 0) continue;
    f.is_taken[a] = f.is_taken[b] = true;
    list = vector_grow(arena, list, &cap, *n + 1, sizeof list[0]);
    list[(*n)++] = (CoupleEnergy){
        .forth = a, .back = b, .is_heat = kind == 2, .scale = scale};
  }
  return list;
}

/* --- the integrals --- */

/* What the one that gives `forth` sees, and the one that takes it: each with its
 * own output and the input that it has. */
static void energy_powers(const Couple *c, const CoupleEnergy *e,
                          const double *y, const double *u, double *power)
{
  const CoupleLink *a = &c->link[e->forth], *b = &c->link[e->back];
  /* inputs as the outputs that they come from have them */
  double taken = (u[e->forth] - a->offset) / a->factor;
  double answer = (u[e->back] - b->offset) / b->factor;
  power[0] = e->scale * y[a->output] * (e->is_heat ? 1 : answer);
  power[1] = e->scale * taken * (e->is_heat ? 1 : y[b->output]);
}

void couple_energy_point(const Couple *c, CoupleEnergy *e, int n,
                         const double *y, const double *u)
{
  for (int i = 0; i < n; i++) energy_powers(c, &e[i], y, u, e[i].before);
}

void couple_energy_step(const Couple *c, CoupleEnergy *e, int n,
                        const double *y, const double *u, double size)
{
  assert(size > 0);
  for (int i = 0; i < n; i++) {
    double power[2];
    energy_powers(c, &e[i], y, u, power);
    e[i].given += size / 2 * (e[i].before[0] + power[0]);
    e[i].taken += size / 2 * (e[i].before[1] + power[1]);
    e[i].moved += size / 2 * (fabs(e[i].before[0]) + fabs(power[0]));
  }
}

/* --- the judgement --- */

/* A pair that hardly moves anything counts for nothing beside the others. */
static double energy_most_moved(const CoupleEnergy *e, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, e[i].moved);
  return most;
}

static const char *energy_output_name(Session *s, const Couple *c, int link)
{
  const CoupleOutput *o = &c->output[c->link[link].output];
  const CoupleMember *m = &c->member[o->member];
  return arena_printf(s->session_arena, "%s.%s", m->name,
                      m->description->variable[o->variable].name);
}

void couple_energy_judge(Session *s, const Couple *c, const CoupleEnergy *e,
                         int n)
{
  const CoupleEnergy *worst = NULL;
  double ignored = energy_ignored * energy_most_moved(e, n), most = 0;
  for (int i = 0; i < n; i++) {
    double share = fabs(e[i].taken - e[i].given) / e[i].moved;
    if (!(e[i].moved > ignored) || !(share > most)) continue;
    most = share;
    worst = &e[i];
  }
  if (!worst || most <= energy_tolerated) return;
  Diagnostic *d = diagnostic_file_warning(
      s, c->ssp->path, W623,
      "between %s and %s %.3g J came out of nothing, %.2g %% of the %.3g J "
      "that went over: the macro steps are too long for this coupling",
      energy_output_name(s, c, worst->forth),
      energy_output_name(s, c, worst->back), worst->taken - worst->given,
      100 * most, worst->moved);
  diagnostic_note(s, d, NO_SPAN,
                  "a shorter --step, --extrapolation 1 or 2 or --iterations "
                  "make it less");
}
