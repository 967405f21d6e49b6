/* flatten.h: Ast to FlatModel.
 *
 * needs   parsed files
 * gives   a model that satisfies flat_check()
 * fails   E2xx with place and suggestion; several errors per run
 * cost    linear in the instantiated model
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
  bool shares_nothing; /* each element of an array of components is made by
                          itself: gives the same model, to be compared with */
} FlattenOptions;

/* NULL after diagnostics. */
const FlatModel *flatten_model(Session *s, const Ast *ast,
                               const FlattenOptions *options);

#endif
