/* connections_inside.h: what connections.c, connections_record.c (below it) and
 * connections_repeat.c (above it) share. */
#ifndef FOUCAULT_FLATTEN_CONNECTIONS_CONNECTIONS_INSIDE_H
#define FOUCAULT_FLATTEN_CONNECTIONS_CONNECTIONS_INSIDE_H

#include "flatten/connections/connection_values.h"
#include "flatten/connections/connections_repeat.h"

/* An element of a connection set. */
typedef struct ConnectionNode {
  FlatVarId variable;
  ConnectorFace face;
  MemberKind kind;
  bool is_protected;
  Span span;         /* the connect() that names it first, or NO_SPAN */
  int32_t component; /* which holds that connect() */
  const struct Instance *place; /* the same, for messages; NULL: none */
  int32_t replica;              /* of that place; 0: itself */
  int32_t parent;               /* union-find; of a root itself */
  int32_t size;                 /* of a root: nodes below it */
} ConnectionNode;

typedef struct ConnectionFlow {
  FlatVarId variable;
  ConnectorFace face;
  int32_t component;
} ConnectionFlow;

/* The annotation of a connector: of each flow in it. */
typedef struct ConnectionDemand {
  FlatVarId variable;
  bool is_once;        /* mayOnlyConnectOnce; else mustBeConnected */
  const char *message; /* as the annotation has it */
  Span span;           /* of the component that has the connector */
} ConnectionDemand;

/* A connector that was an argument of connect(): its name is that of its first
 * variable, without the last bytes. */
typedef struct ConnectorUse {
  Name path; /* NULL: the variable has it */
  FlatVarId variable;
  int32_t n_last;
} ConnectorUse;

/* Two variables that one connect() brought together. */
typedef struct ConnectedPair {
  ConnectionNode a, b;
  bool is_value;          /* constants or parameters */
  int32_t step_a, step_b; /* to the next turn */
} ConnectedPair;

typedef struct RecordedConnect {
  Span span;
  ConnectorUse left, right;
  int32_t step_left, step_right, step_component;
  int first_pair, n_pairs;
} RecordedConnect;

struct ConnectionRecord {
  RecordedConnect *connect;
  int n_connects, cap_connects;
  ConnectedPair *pair;
  int n_pairs, cap_pairs;
  bool is_whole; /* everything that was connected is in it */
};

struct Connections {
  Session *s;
  const Faults *faults;
  Arena *arena;
  Typing typing;
  FlatModel *flat;
  ConnectionNode *node;
  int n_nodes, cap_nodes;
  int32_t *node_of; /* [2 * variable + face]: number of the node + 1 */
  int cap_node_of;
  ConnectionFlow *flow;
  int n_flows, cap_flows;
  ConnectionFlow *optional; /* elements of arrays that grew; no face */
  int n_optionals, cap_optionals;
  ConnectionDemand *demand;
  int n_demands, cap_demands;
  ConnectionValues *values;
  ConnectorUse *use; /* of all connect() */
  int n_uses, cap_uses;
  NameMap counts; /* of the uses that were counted, by path */
  int n_counted;
  bool are_asked;           /* cardinality() may be */
  ConnectionRecord *record; /* NULL: nothing is recorded */
  ConnectionPlace *place_of;
  const void *place_context;
  ConnectionMerge *merge; /* NULL: a signal has one source */
  const void *merge_context;
};

/* A pair that belongs together, and the use of a connector. */
void connections_add_pair(Connections *c, Span span, const ConnectedPair *pair);
void connections_add_use(Connections *c, ConnectorUse use);

/* --- connections_record.c --- */

/* Nothing while nothing is recorded. */
void connections_keep_connect(Connections *c, Span span,
                              const ConnectorUse *left,
                              const ConnectorUse *right);
void connections_keep_pair(Connections *c, const ConnectedPair *pair);
/* What was connected cannot be repeated. */
void connections_keep_nothing(Connections *c);

#endif
