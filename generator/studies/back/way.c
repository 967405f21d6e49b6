/* way.c: see way.h. */
#include "studies/back/way.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"

void way_begin(Way *way, const Fmu *fmu, fmi2Component component, Arena *arena)
{
  *way = (Way){.fmu = fmu,
               .component = component,
               .n_states = (size_t)fmu->description->n_derivatives,
               .arena = arena};
}

static WayMark *way_add(Way *way, WayKind kind, double from, double to)
{
  way->mark = vector_grow(way->arena, way->mark, &way->cap_marks,
                          way->n_marks + 1, sizeof way->mark[0]);
  WayMark *mark = &way->mark[way->n_marks++];
  *mark = (WayMark){.kind = kind, .from = from, .to = to};
  return mark;
}

void way_add_piece(Way *way, const ExchangePiece *piece)
{
  assert(piece->n_states == way->n_states && piece->from <= piece->to);
  size_t n = (size_t)(piece->order + 1) * way->n_states;
  WayMark *mark = way_add(way, WAY_PIECE, piece->from, piece->to);
  mark->order = piece->order;
  mark->row = arena_array(way->arena, n, sizeof(double));
  memcpy(mark->row, piece->row, n * sizeof(double));
}

bool way_add_point(Way *way, double time)
{
  WayMark *mark = way_add(way, WAY_POINT, time, time);
  if (way->n_states == 0) return true;
  mark->row = arena_array(way->arena, way->n_states, sizeof(double));
  return way->fmu->GetContinuousStates(way->component, mark->row,
                                       way->n_states) == fmi2OK;
}

static bool way_save(const Way *way, WayState *state)
{
  const Fmu *fmu = way->fmu;
  fmi2FMUstate saved = NULL;
  if (fmu->GetFMUstate(way->component, &saved) != fmi2OK) return false;
  bool good = fmu->SerializedFMUstateSize(way->component, saved,
                                          &state->size) == fmi2OK;
  if (good) {
    state->bytes = arena_array(way->arena, state->size, 1);
    good = fmu->SerializeFMUstate(way->component, saved, state->bytes,
                                  state->size) == fmi2OK;
  }
  fmu->FreeFMUstate(way->component, &saved);
  return good;
}

bool way_add_event(Way *way, double time)
{
  return way_save(way, &way_add(way, WAY_EVENT, time, time)->saved);
}

bool way_restore(const Fmu *fmu, fmi2Component component, const WayState *state)
{
  fmi2FMUstate saved = NULL;
  if (fmu->DeSerializeFMUstate(component, state->bytes, state->size, &saved) !=
      fmi2OK) {
    return false;
  }
  bool good = fmu->SetFMUstate(component, saved) == fmi2OK;
  fmu->FreeFMUstate(component, &saved);
  return good;
}

/* The first piece that does not end before `time`. */
static const WayMark *way_find(const Way *way, int first, int last, double time)
{
  while (first < last) {
    int middle = first + (last - first) / 2;
    if (way->mark[middle].to < time)
      first = middle + 1;
    else
      last = middle;
  }
  return &way->mark[first];
}

void way_states(const Way *way, int first, int last, double time, double *x)
{
  const WayMark *piece = way_find(way, first, last, time);
  double h = time - piece->to;
  assert(piece->kind == WAY_PIECE);
  for (size_t i = 0; i < way->n_states; i++) x[i] = 0;
  for (int k = piece->order; k >= 0; k--) {
    const double *row = piece->row + (size_t)k * way->n_states;
    for (size_t i = 0; i < way->n_states; i++) x[i] = x[i] * h + row[i];
  }
}
