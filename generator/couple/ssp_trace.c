/* ssp_trace.c: see ssp_trace.h. */
#include "couple/ssp_trace.h"

#include <assert.h>

#include "base/vector.h"

/* The connection that leads to each connector; -1: none. */
typedef struct SspTracer {
  Session *s;
  const Ssp *ssp;
  int **source; /* [element][connector] */
} SspTracer;

static SspTracer ssp_trace_begin(Session *s, const Ssp *ssp)
{
  Arena *arena = s->session_arena;
  SspTracer t = {s, ssp,
                 arena_array(arena, (size_t)ssp->n_elements, sizeof(int *))};
  for (int i = 0; i < ssp->n_elements; i++) {
    int n = ssp->element[i].n_connectors;
    t.source[i] = arena_array(arena, (size_t)n, sizeof(int));
    for (int k = 0; k < n; k++) t.source[i][k] = -1;
  }
  for (int c = 0; c < ssp->n_connections; c++) {
    SspEnd to = ssp->connection[c].to;
    t.source[to.element][to.connector] = c;
  }
  return t;
}

/* What leads to this signal of the dictionary, at any reference to it; -1:
 * nothing; -2 after E620: several connections. */
static int ssp_trace_signal(const SspTracer *t, const SspDictionary *d,
                            const char *name)
{
  const Ssp *ssp = t->ssp;
  int found = -1;
  for (int e = 0; e < ssp->n_elements; e++) {
    const SspElement *element = &ssp->element[e];
    int k = element->refers == d ? ssp_connector(element, name) : -1;
    int source = k >= 0 ? t->source[e][k] : -1;
    if (source < 0 || source == found) continue;
    if (found < 0) {
      found = source;
      continue;
    }
    const SspConnection *a = &ssp->connection[found];
    const SspConnection *b = &ssp->connection[source];
    diagnostic_file_error(
        t->s, ssp->element[b->system].document->where, E620,
        "line %ld: the signal '%s' of the dictionary '%s' has two sources: %s "
        "here and %s in line %ld; remove one of the connections",
        b->line, name, d->name, ssp_end_name(t->s, ssp, b->from),
        ssp_end_name(t->s, ssp, a->from), a->line);
    return -2;
  }
  return found;
}

/* A signal is the same at all references to its dictionary. */
static bool ssp_trace_dictionaries(const SspTracer *t)
{
  const Ssp *ssp = t->ssp;
  for (int e = 0; e < ssp->n_elements; e++) {
    const SspElement *element = &ssp->element[e];
    for (int k = 0; element->refers && k < element->n_connectors; k++) {
      int source =
          ssp_trace_signal(t, element->refers, element->connector[k].name);
      if (source == -2) return false;
      t->source[e][k] = source;
    }
  }
  return true;
}

static bool ssp_trace_route(const SspTracer *t, int connection, SspRoute *route)
{
  const Ssp *ssp = t->ssp;
  int n = 0;
  *route = (SspRoute){.to = ssp->connection[connection].to};
  for (int c = connection; c >= 0; n++) {
    if (n > ssp->n_connections) {
      diagnostic_file_error(
          t->s,
          ssp->element[ssp->connection[connection].system].document->where,
          E620,
          "line %ld: the connections that lead to %s go around in a circle "
          "without any component",
          ssp->connection[connection].line, ssp_end_name(t->s, ssp, route->to));
      return false;
    }
    route->from = ssp->connection[c].from;
    bool is_inner = ssp->element[route->from.element].is_system;
    c = is_inner ? t->source[route->from.element][route->from.connector] : -1;
  }
  int *hop = arena_array(t->s->session_arena, (size_t)n, sizeof(int));
  assert(n > 0);
  route->hop = hop;
  route->n_hops = n;
  for (int c = connection, k = n - 1; k >= 0; k--) {
    hop[k] = c;
    SspEnd from = ssp->connection[c].from;
    c = t->source[from.element][from.connector];
  }
  return true;
}

/* Values that go on from system to system, all together. */
static bool ssp_trace_too_long(Session *s, const Ssp *ssp,
                               const SspConnection *c)
{
  Diagnostic *d = diagnostic_file_error(
      s, ssp->element[c->system].document->where, E620,
      "line %ld: the ways of all values lead through more than %d connections",
      c->line, s->limit[LIMIT_PARTS]);
  diagnostic_note(s, d, NO_SPAN, "--limit %s=N permits more",
                  limits_row(LIMIT_PARTS)->name);
  return false;
}

bool ssp_trace(Session *s, const Ssp *ssp, SspRoutes *routes)
{
  SspTracer t = ssp_trace_begin(s, ssp);
  int64_t n_hops = 0;
  if (!ssp_trace_dictionaries(&t)) return false;
  for (int c = 0; c < ssp->n_connections; c++) {
    if (ssp->element[ssp->connection[c].to.element].is_system) continue;
    SspRoute route;
    if (!ssp_trace_route(&t, c, &route)) return false;
    n_hops += route.n_hops;
    if (n_hops > s->limit[LIMIT_PARTS])
      return ssp_trace_too_long(s, ssp, &ssp->connection[c]);
    routes->item = vector_grow(s->session_arena, routes->item, &routes->cap,
                               routes->n + 1, sizeof route);
    routes->item[routes->n++] = route;
  }
  return true;
}
