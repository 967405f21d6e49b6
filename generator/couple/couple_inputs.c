/* couple_inputs.c: see couple_inputs.h. */
#include "couple/couple_inputs.h"

#include <assert.h>
#include <math.h>
#include <string.h>

CoupleInputs couple_inputs_begin(CoupleExchange *x, int order)
{
  const Couple *c = x->c;
  Arena *arena = x->s->session_arena;
  size_t n = (size_t)c->n_outputs;
  CoupleInputs in = {.x = x, .order = order};
  for (int k = 0; k < COUPLE_INPUTS_PAST; k++)
    in.y[k] = arena_array(arena, n, sizeof(double));
  for (int k = 0; k < 2; k++)
    in.slope[k] = arena_array(arena, n, sizeof(double));
  in.predicted = arena_array(arena, n, sizeof(double));
  in.end = arena_array(arena, (size_t)c->n_links, sizeof(double));
  in.first = arena_array(arena, (size_t)c->n_members + 1, sizeof(int));
  in.link = arena_array(arena, (size_t)c->n_links, sizeof(int));
  in.is_in_loop = arena_array(arena, n, sizeof in.is_in_loop[0]);
  for (int i = 0; i < x->order.n_stages; i++) {
    const CoupleStage *stage = &x->order.stage[i];
    for (int k = 0; k < stage->n_outputs && stage->is_loop; k++)
      in.is_in_loop[stage->output[k]] = true;
  }
  int used = 0;
  for (int m = 0; m < c->n_members; m++) {
    in.first[m] = used;
    for (int k = 0; k < c->n_links; k++) {
      if (c->link[k].member == m && !c->link[k].is_parameter)
        in.link[used++] = k;
    }
  }
  in.first[c->n_members] = used;
  return in;
}

void couple_inputs_point(CoupleInputs *in, double time)
{
  size_t n = (size_t)in->x->c->n_outputs;
  assert(in->n_past == 0 || time > in->time[0]);
  double *oldest = in->y[COUPLE_INPUTS_PAST - 1];
  for (int k = COUPLE_INPUTS_PAST - 1; k > 0; k--) {
    in->y[k] = in->y[k - 1];
    in->time[k] = in->time[k - 1];
  }
  in->y[0] = oldest;
  in->time[0] = time;
  if (n > 0) memcpy(oldest, in->x->y, n * sizeof(double));
  if (in->n_past < COUPLE_INPUTS_PAST) in->n_past++;
}

int couple_inputs_order(const CoupleInputs *in)
{
  return in->order < in->n_past ? in->order : in->n_past - 1;
}

/* Newton's divided differences, derived at the newest point. */
static void inputs_slopes(CoupleInputs *in, int output, int order)
{
  const double *t = in->time;
  double y0 = in->y[0][output], y1 = in->y[1][output], y2 = in->y[2][output];
  in->slope[0][output] = in->slope[1][output] = 0;
  const CoupleOutput *o = &in->x->c->output[output];
  if (!o->is_continuous || in->order == 0) return;
  if (order < 2) { /* the FMU may know it better */
    double slope;
    if (!in->is_in_loop[output] &&
        couple_part_get_slope(&in->x->part[o->member], o->variable, &slope) &&
        isfinite(slope))
      in->slope[0][output] = slope;
    else if (order == 1)
      in->slope[0][output] = (y0 - y1) / (t[0] - t[1]);
    return;
  }
  double d01 = (y0 - y1) / (t[0] - t[1]), d12 = (y1 - y2) / (t[1] - t[2]);
  double second = (d01 - d12) / (t[0] - t[2]);
  in->slope[0][output] = d01 + second * (t[0] - t[1]);
  in->slope[1][output] = 2 * second;
}

void couple_inputs_predict(CoupleInputs *in, double size)
{
  int order = couple_inputs_order(in);
  assert(size > 0 && in->n_past > 0);
  for (int i = 0; i < in->x->c->n_outputs; i++) {
    inputs_slopes(in, i, order);
    in->predicted[i] = in->y[0][i] + size * in->slope[0][i] +
                       size * size / 2 * in->slope[1][i];
  }
}

/* slope NULL: it keeps its value. */
static bool inputs_set_link(CoupleInputs *in, int number, double size,
                            const double *slope, double held)
{
  CoupleExchange *x = in->x;
  const CoupleLink *link = &x->c->link[number];
  CouplePart *part = &x->part[link->member];
  double time = in->time[0], y = held, rate[2];
  if (!slope) {
    in->end[number] = couple_exchange_value(link, held);
    return couple_exchange_set(x, number, in->end[number], time);
  }
  bool moves = slope[0] != 0 || slope[1] != 0 || in->order > 0;
  in->end[number] = couple_exchange_value(link, held + size * slope[0] +
                                                    size * size / 2 * slope[1]);
  if (!part->interpolates) {
    y += size / 2 * slope[0] + size * size / 6 * slope[1];
    in->end[number] = couple_exchange_value(link, y);
  }
  if (!couple_exchange_set(x, number, couple_exchange_value(link, y), time))
    return false;
  if (!moves || !part->interpolates) return true;
  rate[0] = link->factor * slope[0];
  rate[1] = link->factor * slope[1];
  return couple_part_set_slopes(part, link->variable, rate,
                                in->order > 1 ? 2 : 1, time);
}

bool couple_inputs_set(CoupleInputs *in, int member, double size,
                       const double *target, const bool *is_known)
{
  const Couple *c = in->x->c;
  for (int k = in->first[member]; k < in->first[member + 1]; k++) {
    const CoupleLink *link = &c->link[in->link[k]];
    const CoupleOutput *o = &c->output[link->output];
    const FmuVariable *v =
        &c->member[link->member].description->variable[link->variable];
    double y = in->y[0][link->output], slope[2] = {0};
    bool knows = target && is_known[o->member];
    bool is_curve = o->is_continuous && v->variability == FMU_CONTINUOUS;
    if (v->type == FMU_STRING) continue; /* as it was handed on */
    if (!is_curve) {
      if (knows) y = target[link->output];
    } else if (knows && in->order == 0) {
      y = target[link->output];
    } else if (knows) {
      slope[0] = (target[link->output] - y) / size;
    } else {
      slope[0] = in->slope[0][link->output];
      slope[1] = in->slope[1][link->output];
    }
    if (!inputs_set_link(in, in->link[k], size, is_curve ? slope : NULL, y))
      return false;
  }
  return true;
}
