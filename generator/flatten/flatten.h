/* flatten.h: Ast to FlatModel.
 *
 * needs   parsed files
 * gives   a model that satisfies flat_check()
 * fails   E2xx with place and suggestion; several errors per run
 * cost    linear in the instantiated model
 *
 * The rooms, each of which calls itself and those before it:
 *
 *   flat          the flat model, its checker, faults
 *   classes       the text that a name means
 *   values        arrays and records of flat expressions
 *   instances     the components, and the context that is passed down
 *   expressions   expressions to Values; sizes and values at translation
 *   functions     calls of functions of the model
 *   connections   connect()
 *   clocks        clocks, state machines
 *   calls         every kind of call
 *   equations     equations, algorithms, attributes
 *   print         the flat model as text
 *
 * The main header of each (flat.h, lookup.h, value.h, instances.h,
 * expressions.h, function_call.h, connections.h, clocks.h, calls.h,
 * equations.h, flat_print.h) says what it may call and where to begin.
 * flatten.c has the steps in their order, instantiate.c the walk over the
 * components, flattening.c what lower rooms leave to higher ones.
 */
#ifndef FOUCAULT_FLATTEN_FLATTEN_H
#define FOUCAULT_FLATTEN_FLATTEN_H

#include "base/foreign_call.h"
#include "base/session.h"
#include "flatten/classes/library.h"
#include "flatten/flat/flat.h"
#include "parse/ast.h"

typedef struct FlattenOptions {
  const char *model; /* dotted name; NULL: the last top-level model or block
                        of the last file */
  const char *const *set; /* "name=value": replaces a parameter's binding or a
                             variable's start */
  int n_set;
  LibraryOptions library;       /* where to look for classes in no file given */
  const ForeignCaller *foreign; /* who calls C functions; NULL: nobody */
  bool crosses;        /* C files of libraries go before their compiled ones */
  ClocksWanted clocks; /* that the FMU is to have */
  const char *const *structural; /* parameters that the importer may change by
                                    structural means: expressions/resizable.h */
  int n_structural;
  bool takes_packages; /* a package is flattened too: to its constants and the
                          names of its models */
  bool shares_nothing; /* each element of an array of components is made by
                          itself: gives the same model, to be compared with */
} FlattenOptions;

/* NULL after diagnostics; or, where Session.is_tolerant, since a class that is
 * used has lost a part by a syntax error, which was reported before. */
const FlatModel *flatten_model(Session *s, const Ast *ast,
                               const FlattenOptions *options);

#endif
