/* dependencies.h: on which knowns does an unknown depend, through all blocks?
 *
 * For ModelStructure (FMI 2.0 section 2.2.8): an unknown of a block depends on
 * everything that occurs in the block. Operands of event relations count.
 * cost    per unknown the blocks it reaches, in all bounded by
 *         DEPENDENCIES_EFFORT: in a long chain every unknown depends on all
 *         before it, and the lists would grow with the square of the model
 */
#ifndef FOUCAULT_REDUCE_BLOCKS_DEPENDENCIES_H
#define FOUCAULT_REDUCE_BLOCKS_DEPENDENCIES_H

#include "reduce/blocks/dependency_kinds.h"
#include "reduce/system/reduced.h"
#include "symbolic/walk.h"

/* So many occurrences of variables are looked at in one Dependencies; what is
 * asked for when they are used up is not answered. */
#define DEPENDENCIES_EFFORT 4000000
/* So many for one unknown of ModelStructure: if it depends on thousands, a
 * list says hardly more than that it may depend on all. */
#define DEPENDENCIES_MOST 20000

typedef struct Dependencies Dependencies;

/* `first` (may be NULL) is computed before `second`. */
Dependencies *dependencies_make(const System *sys, Walk *walk,
                                const BlockSequence *first,
                                const BlockSequence *second, Arena *arena);

/* From now on so many occurrences may be looked at, whatever has been. */
void dependencies_allow(Dependencies *d, int effort);

/* Finds how unknowns depend on what their blocks read; before that, and of
 * what is added below, all depend freely. */
void dependencies_add_kinds(Dependencies *d, const DependencyRules *rules,
                            const BlockSequence *first,
                            const BlockSequence *second);

/* Says that `var` depends on these, all or each: for variables that no block
 * computes. */
void dependencies_add(Dependencies *d, VarId var, const VarId *leaf, int n);
/* Such a variable depends on time too. */
void dependencies_add_time(Dependencies *d, VarId var);
/* `var` depends on the same as another one, of which that was said. */
void dependencies_add_same(Dependencies *d, VarId var, VarId other);

/* The variables that no block computes and that a variable depends on (itself,
 * if no block computes it); time: it depends on time. */
typedef struct DependencyList {
  VarId *var;
  int n_vars;
  bool time;
  bool is_known; /* false: not looked for, it may depend on everything */
  const DependencyKind *kind; /* by VarId; dependencies_with_kinds() only */
  DependencyKind time_kind;   /* the same */
} DependencyList;
/* Does a block compute it, or has it been said what it depends on? */
bool dependencies_go_on(const Dependencies *d, VarId var);
/* The list is good until the next call. */
DependencyList dependencies_of(Dependencies *d, VarId var);
/* The highest kind on any way to each known; up to five times the effort. Not
 * known where DEPENDENCIES_MOST is not enough. */
DependencyList dependencies_with_kinds(Dependencies *d, VarId var);

#endif
