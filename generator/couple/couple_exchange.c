/* couple_exchange.c: see couple_exchange.h. */
#include "couple/couple_exchange.h"

#include <assert.h>

CoupleExchange couple_exchange_begin(Session *s, const Couple *c,
                                     CouplePart *part)
{
  Arena *arena = s->session_arena;
  CoupleExchange x = {.s = s, .c = c, .part = part};
  size_t n = (size_t)c->n_outputs + 1;
  size_t most = 1; /* outputs of a loop */
  x.order = couple_order(s, c);
  for (int i = 0; i < x.order.n_stages; i++) {
    const CoupleStage *stage = &x.order.stage[i];
    if (stage->is_loop && (size_t)stage->n_outputs > most)
      most = (size_t)stage->n_outputs;
  }
  x.y = arena_array(arena, n, sizeof(double));
  x.u = arena_array(arena, (size_t)c->n_links, sizeof(double));
  x.is_set = arena_array(arena, (size_t)c->n_links, sizeof(bool));
  x.variable = arena_array(arena, n, sizeof(int));
  x.value = arena_array(arena, n, sizeof(double));
  x.z = arena_array(arena, most, sizeof(double));
  x.residual = arena_array(arena, most, sizeof(double));
  x.matrix = arena_array(arena, most * most, sizeof(double));
  x.pivot = arena_array(arena, most, sizeof(int));
  return x;
}

void couple_exchange_forget(CoupleExchange *x)
{
  for (int k = 0; k < x->c->n_links; k++) x->is_set[k] = false;
}

double couple_exchange_value(const CoupleLink *link, double output)
{
  for (int i = 0; i < link->n_maps; i++) {
    if (link->map[i].source == output) return link->map[i].target;
  }
  return link->factor * output + link->offset;
}

/* Discrete inputs that keep their value are no event. */
bool couple_exchange_set(CoupleExchange *x, int number, double value,
                         double time)
{
  assert(number >= 0 && number < x->c->n_links);
  const CoupleLink *link = &x->c->link[number];
  const CoupleOutput *from = &x->c->output[link->output];
  CouplePart *part = &x->part[link->member];
  const FmuVariable *v = &part->d->variable[link->variable];
  const char *text = NULL;
  if (v->type == FMU_STRING) {
    if (!couple_part_get(&x->part[from->member], &from->variable, 1, &value,
                         &text, time))
      return false;
    return couple_part_set(part, link->variable, 0, text, time);
  }
  bool moves = v->type == FMU_REAL && v->variability == FMU_CONTINUOUS;
  if (!moves && x->is_set[number] && x->u[number] == value) return true;
  x->u[number] = value;
  x->is_set[number] = true;
  return couple_part_set(part, link->variable, value, NULL, time);
}

/* Outputs [n] of one member. */
static bool couple_exchange_get(CoupleExchange *x, const int *output, int n,
                                double time)
{
  const char *text[1];
  int member = x->c->output[output[0]].member, n_numbers = 0;
  for (int i = 0; i < n; i++) {
    const CoupleOutput *o = &x->c->output[output[i]];
    assert(o->member == member);
    if (o->type != FMU_STRING) x->variable[n_numbers++] = o->variable;
  }
  if (!couple_part_get(&x->part[member], x->variable, n_numbers, x->value, text,
                       time))
    return false;
  for (int i = 0, k = 0; i < n; i++) {
    if (x->c->output[output[i]].type != FMU_STRING)
      x->y[output[i]] = x->value[k++];
  }
  return true;
}

bool couple_exchange_stage(CoupleExchange *x, const CoupleStage *stage,
                           double time)
{
  for (int i = 0, n; i < stage->n_outputs; i += n) {
    int member = x->c->output[stage->output[i]].member;
    for (n = 1; i + n < stage->n_outputs; n++) {
      if (x->c->output[stage->output[i + n]].member != member) break;
    }
    if (!couple_exchange_get(x, &stage->output[i], n, time)) return false;
  }
  for (int i = 0; i < stage->n_links; i++) {
    const CoupleLink *link = &x->c->link[stage->link[i]];
    if (link->is_parameter && !x->is_initial) continue;
    double value = couple_exchange_value(link, x->y[link->output]);
    if (!couple_exchange_set(x, stage->link[i], value, time)) return false;
  }
  return true;
}

bool couple_exchange_read(CoupleExchange *x, int member, double time)
{
  for (int i = 0; i < x->c->n_outputs; i++) {
    if (x->c->output[i].member != member) continue;
    if (!couple_exchange_get(x, &i, 1, time)) return false;
  }
  return true;
}
