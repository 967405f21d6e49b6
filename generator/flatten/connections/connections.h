/* connections.h: connect() to equations (MLS 3.6, chapter 9).
 *
 * needs   all variables of connectors in the flat model; arrays of connectors
 *         taken apart into pairs of scalar connectors, outer connectors
 *         replaced by their inner ones; connections of components whose
 *         condition is false left out
 * gives   connection_equations(): after the other equations, per connection
 *         set in the order of the connect statements, n - 1 equalities of
 *         potentials, the sum of flows, or the signal from its source; then
 *         flow = 0 for what is not connected; the sets in the flat model
 * fails   E230 to E235 with both places
 * cost    near-linear in the members of all connections (union-find); no
 *         recursion
 *
 * The elements of a set are pairs of a variable and a face: a connector is
 * `outside` in the component that declares it (seen from inside of the box)
 * and `inside` where that component is used.
 *
 * The room connections/ has all of chapters 9 and 15. It calls flat/,
 * classes/, values/, instances/ and expressions/. Reading order: connect.c
 * (from a connect statement to variables), connections.c (sets and their
 * equations) with connector_match.c and connection_values.c;
 * connections_record.c and connections_repeat.c (statements that are done
 * again); then expandable.c, overconstrained.c with connection_graph.c, and
 * streams.c, each by itself.
 */
#ifndef FOUCAULT_FLATTEN_CONNECTIONS_CONNECTIONS_H
#define FOUCAULT_FLATTEN_CONNECTIONS_CONNECTIONS_H

#include "flatten/flat/constant_eval.h"
#include "flatten/flat/fault.h"
#include "flatten/flat/flat.h"
#include "flatten/flat/name_map.h"

typedef enum ConnectorFace { FACE_INSIDE, FACE_OUTSIDE } ConnectorFace;

typedef enum MemberKind {
  MEMBER_POTENTIAL,
  MEMBER_FLOW,
  MEMBER_INPUT,
  MEMBER_OUTPUT,
  MEMBER_SIGNAL,        /* of an expandable connector: gets its value from the
                           source, on whichever side that is */
  MEMBER_PARAMETER,     /* compared, not connected */
  MEMBER_CONSTANT,      /* likewise */
  MEMBER_STREAM,        /* kept as a set for streams.c */
  MEMBER_OVERDETERMINED /* left to overconstrained.c */
} MemberKind;

/* A scalar variable of a connector. */
typedef struct ConnectorMember {
  Name name; /* relative to the connector: "v", "pin[2].i", "r0[3]"; "" of a
                connector that is itself a variable */
  FlatVarId variable;
  MemberKind kind;
} ConnectorMember;

/* One argument of a connect(); variables are named path.member. The members
 * may be shared by all uses of the connector; they are in the order of
 * declaration. */
typedef struct ConnectorEnd {
  Name path;          /* full name of the connector: "circuit.r[2].p" */
  Name class_name;    /* its class, for messages; may be NULL */
  Span span;          /* the argument in the connect statement */
  Span declaration;   /* the name in its declaration */
  ConnectorFace face; /* before outer is replaced by inner, in the class
                            with the connect statement */
  bool is_protected;  /* declared protected where it is an outside one */
  bool is_expandable;
  const ConnectorMember *member;
  int n_members;
} ConnectorEnd;

typedef struct Connections Connections;

/* Lives in the session's instance arena. */
Connections *connections_create(Session *s, const Faults *faults,
                                FlatModel *flat);

/* Each flow variable of each connector, of the model itself too, once, in
 * the order of the variables: what is not connected from outside of its
 * component becomes zero. `component` is the number of the component in
 * which the connector is used: the parent of the one that declares it, or 0
 * for connectors of the model itself. */
void connections_add_flow(Connections *c, FlatVarId flow, int32_t component);
/* Likewise, as seen from inside of the component that declares it: for flows
 * in expandable connectors (section 9.2). */
void connections_add_outside_flow(Connections *c, FlatVarId flow,
                                  int32_t component);

/* The annotations mustBeConnected and mayOnlyConnectOnce (section 18.5.2) of
 * the connector of a flow; `span` is the component that has the connector. */
void connections_demand(Connections *c, FlatVarId flow, bool is_once,
                        const char *message, Span span);

/* An element of an array of an expandable connector that grew with other
 * elements: where nothing is connected to it, it has a default value. */
void connections_add_optional(Connections *c, FlatVarId variable,
                              int32_t component);

/* One connect() in `component`. False after E230, E231 or E290. */
bool connections_add(Connections *c, int32_t component, Span span,
                     const ConnectorEnd *a, const ConnectorEnd *b);

/* How often the connector is an argument of connect(), inside or outside,
 * among those added so far (MLS 3.7.4.1). */
int connections_cardinality(Connections *c, Name path);
/* In equations; no connection is known where declarations are flattened. */
void connections_ask(Connections *c, bool are_asked);
bool connections_are_asked(const Connections *c);

/* The value of `sink` where several sources take turns, such as outputs of the
 * states of a state machine (MLS 17.3.6); NULL: they do not. */
typedef FlatExpr *ConnectionMerge(const void *context, Span span,
                                  FlatVarId sink, const FlatVarId *source,
                                  int n_sources);
/* Before connections_equations(). */
void connections_set_merge(Connections *c, ConnectionMerge *merge,
                           const void *context);

/* Appends the equations to the flat model; once, after all connect().
 * E230, E232, E233. */
bool connections_equations(Connections *c);

/* When all bindings are there, before the table has evaluated anything:
 * constants and parameters of connected connectors are equal. Parameters they
 * depend on become `evaluated`, so that they stay equal. E234. */
bool connections_check_values(Connections *c, ConstantTable *constants);

/* When all attributes are there: quantities are the same in a set. E235. */
bool connections_check_quantities(const Connections *c);

#endif
