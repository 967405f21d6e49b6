/* couple.c: see couple.h. */
#include "couple/couple.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "couple/couple_link.h"
#include "couple/couple_values.h"
#include "couple/ssp_read.h"
#include "couple/ssp_trace.h"
#include "fmu_file/fmu_unpack.h"

/* --- members --- */

/* Co-Simulation where the FMU has it, if the system does not say otherwise. */
static bool couple_choose_kind(Session *s, const SspElement *e, CoupleMember *m)
{
  const FmuDescription *d = m->description;
  const char *wanted = e->implementation ? e->implementation : "any";
  m->is_exchange =
      strcmp(wanted, "ModelExchange") == 0 ||
      (strcmp(wanted, "CoSimulation") != 0 && !d->co_simulation.present);
  if (m->is_exchange ? d->model_exchange.present : d->co_simulation.present)
    return true;
  diagnostic_file_error(s, e->document->where, E603,
                        "line %ld: the component %s is to be run by %s, and "
                        "its FMU has nothing of that",
                        e->line, e->path,
                        m->is_exchange ? "Model Exchange" : "Co-Simulation");
  return false;
}

static bool couple_read_member(Session *s, const Ssp *ssp, int element,
                               CoupleMember *m)
{
  const SspElement *e = &ssp->element[element];
  int n;
  *m = (CoupleMember){.name = e->path, .element = element};
  m->label =
      arena_printf(s->session_arena, "%s: %s", e->document->path, e->source);
  const char *file =
      arena_printf(s->session_arena, "%s/%s", e->document->folder, e->source);
  const char **text = couple_values_texts(s, ssp, element, &n);
  if (!fmu_unpack(s, file, text, n, &m->description, &m->folder)) {
    diagnostic_note(s, s->diagnostic[s->n_diagnostics - 1], NO_SPAN,
                    "it is the component %s of %s", e->path, ssp->path);
    return false;
  }
  return couple_choose_kind(s, e, m);
}

static bool couple_read_members(Session *s, Couple *c)
{
  const Ssp *ssp = c->ssp;
  Arena *arena = s->session_arena;
  size_t n = (size_t)ssp->n_elements;
  c->member_of = arena_array(arena, n, sizeof(int));
  c->member = arena_array(arena, n, sizeof c->member[0]);
  for (int i = 0; i < ssp->n_elements; i++) {
    c->member_of[i] = -1;
    if (ssp->element[i].is_system) continue;
    c->member_of[i] = c->n_members;
    if (!couple_read_member(s, ssp, i, &c->member[c->n_members++]))
      return false;
  }
  if (c->n_members > 0) return true;
  diagnostic_file_error(s, ssp->where, E620,
                        "the system has no components: nothing can be run");
  return false;
}

/* --- links --- */

static double couple_nominal(const FmuVariable *v)
{
  double nominal = v->nominal ? fabs(strtod(v->nominal, NULL)) : 1;
  return nominal > 0 && isfinite(nominal) ? nominal : 1;
}

static int couple_output_of(Session *s, Couple *c, int member, int variable)
{
  for (int i = 0; i < c->n_outputs; i++) {
    if (c->output[i].member == member && c->output[i].variable == variable)
      return i;
  }
  const FmuDescription *d = c->member[member].description;
  assert(variable >= 0 && variable < d->n_variables);
  const FmuVariable *v = &d->variable[variable];
  CoupleOutput o = {.member = member,
                    .variable = variable,
                    .structure = -1,
                    .type = v->type,
                    .is_continuous =
                        v->type == FMU_REAL && v->variability == FMU_CONTINUOUS,
                    .nominal = couple_nominal(v)};
  for (int i = 0; i < d->n_outputs; i++) {
    if (d->output[i].variable == variable) o.structure = i;
  }
  c->output = vector_grow(s->session_arena, c->output, &c->cap_outputs,
                          c->n_outputs + 1, sizeof o);
  c->output[c->n_outputs] = o;
  return c->n_outputs++;
}

