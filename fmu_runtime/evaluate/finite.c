/* finite.c: looks for the first computation that gave no finite value. */
#include "finite.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "../core/text_rows.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_SLOTS = 32, SHOWN_VALUES = 6 };

/* --- one pass over the values --- */

/* x - x is zero for finite numbers alone. */
static bool values_are_finite(const double *x, int n)
{
  double sum[4] = {0, 0, 0, 0};
  int k = 0;
  for (; k + 4 <= n; k += 4) {
    for (int i = 0; i < 4; i++) sum[i] += x[k + i] - x[k + i];
  }
  for (; k < n; k++) sum[0] += x[k] - x[k];
  return sum[0] + sum[1] + sum[2] + sum[3] == 0;
}

static bool all_integers(const int *x, int n)
{
  for (int k = 0; k < n; k++) {
    if (x[k] == INT_MIN) return false;
  }
  return true;
}

/* --- what is computed (Model.computed) --- */

/* A variable; the next time its number is so much larger. */
typedef struct Slot {
  char type; /* 'r', 'i', 'b'; 's': the start value of a Real */
  int number, stride;
} Slot;

/* The first is computed from the others, count times. */
typedef struct Computation {
  const char *equation;
  Slot slot[MOST_SLOTS];
  int n, count;
  bool has_more; /* than are listed */
} Computation;

/* "r12+1 r5 ...*9" */
static void read_computation(const char *at, Computation *c)
{
  char *end;
  c->n = 0;
  c->count = 1;
  c->has_more = false;
  while (*at) {
    if (*at == '*') {
      c->count += (int)strtol(at + 1, &end, 10);
    } else if (*at == '.') {
      c->has_more = true;
      end = (char *)at + 1;
    } else {
      Slot *slot = &c->slot[c->n < MOST_SLOTS ? c->n++ : MOST_SLOTS - 1];
      slot->type = *at;
      slot->number = (int)strtol(at + 1, &end, 10);
      slot->stride = 0;
      if (*end == '+' || *end == '-') slot->stride = (int)strtol(end, &end, 10);
    }
    at = end;
    while (*at == ' ') at++;
  }
}

/* An Integer that is none is NaN. */
static double finite_slot_value(const Instance *inst, const Slot *slot,
                                int turn)
{
  RUNTIME_ASSERT(turn >= 0);
  const ModelValues *v = &inst->values;
  int k = slot->number + turn * slot->stride;
  switch (slot->type) {
  case 's': return inst->start_real[k];
  case 'i': return v->integer[k] == INT_MIN ? (double)NAN : v->integer[k];
  case 'b': return v->boolean[k];
  default: return v->real[k];
  }
}

/* How much a computation is to blame for its result. */
typedef enum Blame {
  BLAME_NONE,   /* finite, or infinite from something infinite */
  BLAME_PASSED, /* no number from something that is none */
  BLAME_MIXED,  /* no number from infinite values */
  BLAME_FULL    /* from finite values */
} Blame;

static Blame judge_computation(const Instance *inst, const Computation *c,
                               int turn)
{
  double value = finite_slot_value(inst, &c->slot[0], turn);
  if (isfinite(value)) return BLAME_NONE;
  bool infinite = c->has_more, no_number = false;
  for (int k = 1; k < c->n; k++) {
    double operand = finite_slot_value(inst, &c->slot[k], turn);
    infinite |= isinf(operand) != 0;
    no_number |= isnan(operand) != 0;
  }
  if (!infinite && !no_number) return BLAME_FULL;
  if (!isnan(value)) return BLAME_NONE;
  return no_number ? BLAME_PASSED : BLAME_MIXED;
}

typedef struct Finding {
  Blame blame;
  Computation computation;
  int turn;
} Finding;

/* Keeps the first one of those that are most to blame. */
static void look_at(const Instance *inst, const Computation *c, Finding *found)
{
  for (int turn = 0; turn < c->count && found->blame < BLAME_FULL; turn++) {
    Blame blame = judge_computation(inst, c, turn);
    if (blame > found->blame) *found = (Finding){blame, *c, turn};
  }
}

static Finding find_blame(const Instance *inst, bool initial)
{
  Finding found = {.blame = BLAME_NONE};
  Computation c = {.equation = ""};
  TextReader reader = text_rows_begin(inst->model->computed);
  for (; reader.at && found.blame < BLAME_FULL; text_rows_next(&reader)) {
    if (reader.at[0] == '@') {
      c.equation = reader.at + 1;
    } else if (reader.at[0] == '!') {
      if (!initial) break;
    } else {
      read_computation(reader.at, &c);
      look_at(inst, &c, &found);
    }
  }
  return found;
}

/* --- what is said --- */

/* Reals come first, then Integers, then Booleans. */
static void slot_name(const Model *m, const Slot *slot, int turn,
                      char name[REFERENCE_NAME_SIZE])
{
  int index = slot->number + turn * slot->stride;
  if (slot->type == 'i') index += m->n_real;
  if (slot->type == 'b') index += m->n_real + m->n_integer;
  reference_name(m, index, name);
}

