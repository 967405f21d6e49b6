/* tape.h: what a relation or an assertion compares, over a stretch of time.
 *
 * A tape (model.h) is the crossing function of a relation, the condition of an
 * assertion, or what drives states by time alone, as a list of steps. Run with an interval for the time, and for
 * states that move one for the values that they take in it, it gives an
 * interval that contains every value of the function in that time, and one that
 * contains every derivative by time.
 *
 * needs   discrete values, parameters and relations as they are between events
 * gives   where the function is not defined in the whole time (a logarithm):
 *         the values where it is, empty if nowhere, and every derivative
 *         where it may jump: every derivative
 * cost    a few operations for each step; no memory
 */
#ifndef FOUCAULT_TAPE_H
#define FOUCAULT_TAPE_H

#include "../core/instance.h"
#include "interval.h"

typedef struct TapeValue {
  Interval value, slope;
} TapeValue;

/* The stretch of time, and the states in it, by their index. */
typedef struct TapeView {
  Interval time;
  TapeValue (*state)(const void *context, int index); /* NULL: none moves */
  const void *context;
} TapeView;

/* Items: relations, then assertions, then forcings. Has the item a tape? */
int tape_n_items(const Model *m);
int tape_first_forcing(const Model *m);
bool tape_exists(const Instance *inst, int item);
TapeValue tape_run(const Instance *inst, int item, const TapeView *view);
/* Does it depend on inputs? */
bool tape_has_inputs(const Instance *inst, int item);

/* Calls of an item's operands: how many there are, and the value of one that
 * is constant between events; of others 0. */
int tape_n_operands(const Instance *inst, int item);
double tape_operand_value(const Instance *inst, int item, int k);
/* Its steps, its operands, and the value of a leaf that is not time and not a
 * state. */
const Tape *tape_of_item(const Instance *inst, int item);
const int *tape_operands(const Instance *inst, int item);
double tape_held_value(const Instance *inst, int op, int index);
/* [0, 1], or what is known of a relation of two intervals. */
Interval tape_compare(int op, Interval a, Interval b);
/* Where they begin among those of all items. */
int tape_first_operand(const Instance *inst, int item);

/* Keeps the values of what an item takes beside states and time, kept[
 * n_tape_operands]; is one another than that kept? */
bool tape_renews(const Instance *inst, int item, double *kept);

#endif
