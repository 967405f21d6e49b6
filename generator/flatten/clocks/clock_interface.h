/* clock_interface.h: the clocks of the model as an FMU of FMI 3.0 has them
 * (sections 2.2.8 and 2.4.7 there).
 *
 * A clock that the importer ticks is a Boolean input of the flat model, true
 * during a tick; a clock that ticks inside is an Integer output that counts its
 * ticks. Ticked by the importer are the model's own inputs of type Clock and,
 * if that is chosen (Flattening.clocks), the base clocks with an interval. What
 * ticks inside is seen if it is an output of the model, or if that is chosen. What
 * is made of a base clock by subSample() and its like ticks inside. Which tick
 * of a base clock belongs to which partition is counted in the FMU as ever, so
 * that values do not depend on who ticks.
 *
 * needs   nothing before clock_interface_inputs(); then the partitions
 * gives   ClockBase.tick, and FlatVar.clock of all variables it concerns
 * fails   E239 an input of type Clock where the FMU has no clocks; E246 what
 *         Scheduled Execution does not know
 * cost    linear in variables, times the number of clocks
 */
#ifndef FOUCAULT_FLATTEN_CLOCKS_CLOCK_INTERFACE_H
#define FOUCAULT_FLATTEN_CLOCKS_CLOCK_INTERFACE_H

#include "flatten/clocks/clock_partition.h"

/* Ticks that an importer can see: those of a partition. */
typedef struct ClockOutput {
  FlatVarId count;
  int root; /* of the partition */
} ClockOutput;

typedef struct ClockInterface {
  ClockOutput *output;
  int n_outputs, cap_outputs;
} ClockInterface;

/* Inputs of type Clock get a binding: a clock that ticks with a Boolean. */
void clock_interface_inputs(const Flattening *f);

/* Once the partitions are known: the variables that stand for clocks. */
void clock_interface_plan(const Flattening *f, ClockPartitions *all,
                          ClockInterface *face);

/* The variable with the seconds to the next tick of a base clock that is an
 * input. */
void clock_interface_interval(const Flattening *f, const ClockBase *base,
                              FlatVarId variable);

/* The name of the variable with the previous value of the one with this name:
 * "a.previous_x[1]" of "a.x[1]"; NULL: it would not be a name, or is another's. */
Name clock_interface_previous_name(const Flattening *f, const char *name);

/* Which clock each clocked variable belongs to. previous: [n] variables whose
 * previous value the variable of `holder` holds; i < 0: none. */
void clock_interface_mark(const Flattening *f, const ClockPartitions *all,
                          const FlatVarId *holder, int n);

/* What a clocked discrete-time partition does not have (section 16.8.1), in
 * words; is_between: of that what goes on between ticks. NULL: anything else. */
const char *clock_interface_word(const FlatExpr *at, bool is_between);

/* Everything is a part of some clock. E246 otherwise. */
void clock_interface_check(const Flattening *f, const ClockPartitions *all);

#endif