/* Variables that the model does not have by name are internal. */
static bool is_internal(const char *name)
{
  return strchr(name, '$') != NULL;
}

/* " (x = 0, b = true)" */
static void append_operand_values(const Instance *inst, const Finding *found,
                                  LogText *text)
{
  const Computation *c = &found->computation;
  char name[REFERENCE_NAME_SIZE];
  int n = 0;
  for (int k = 1; k < c->n && n <= SHOWN_VALUES; k++) {
    const Slot *slot = &c->slot[k];
    slot_name(inst->model, slot, found->turn, name);
    if (slot->type == 's' || is_internal(name)) continue;
    logging_append(text, n++ == 0 ? " (" : ", ");
    if (n > SHOWN_VALUES) {
      logging_append(text, "...");
    } else {
      logging_append_value(text, name, slot->type == 'b',
                           finite_slot_value(inst, slot, found->turn));
    }
  }
  if (n > 0) logging_append(text, ")");
}

static const char *finite_describe(char type, double value)
{
  if (type == 'i') return "not an Integer: it is too large, or not a number";
  if (isnan(value)) return "not a number";
  return value > 0 ? "infinite" : "minus infinity";
}

static void note_blame(Instance *inst, const Finding *found)
{
  const Computation *c = &found->computation;
  const Slot *first = &c->slot[0];
  double value = finite_slot_value(inst, first, found->turn);
  char name[REFERENCE_NAME_SIZE], values[600] = "";
  LogText text = {values, sizeof values, 0};
  append_operand_values(inst, found, &text);
  slot_name(inst->model, first, found->turn, name);
  instance_note(inst, LOG_STATUS_ERROR, "at time %.12g %s is %s: %s%s",
                instance_time(inst), name, finite_describe(first->type, value),
                c->equation, values);
}

/* Sums are not among the computations: they pass on what they are given. */
static bool finite_is_computed(const Model *m, int reference)
{
  return m->real_kind[reference] == VARIABLE_DEPENDENT ||
         m->real_kind[reference] == VARIABLE_CALCULATED;
}

static void note_real(Instance *inst, int reference)
{
  char name[REFERENCE_NAME_SIZE];
  reference_name(inst->model, reference, name);
  instance_note(inst, LOG_STATUS_ERROR,
                "at time %.12g %s (value reference %d) is %s",
                instance_time(inst), name, reference,
                finite_describe('r', inst->values.real[reference]));
}

bool finite_check(Instance *inst, bool initial)
{
  const Model *m = inst->model;
  const ModelValues *v = &inst->values;
  if (values_are_finite(v->real, m->n_real) &&
      all_integers(v->integer, m->n_integer))
    return true;
  Finding found = find_blame(inst, initial);
  if (found.blame > BLAME_NONE) {
    note_blame(inst, &found);
    return false;
  }
  for (int k = 0; k < m->n_real; k++) {
    if (!isnan(v->real[k]) || !finite_is_computed(m, k)) continue;
    note_real(inst, k);
    return false;
  }
  return true;
}

void finite_note(Instance *inst, int reference)
{
  RUNTIME_ASSERT(reference >= 0 && reference < inst->model->n_real);
  Finding found = find_blame(inst, false);
  if (found.blame > BLAME_NONE) {
    note_blame(inst, &found);
  } else {
    note_real(inst, reference);
  }
}

/* Which turn computes this variable? -1: none. */
static int turn_of(const Computation *c, const Slot *variable)
{
  const Slot *slot = &c->slot[0];
  if (slot->type != variable->type) return -1;
  for (int turn = 0; turn < c->count; turn++) {
    if (slot->number + turn * slot->stride == variable->number) return turn;
  }
  return -1;
}

/* Blame is none where nothing computes it. */
static Finding find_computation(const Instance *inst, const Slot *variable)
{
  Computation c = {.equation = ""};
  TextReader reader = text_rows_begin(inst->model->computed);
  for (; reader.at && reader.at[0] != '!'; text_rows_next(&reader)) {
    if (reader.at[0] == '@') {
      c.equation = reader.at + 1;
      continue;
    }
    read_computation(reader.at, &c);
    int turn = turn_of(&c, variable);
    if (turn >= 0) return (Finding){BLAME_FULL, c, turn};
  }
  return (Finding){.blame = BLAME_NONE};
}

bool finite_append(const Instance *inst, char type, int reference,
                   LogText *text)
{
  RUNTIME_ASSERT(type == 'r' || type == 'i' || type == 'b');
  RUNTIME_ASSERT(reference >= 0);
  char name[REFERENCE_NAME_SIZE];
  Slot slot = {type, reference, 0};
  slot_name(inst->model, &slot, 0, name);
  if (is_internal(name)) return false;
  Finding found = find_computation(inst, &slot);
  logging_append_value(text, name, type == 'b',
                       finite_slot_value(inst, &slot, 0));
  if (found.blame == BLAME_NONE) return true;
  logging_append(text, ": %s", found.computation.equation);
  append_operand_values(inst, &found, text);
  return true;
}
