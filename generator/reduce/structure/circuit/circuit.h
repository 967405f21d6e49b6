/* circuit.h: the circuit that connected components make.
 *
 * The room reduce/structure/circuit/ reads circuits out of connected
 * components. It calls reduce/structure/, reduce/system/, symbolic/ and base/.
 * Reading order: this file, circuit_law.h, circuit_topology.h,
 * circuit_print.h.
 *
 * needs   lowering is done; equations of connections are marked
 *         (Eq.is_potential, Eq.is_flow), aliases are still there
 * gives   System.circuit where TranslationChoice.circuit asks for it: nodes,
 *         branches, loops and cutsets that hide constraints; NULL: connectors
 *         with one potential and one flow make no such circuit
 * keeps   the System, but for that
 * cost    near-linear: a matching, union-find, walks through each component
 * paper   Estevez Schwarz, Tischendorf, Int. J. Circuit Theory Appl. 28, 2000
 *
 * Nothing is known by the name of a class. A node is a set of connected
 * connectors. A branch is a current: flows that equations of a component make
 * equal up to the sign, and that leave one node and enter another one; if only
 * one node has it, the other end is the datum. What a branch is follows from
 * the order of derivatives by which its component ties current and voltage
 * (circuit_law.h): so thermal, hydraulic and other networks count as well.
 *
 * With A_C, A_V, ... the incidence of nodes and branches by kind, the
 * projectors of modified nodal analysis are sets of nodes and branches here:
 * a column of Q_CRV (a basis of what A_C^T, A_V^T and A_R^T map to zero) is a
 * part of the circuit that only inductors and current sources join to the
 * rest, a cutset; a column of Qbar_V-C (Q_C^T A_V maps it to zero) is a loop
 * of capacitors and at least one voltage source. Each of them is an equation
 * that must be differentiated: index 2, unless there are none.
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_CIRCUIT_CIRCUIT_H
#define FOUCAULT_REDUCE_STRUCTURE_CIRCUIT_CIRCUIT_H

#include "reduce/system/system.h"

/* In the order in which circuit_topology.c joins nodes by them. */
typedef enum BranchKind {
  BRANCH_CAPACITOR,
  BRANCH_VOLTAGE, /* source */
  BRANCH_RESISTOR,
  BRANCH_INDUCTOR,
  BRANCH_CURRENT, /* source */
  N_BRANCH_KINDS
} BranchKind;

enum { CIRCUIT_DATUM = 0 }; /* the node all potentials are measured from */

typedef struct CircuitBranch {
  Name name; /* of its component */
  BranchKind kind;
  int from, to;
  bool is_ground; /* a constant potential at a node */
} CircuitBranch;

/* Branches of a loop or of a cutset. */
typedef struct CircuitSet {
  int *branch;
  int n_branches;
} CircuitSet;

typedef struct Circuit {
  int n_nodes; /* without the datum: numbered from 1 */
  CircuitBranch *branch;
  int n_branches;
  int n_of[N_BRANCH_KINDS]; /* without grounds */
  int n_grounds;
  /* Why a part of the connected components was left out; NULL: none was. */
  const char *left_out;
  /* by circuit_topology.c */
  CircuitSet *loop, *cutset;
  int n_loops, n_cutsets;
  int n_potentials; /* unknown ones */
} Circuit;

/* Equations of modified nodal analysis: conventional, with potentials,
 * currents of inductors and of voltage sources as unknowns; and with charges
 * and fluxes as further ones. The minimal extension of the former has one more
 * for each loop and cutset, that of the latter also one for each charge and
 * each flux. */
typedef struct CircuitSize {
  int given, minimal;
  int charge_given, charge_minimal;
} CircuitSize;

/* The pass. */
bool circuit_find(System *sys, Session *s);

CircuitSize circuit_size(const Circuit *c);

#endif
