/* split.h: a system model as several FMUs, one of each component at its top.
 *
 * The room split/ takes the flat model apart (foucault build --split). It calls
 * the pipeline (compile.h) and what stands before it. Reading order:
 *
 *   split.h         the plan: parts, signals and nodes between them
 *   split_plan.h    from a flat model to a plan
 *   split_system.h  what the system itself says
 *   split_use.h     what parts use of others without connectors
 *   split_model.h   the flat model of one part
 *   split_choose.h  which side of a node gives the potential, which the flow
 *   split_doubt.h   parts that a branch leaves without a solution
 *   split_ssd.h     SystemStructure.ssd
 *
 * A *signal* goes from one part to others; a *use* is one without a connector.
 * A *node* is where physical connectors
 * of several parts are connected: one part gives the potentials, each other one
 * its flows. Variables are numbers of the flat model, which is the same whenever
 * the same files are flattened. All is in the session arena.
 */
#ifndef FOUCAULT_SPLIT_SPLIT_H
#define FOUCAULT_SPLIT_SPLIT_H

#include <stdbool.h>

#include "base/session.h"
#include "flatten/flat/flat.h"

/* A component at the top that has equations, or the system's own ones. */
typedef struct SplitPart {
  const char *name; /* of the component */
  const char *word; /* the same as an identifier */
  int component;    /* of the flat model; 0: the system itself */
} SplitPart;

/* Members of a connection set, by parts. */
typedef struct SplitSet {
  int **member; /* [n_parts] variables of each */
  int *n;       /* [n_parts] */
} SplitSet;

typedef struct SplitNode {
  const char *name;       /* "a.p, b.n": its connectors, for messages */
  const char **connector; /* [n_connectors] full names */
  int n_connectors;
  int *part; /* [n_parts] that meet here, rising */
  int n_parts;
  SplitSet *potential, *flow; /* [n_values] */
  int n_potentials, n_flows, cap_potentials, cap_flows;
  /* chosen */
  int giver;       /* index into part[] */
  int n_rates;     /* derivatives of the potentials that are given, too */
  const char *why; /* in words */
} SplitNode;

typedef struct SplitSignal {
  int source; /* a variable; of no part: an input of the system */
  int *target;
  int n_targets;
} SplitSignal;

/* A variable of another part, or an input of the system, that a part has as an
 * input. */
typedef struct SplitUse {
  int variable, part;
  const char *name; /* in the FMU of the part */
} SplitUse;

typedef struct SplitPlan {
  const char *name; /* of the model */
  SplitPart *part;
  int n_parts;
  int *part_of; /* [n_vars] -1: a parameter of the system or another part of no
                   component; SPLIT_OUTSIDE: input or output of the system */
  int *part_of_equation, *part_of_when, *part_of_assertion;
  bool *is_cut; /* [n_connection_sets] their equations are replaced */
  SplitNode *node;
  int n_nodes, cap_nodes;
  SplitSignal *signal;
  int n_signals, cap_signals;
  SplitUse *use;
  int n_uses, cap_uses;
  bool *copies;     /* [n_parts * n_parts] part p has a copy of part q in it */
  double filter;    /* seconds; 0: none */
  bool has_guesses; /* initial conditions of a part are missing, or are for
                          what others give it */
  const double *first; /* [n_vars] with which the whole model begins, NaN: not
                          known; NULL: nobody asked */
} SplitPlan;

enum { SPLIT_OUTSIDE = -2 };

/* Is what belongs to `of` in the FMU of `part`, itself or as a copy? */
bool split_plan_holds(const SplitPlan *plan, int part, int of);
/* A variable's name in the FMU of a part: without the part's own. */
const char *split_plan_name(Session *s, const SplitPlan *plan, int part,
                            const char *name);
/* The connector that a variable belongs to: "a.p" of "a.p.v[1]". */
const char *split_plan_connector(Session *s, const char *name);

/* What goes through a port. */
typedef enum SplitKind {
  SPLIT_POTENTIAL,
  SPLIT_RATE,  /* its derivative */
  SPLIT_RATE2, /* and the second one */
  SPLIT_FLOW
} SplitKind;
enum { SPLIT_MOST_RATES = 2 };

/* A variable of an FMU that a node makes. */
typedef struct SplitPort {
  const char *name; /* in the FMU */
  int variable;     /* that it comes from */
  SplitKind kind;
  bool is_input;
  int node, value; /* index of potential[] or flow[] */
  int other;       /* the part that an input of a flow comes from; else -1 */
} SplitPort;

typedef struct SplitPorts {
  SplitPort *item;
  int n, cap;
} SplitPorts;

#endif
