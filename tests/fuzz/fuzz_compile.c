/* fuzz_compile.c: any bytes through every pass, to the text of model.c and to
 * the page of the explanation, to the pictures of its icons, and through the
 * rules of lint.
 *
 * The sum of the bytes chooses the reduction, the solver and whether equal
 * equations become loops, or else points are evaluated side by side. Code of the model (external "C") is not run.
 */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

#include <stdlib.h>
#include <unistd.h>

#include "emit/face_files.h"
#include "emit/model/model_c.h"
#include "flatten/flat/balance.h"
#include "flatten/flat/flat_check.h"
#include "flatten/flatten.h"
#include "lint/lint.h"
#include "parse/parse.h"
#include "reduce/lower/lower.h"
#include "reduce/reduce.h"
#include "reduce/system/system_check.h"
#include "report/explain_html.h"

static void write_model(Session *s, const ReducedSystem *reduced, bool loops)
{
  char *text = NULL;
  size_t size = 0;
  long guid_at;
  FILE *out = open_memstream(&text, &size);
  if (!out) abort();
  ModelCOptions options = {.data_folder = FOUCAULT_DATA_DIR,
                           .no_loops = !loops};
  bool good = model_c_write(s, reduced, &options, out, &guid_at);
  fclose(out);
  free(text);
  if (good != (s->n_errors == 0)) fuzz_fail("model.c, or a message");
}

static void explain(Session *s, const FlatModel *flat,
                    const ReducedSystem *reduced)
{
  size_t size;
  char *page = explain_html_text(s, flat, reduced, &size);
  if (!page) fuzz_fail("what can be reduced can be explained");
  free(page);
}

static void draw(Session *s, const ReducedSystem *reduced)
{
  FaceFiles files;
  if (!face_files_make(s, reduced, NULL, false, s->session_arena, &files))
    fuzz_fail("pictures of any shapes");
}

static const ReducedSystem *reduce(Session *s, const FlatModel *flat,
                                   uint8_t choice)
{
  if (!balance_check(s, flat)) return NULL;
  System *sys = lower_to_system(s, flat);
  if (!sys) return NULL;
  sys->choice.reduction = (Reduction)(choice % N_REDUCTIONS);
  sys->choice.ida = choice / 16 % 2;
  sys->choice.exchange_only = choice / 32 % 2;
  sys->choice.circuit = true;
  sys->choice.points = choice >= 128;
  system_check(sys);
  ReduceOptions options = {0};
  return reduce_system(s, sys, &options);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  setenv("FOUCAULT_HOME", FOUCAULT_DATA_DIR, 1);
  uint8_t choice = 0;
  for (size_t k = 0; k < size; k++) choice = (uint8_t)(choice + data[k]);
  Session *s = fuzz_session();
  int source =
      session_add_source(s, "fuzz.mo", (const char *)data, (int32_t)size);
  Ast *ast = ast_create(s);
  FlattenOptions options = {0};
  const FlatModel *flat = NULL;
  const ReducedSystem *reduced = NULL;
  if (parse_source(s, ast, source)) {
    lint_text(s, ast);
    flat = flatten_model(s, ast, &options);
  }
  if (flat) {
    flat_check(flat);
    reduced = reduce(s, flat, choice);
  }
  if (!reduced && s->n_errors == 0) fuzz_fail("what fails has a message");
  if (reduced && s->n_errors == 0) {
    write_model(s, reduced, choice < 128);
    explain(s, flat, reduced);
    draw(s, reduced);
    lint_flat(s, flat);
    lint_reduced(s, flat, reduced);
    if (s->n_errors > 0) fuzz_fail("lint finds no errors");
  }
  fuzz_session_end(s);
  return 0;
}
