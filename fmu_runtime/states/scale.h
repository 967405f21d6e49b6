/* scale.h: how large the integrated variables are.
 *
 * The error of a state is measured in parts of its size. A nominal value that
 * the model gives is obeyed. Otherwise the size is 1, or, where it is less, the
 * largest value that was seen in the last steps, so that a model in millimetres
 * or an amount in nanomoles is integrated as accurately as in metres and moles.
 * A variable that is small beside others of its group (generator:
 * scale_groups.h) is not resolved below a part of these: the voltage at the far
 * end of a line is not worth steps of its own, but a small amount in a sum of
 * amounts may still drive a reaction. What swings is as large as its group. Where nothing of a group has been seen, numbers
 * that it is compared with, parameters and its slope say how large it may
 * become.
 *
 * What is rounding is not resolved: the slopes are computed a second time with
 * all states changed in their last digits, and what the difference adds up to
 * in a long step is a lower bound of the size.
 *
 * The variables are numbered as in candidates.h: states outside of selection
 * sets, then the candidates of each set, level by level.
 */
#ifndef FOUCAULT_SCALE_H
#define FOUCAULT_SCALE_H

#include "../core/instance.h"
#include "../core/runtime_assert.h"

/* A part of the instance; all but `reported` is empty in models that give all
 * nominal values. */
typedef struct Scales {
  double *reported;   /* [n_states] nominal values, for an importer */
  double *own;        /* [n_scaled] largest value seen; 0: none */
  double *age;        /* [n_scaled] steps since it changed its sign, signed */
  double *noise;      /* [n_scaled] lower bound by rounding, in a step of 1 */
  double *most_noise; /* [n_scaled] the same, fading: far from zero */
  double *lost;  /* [n_scaled] 0: never above what the tolerance resolves, 1: it
                   is, 1 + n: for n steps it is not */
  double *group; /* [n_scale_groups] largest value seen in it; 0: none */
  double *resolved; /* [n_scale_groups] below this the tolerance says nothing */
  double *hint; /* [n_scale_groups] lower bound by what it is compared with */
  double *evidence; /* [n_scale_groups] by that and the initial values; 0: it
                       is not known how large it may become */
  double *floor_of; /* [n_scale_groups] below this is what events leave open */
  double *common;   /* [n_scale_groups] workspace of scale_sizes() */
  double *slope;    /* [n_scale_groups] by its slope at the start; fades */
  int *unseen;      /* [n_scale_groups] an importer knows nothing of it yet */
  int *n_unseen;    /* [1] */
  double *kept;     /* [n_states] workspace */
  double *step;     /* [1] the last one */
  int *has_started; /* [1] in this run */
  int *returned; /* [1] what was lost and is not any longer, from 1; 0: none */
  int *floor;    /* [1] how small sizes may be, from 0: see scale_raise() */
  bool is_far;   /* times are coarse: what follows from that counts, too */
  double first_time; /* what a slope that is seen first goes on for */
} Scales;

static inline Scales *scales_of(const Instance *inst)
{
  return inst->part[PART_SCALES];
}

/* At the end of initialization, values are fresh: looks at initial values, and
 * at what groups are compared with. */
void scale_begin(Instance *inst);

/* An importer may ask for the nominal values of the states: they are what the
 * sizes are now. Returns whether one has changed since the last time. */
bool scale_report(Instance *inst);

/* Model Exchange, values are fresh: what was zero, and has a slope or a value
 * now, is as large as that makes it in a usual step. Returns whether there is
 * something to report: once for each group, so that an importer starts again as
 * many times at most. */
bool scale_learn(Instance *inst);

/* The size of what relation k compares. */
static inline double scale_of_relation(const Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_relations);
  const Relation *relation = &inst->model->relation[k];
  if (relation->group == 0) return relation->nominal;
  double size = scales_of(inst)->evidence[relation->group - 1];
  return size > 0 && size < relation->nominal ? size : relation->nominal;
}

/* The integrator is about to start; a step of this length is expected to be the
 * longest. At first in a run the model is evaluated beside the present point.
 * False, reason noted: it cannot be evaluated. */
bool scale_start(Instance *inst, double longest);

/* The solver has accepted these values, [n_scaled]. */
void scale_see(Instance *inst, const double *value);

/* The same for the instance's values; none of the solver's. */
void scale_see_states(Instance *inst);

/* A step of this length was accepted. */
void scale_accept(Instance *inst, double length);
/* How much slopes change by rounding alone, here: needs fresh values. False,
 * reason noted: the model cannot be evaluated beside them. */
bool scale_measure(Instance *inst);

/* Small sizes have made the steps too short: from now on they are larger, at
 * last as large as the nominal value. Needs scale_can_rise(). */
void scale_raise(Instance *inst);
bool scale_can_rise(const Instance *inst);

/* The size of variable k, > 0; nominal: of the model, 1 where none is given. */
double scale_at(const Instance *inst, int k, double nominal);
/* The same of all n variables; those that are not numbered here have their
 * nominal value. */
void scale_sizes(const Instance *inst, int n, const double *nominal,
                 double *size);
/* Weights of an error test, 1/(tolerance*(|x| + size)): where x counts turns
 * without its part. */
void scale_weigh_turns(const Instance *inst, const double *nominal,
                       double tolerance, double *weight);
/* |x| + size of state k outside of sets, where x is at most `largest`. */
double scale_allowed(const Instance *inst, int k, double largest);
/* How large the state in this slot may become: as its group. */
double scale_of_state(const Instance *inst, int slot);

#endif