static bool couple_read_link(Session *s, Couple *c, const SspRoute *route)
{
  const SspElement *from = &c->ssp->element[route->from.element];
  int member = c->member_of[route->to.element];
  int variable = couple_link_variable(s, c, route->to);
  if (variable < 0) return false;
  if (from->is_system) { /* open, or with the value of a binding */
    const SspValue *value = from->given[route->from.connector];
    return !value || couple_link_set(s, c, route, value, variable);
  }
  int source = couple_link_variable(s, c, route->from);
  if (source < 0) return false;
  int giver = c->member_of[route->from.element];
  const FmuVariable *v = &c->member[giver].description->variable[source];
  const FmuVariable *to = &c->member[member].description->variable[variable];
  CoupleLink link = {.member = member,
                     .variable = variable,
                     .is_parameter = to->causality != FMU_INPUT};
  if (!couple_link_convert(s, c, route, v, to, &link)) return false;
  link.output = couple_output_of(s, c, giver, source);
  c->link = vector_grow(s->session_arena, c->link, &c->cap_links,
                        c->n_links + 1, sizeof link);
  c->link[c->n_links++] = link;
  return true;
}

static bool couple_read_links(Session *s, Couple *c)
{
  SspRoutes routes = {0};
  if (!ssp_trace(s, c->ssp, &routes)) return false;
  for (int i = 0; i < routes.n; i++) {
    if (!couple_read_link(s, c, &routes.item[i])) return false;
  }
  return true;
}

/* Connectors that nothing is connected with are looked at, too. */
static bool couple_check_connectors(Session *s, const Couple *c)
{
  for (int e = 0; e < c->ssp->n_elements; e++) {
    const SspElement *element = &c->ssp->element[e];
    if (element->is_system) continue;
    for (int k = 0; k < element->n_connectors; k++) {
      if (couple_link_variable(s, c, (SspEnd){e, k}) < 0) return false;
    }
  }
  return true;
}

/* --- the whole --- */

/* "part.x=1": a value of the whole system, which goes before all others. */
static bool couple_read_set(Session *s, Couple *c, const char *text)
{
  size_t n = strcspn(text, "=");
  Arena *arena = s->session_arena;
  SspValue value = {.name = arena_copy_text(arena, text, n),
                    .text = text + n + (text[n] == '='),
                    .where = "--set",
                    .transformation = {.factor = 1, .mapped = SSP_NO_TYPE},
                    .is_used = arena_alloc(arena, sizeof(bool))};
  if (text[n] != '=') {
    diagnostic_file_error(s, "--set", E210, "NAME=VALUE is wanted, not '%s'",
                          text);
    return false;
  }
  for (int k = 0; k < c->n_members; k++) {
    CoupleMember *m = &c->member[k];
    size_t length = strlen(m->name);
    if (strncmp(value.name, m->name, length) != 0 || value.name[length] != '.')
      continue;
    int variable = description_find(m->description, value.name + length + 1);
    if (variable >= 0 && !couple_values_set(s, &value, m, variable))
      return false;
  }
  if (*value.is_used) return true;
  diagnostic_file_error(s, "--set", E605,
                        "no variable '%s'; names are "
                        "component.variable",
                        value.name);
  return false;
}

const Couple *couple_read(Session *s, const char *path, const char *variant,
                          const char *const *set, int n_set)
{
  Couple *c = arena_alloc(s->session_arena, sizeof *c);
  c->ssp = ssp_read(s, path, variant);
  if (!c->ssp || !couple_read_members(s, c) || !couple_check_connectors(s, c) ||
      !couple_values_apply(s, c) || !couple_read_links(s, c))
    return NULL;
  for (int k = 0; k < n_set; k++) {
    if (!couple_read_set(s, c, set[k])) return NULL;
  }
  return c;
}
