/* flat_visit.h: what a FlatModel holds, listed once.
 *
 * Every expression and every reference to a variable in a FlatModel has a
 * place. A step that looks at expressions, or rewrites them, has no list of
 * its own: it says of every place whether it takes it, by a switch without
 * `default`, and is given what stands there. So a new kind of equation is
 * listed here, and a step that has not been asked about it does not compile.
 * The same as reduce/system/system_visit.h has it for a System.
 *
 * The order is always the same: list by list, within a list element by
 * element, within an element field by field.
 *
 * cost    linear in the lists that hold a place which is taken
 */
#ifndef FOUCAULT_FLATTEN_FLAT_FLAT_VISIT_H
#define FOUCAULT_FLATTEN_FLAT_FLAT_VISIT_H

#include "flatten/flat/flat.h"
#include "flatten/flat/procedure.h"

/* --- expressions --- */

typedef enum FlatPlace {
  /* of a variable */
  FLAT_AT_BINDING,
  FLAT_AT_START,
  FLAT_AT_NOMINAL,
  FLAT_AT_BOUND, /* FlatVar.min, max */
  FLAT_AT_FIXED,
  /* of an equation */
  FLAT_AT_SIDE,         /* FlatEquation.left, right */
  FLAT_AT_INITIAL_SIDE, /* the same, is_initial */
  FLAT_AT_RESULT_SIDE,  /* the same of a result of an algorithm section */
  FLAT_AT_CLOCK,        /* FlatEquation.clock, FlatAssertion.clock */
  /* of an algorithm section */
  FLAT_AT_SHOWN,
  /* of a when-equation */
  FLAT_AT_WHEN_CONDITION,
  FLAT_AT_GUARD,
  FLAT_AT_TARGET,
  FLAT_AT_VALUE, /* FlatAction.value */
  /* of an assertion */
  FLAT_AT_ASSERTION, /* its condition */
  FLAT_AT_SUBSCRIPT,
  /* of a procedure */
  FLAT_AT_TABLE,             /* FlatLocal.constant */
  FLAT_AT_STATEMENT,         /* FlatStatement.value, index, step, limit, arg */
  FLAT_AT_WRITTEN_CONDITION, /* FlatStatement.condition, for printing */
  FLAT_AT_EXTERNAL           /* FlatExternalArgument.value */
} FlatPlace;

typedef bool FlatTakes(FlatPlace place);
/* Element `at` of its list holds e, which is not NULL. */
typedef void FlatVisit(void *context, FlatPlace place, int at, FlatExpr **e);
typedef void FlatRead(void *context, FlatPlace place, int at,
                      const FlatExpr *e);

/* The expressions at the places taken. A visit may put another expression in
 * the place of *e and may add variables, which are not visited; it must not
 * add to any other list of the model. Needs flat_unfold() where sides of
 * equations are taken. */
void flat_each_expression(FlatModel *flat, FlatTakes *takes, FlatVisit *visit,
                          void *context);
/* Of equations that repeat another one the sides are as flat_sides() gives
 * them: good for this call only. */
void flat_read_expressions(const FlatModel *flat, FlatTakes *takes,
                           FlatRead *read, void *context);

/* The same of one procedure, whose number is given to the visits; it need not
 * be in the model yet. */
void flat_each_in_procedure(FlatProcedure *procedure, int number,
                            FlatTakes *takes, FlatVisit *visit, void *context);
void flat_read_procedure(const FlatProcedure *procedure, int number,
                         FlatTakes *takes, FlatRead *read, void *context);

/* --- references to variables --- */

typedef enum FlatLink {
  FLAT_LINK_MEMBER,   /* FlatConnectionMember.variable */
  FLAT_LINK_ASSIGNED, /* FlatAlgorithm.variable */
  FLAT_LINK_TOLERANCE /* Experiment.tolerance_parameter */
} FlatLink;

/* Element `at` of its list names the variable; none (i < 0) is not read. */
typedef void FlatReadLink(void *context, FlatLink link, int at, FlatVarId id);

void flat_read_variables(const FlatModel *flat, FlatReadLink *read,
                         void *context);

#endif
