/* code_trust.c: see code_trust.h. */
#include "flatten/functions/code_trust.h"

#include <assert.h>
#include <string.h>

#include "base/system/inside.h"
#include "flatten/functions/function_library.h"

/* --- functions that do nothing but compute --- */

static bool is_of_math(const char *symbol)
{
  static const char *const name[] = {
      "acos",   "acosh", "asin",  "asinh", "atan", "atan2",  "atanh", "cbrt",
      "ceil",   "cos",   "cosh",  "erf",   "erfc", "exp",    "exp2",  "expm1",
      "fabs",   "fdim",  "floor", "fma",   "fmax", "fmin",   "fmod",  "hypot",
      "lgamma", "log",   "log10", "log1p", "log2", "pow",    "rint",  "round",
      "sin",    "sinh",  "sqrt",  "tan",   "tanh", "tgamma", "trunc"};
  for (size_t k = 0; k < sizeof name / sizeof name[0]; k++) {
    if (strcmp(symbol, name[k]) == 0) return true;
  }
  return false;
}

/* Nothing is included or linked but LAPACK, whose names end in "_": no
 * function of the C library has such a name. */
static bool only_computes(const char *symbol, const FlatLinkage *linkage)
{
  assert(symbol[0]);
  for (int k = 0; k < linkage->library.n_items; k++) {
    if (strcmp(linkage->library.item[k], "lapack") != 0) return false;
  }
  if (linkage->include.n_items > 0) return false;
  return symbol[strlen(symbol) - 1] == '_' || is_of_math(symbol);
}

/* --- code of libraries --- */

/* "Modelica", "Modelica 4.1.0", "ModelicaServices" at the beginning. */
static bool is_standard(const char *path)
{
  static const char *const name[] = {"Modelica", "ModelicaServices"};
  for (size_t k = 0; k < sizeof name / sizeof name[0]; k++) {
    size_t n = strlen(name[k]);
    if (strncmp(path, name[k], n) == 0 && strchr(" /\\", path[n])) return true;
  }
  return false;
}

/* Of a file below the root, or of a root that is the library's own folder. */
static bool is_of_standard(const char *root, const char *path)
{
  size_t n = strlen(root);
  if (strncmp(path, root, n) != 0) return false;
  while (path[n] == '/') n++;
  if (is_standard(path + n)) return true;
  size_t end = strlen(root);
  while (end > 0 && root[end - 1] == '/') end--;
  size_t begin = end;
  while (begin > 0 && root[begin - 1] != '/') begin--;
  return is_standard(path + begin);
}

static bool all_in_roots(const Flattening *f, const FlatTexts *files)
{
  for (int k = 0; k < files->n_items; k++) {
    const char *path = files->item[k];
    if (strcmp(path, "lapack") != 0 && function_library_exists(path) &&
        !library_root_around(f->library, path))
      return false;
  }
  return true;
}

const char *code_trust_doubt(const Flattening *f, FunctionBuild *b,
                             const AstExternal *external, const char *symbol,
                             CodeTrust trust)
{
  static const char of_model[] = "of the model";
  FlatLinkage linkage = {0};
  bool is_declared = false;
  if (trust == CODE_OF_ALL) return NULL;
  if (!function_library(f, b, external, &linkage, &is_declared))
    return of_model;
  if (only_computes(symbol, &linkage)) return NULL;
  /* what it does is what its argument says */
  if (strcmp(symbol, "system") == 0) return of_model;
  assert(external->span.source >= 0);
  const SourceText *text = session_source(f->s, external->span.source);
  const char *root = text->is_from_library
                         ? library_root_around(f->library, text->path)
                         : NULL;
  if (!root || !function_library_is_written(external) ||
      !all_in_roots(f, &linkage.include_folder) ||
      !all_in_roots(f, &linkage.library))
    return of_model;
  if (trust == CODE_OF_STANDARD && !is_of_standard(root, text->path))
    return "of a library";
  return NULL;
}

bool code_trust_for_fmu(const Flattening *f, FunctionBuild *b,
                        const AstExternal *external, const char *symbol)
{
  CodeTrust trust = f->foreign ? f->foreign->in_fmu : CODE_OF_ALL;
  const char *doubt = code_trust_doubt(f, b, external, symbol, trust);
  if (!doubt) return true;
  Diagnostic *d =
      fault_error(f->faults, external->span, E244,
                  "the FMU would have C code %s: '%s' is an external function",
                  doubt, b->function->full_name);
  fault_note(f->faults, d, NO_SPAN,
             "--external takes it, if its author is trusted; --no-external "
             "and FOUCAULT_EXTERNAL=no refuse it");
  return false;
}
