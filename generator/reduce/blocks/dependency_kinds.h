/* dependency_kinds.h: how the unknowns of one block depend on what it reads.
 *
 * FMI's dependenciesKind is about the factor of a known: of an assignment the
 * derivative of its value, of a linear system those of the Jacobian and of
 * the right-hand sides together. Nonlinear systems and levels of selection
 * sets depend freely; so does what is not a Real. Where an event relation
 * occurs the kind is not below discrete. In the initial system factors of
 * parameters depend freely, because parameters are knowns there.
 *
 * needs   tangent_fill() of the block's sequence
 * cost    the derivatives of the block
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_DEPENDENCY_KINDS_H
#define FOUCAULT_REDUCE_BLOCKS_DEPENDENCY_KINDS_H

#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

enum { N_KNOWN_FACTORS = 64 };

/* Of a factor looked at before; zeroed: none, since 0 is a number. */
typedef struct KnownFactor {
  ExprId factor;
  DependencyKind kind;
} KnownFactor;

typedef struct DependencyRules {
  const System *sys;
  Walk *walk;
  const bool *tunable; /* [n_vars] of parameters */
  bool initial;        /* the initial system */
  int *place;          /* [n_vars] workspace */
  KnownFactor *known;  /* [N_KNOWN_FACTORS] zeroed workspace of these rules */
} DependencyRules;

/* kind: [n] of the variables that the block reads; time: of time. */
void dependency_kinds(const DependencyRules *rules, const ReducedBlock *b,
                      const VarId *leaf, int n, DependencyKind *kind,
                      DependencyKind *time);

#endif
