/* event_effects.c: a list of calls, in the order in which they were made; the
 * next evaluation makes them in the same order as a rule. */
#include "event_effects.h"
#include "../core/runtime_assert.h"
#include <stdlib.h>
#include <string.h>

/* Its numbers: arguments, then results. */
typedef struct EffectCall {
  const ModelFunctionInfo *function;
  size_t first; /* of its numbers */
  bool is_taken;
} EffectCall;

/* The part of the instance; the lists are memory of its own. */
typedef struct EffectsPart {
  bool is_active;
  EffectCall *call;
  size_t n_calls, cap_calls, next; /* where the search begins */
  double *number;
  size_t n_numbers, cap_numbers;
} EffectsPart;

static EffectsPart *effects_of(const Instance *inst)
{
  return inst->part[PART_EVENT_EFFECTS];
}

void event_effects_begin(Instance *inst)
{
  effects_of(inst)->is_active = true;
  event_effects_renew(inst);
}

void event_effects_renew(Instance *inst)
{
  EffectsPart *e = effects_of(inst);
  e->n_calls = e->n_numbers = e->next = 0;
}

void event_effects_end(Instance *inst)
{
  effects_of(inst)->is_active = false;
}

void event_effects_before_evaluation(Instance *inst)
{
  EffectsPart *e = effects_of(inst);
  e->next = 0;
  for (size_t k = 0; k < e->n_calls; k++) e->call[k].is_taken = false;
}

static EffectCall *event_effects_find(EffectsPart *e, const ModelFunctionInfo *f,
                             const double *in)
{
  for (size_t i = 0; i < e->n_calls; i++) {
    size_t k = (e->next + i) % e->n_calls;
    EffectCall *c = &e->call[k];
    if (c->function != f || c->is_taken ||
        memcmp(&e->number[c->first], in, (size_t)f->n_in * sizeof in[0]) != 0)
      continue;
    e->next = k + 1;
    return c;
  }
  return NULL;
}

static bool effects_reserve(EffectsPart *e, size_t n)
{
  if (e->n_calls == e->cap_calls) {
    size_t cap = e->cap_calls > 0 ? 2 * e->cap_calls : 16;
    EffectCall *call = realloc(e->call, cap * sizeof call[0]);
    if (!call) return false;
    e->call = call;
    e->cap_calls = cap;
  }
  if (e->n_numbers + n > e->cap_numbers) {
    size_t cap = 2 * (e->n_numbers + n);
    double *number = realloc(e->number, cap * sizeof number[0]);
    if (!number) return false;
    e->number = number;
    e->cap_numbers = cap;
  }
  return true;
}

/* Where memory is short a call is not remembered. */
static void remember_call(EffectsPart *e, const ModelFunctionInfo *f,
                          const double *in, const double *out)
{
  size_t n_in = (size_t)f->n_in, n_out = (size_t)f->n_out;
  if (!effects_reserve(e, n_in + n_out + 1)) return;
  RUNTIME_ASSERT(e->n_numbers + n_in + n_out < e->cap_numbers);
  e->call[e->n_calls++] = (EffectCall){f, e->n_numbers, true};
  memcpy(&e->number[e->n_numbers], in, n_in * sizeof in[0]);
  memcpy(&e->number[e->n_numbers + n_in], out, n_out * sizeof out[0]);
  e->n_numbers += n_in + n_out;
}

int function_once(const ModelValues *v, int depth, const ModelFunctionInfo *f,
                  ModelFunction function, const double *in, double *out)
{
  EffectsPart *e = effects_of(v->instance);
  if (depth > 0 || !e->is_active) return function(v, depth, in, out);
  EffectCall *done = event_effects_find(e, f, in);
  if (done) {
    done->is_taken = true;
    memcpy(out, &e->number[done->first + (size_t)f->n_in],
           (size_t)f->n_out * sizeof out[0]);
    return 0;
  }
  if (function(v, depth, in, out)) return 1;
  remember_call(e, f, in, out);
  return 0;
}

/* --- its memory ---------------------------------------------------------- */

static void reset_effects(Instance *inst)
{
  event_effects_end(inst);
}

static void free_effects(Instance *inst)
{
  free(effects_of(inst)->call);
  free(effects_of(inst)->number);
}

const Mechanism event_effects_mechanism = {.name = "event_effects",
                                           .size = PART_SIZE(EffectsPart),
                                           .reset = reset_effects,
                                           .free = free_effects};
