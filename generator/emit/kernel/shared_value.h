/* shared_value.h: what several statements of one C function compute alike,
 * computed once: into a variable before the first of them.
 *
 *   const double s1 = sin(v->real[6]);
 *   v->real[10] = v->real[1] * s1;
 *   v->real[15] = v->real[1] * s1 * v->real[8];
 *
 * Worth it are calls of functions and what contains them; the C compiler
 * cannot know that they give the same, since it does not know that assignments
 * leave alone what was read before. A call of a function of the model is
 * shared by all that need one of its results.
 *
 * needs   statements in an order in which each variable is assigned at most
 *         once, before anything reads it
 * gives   stops of m->stops, good until shared_value_end(): expressions that
 *         are written meanwhile read the variables
 * cost    linear in the nodes below the roots
 */
#ifndef FOUCAULT_EMIT_KERNEL_SHARED_VALUE_H
#define FOUCAULT_EMIT_KERNEL_SHARED_VALUE_H

#include "emit/kernel/model_text.h"

/* The values that n_items statements share; in the scratch arena. */
typedef struct SharedValues {
  ExprId *node; /* operands first */
  int *item;    /* which statement needs it first; rises */
  int n, cap;
  int n_written;
} SharedValues;

/* How many statements are looked at together; more where they assign results
 * of one call (Routine.joins), which would be made once for each part. */
#define SHARING_ITEMS 50
/* Are both results of one call, negated or not? */
bool shared_value_is_call(const ModelText *m, ExprId a, ExprId b);

/* Nothing is shared inside of a C loop, or in the functions of many blocks.
 * root[first[k]] .. root[first[k + 1] - 1] are computed by statement k. */
SharedValues shared_value_begin(ModelText *m, const ExprId *root,
                                const int *first, int n_items);
/* Writes the variables that statement `item` is the first to need. */
void shared_value_write(ModelText *m, SharedValues *shared, int item,
                        FILE *out);
/* The next statement that is the first to need one that is not written; `most`:
 * there is none before it. */
int shared_value_next(const SharedValues *shared, int most);
void shared_value_end(ModelText *m);

#endif
