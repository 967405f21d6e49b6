/* model_text.h: a model written as a string, taken through the real parser,
 * flattener and the passes of reduce/, for tests that look at the result.
 *
 *   ModelText *m = model_text_run("model M Real x; equation x = 1; end M;",
 *                                 "alias");
 *   ... m->sys ...
 *   model_text_free(m);
 */
#ifndef FOUCAULT_TESTS_MODEL_TEXT_H
#define FOUCAULT_TESTS_MODEL_TEXT_H

#include "flatten/flat/flat.h"
#include "reduce/passes.h"
#include "session_fixture.h"

typedef struct ModelText {
  SessionFixture *fixture;
  Session *s;
  const char *text;
  const FlatModel *flat;        /* NULL: failed before */
  System *sys;                  /* NULL: failed before */
  const ReducedSystem *reduced; /* "reduced" */
  bool ok;                      /* the asked stage was reached */
  const char *reached;          /* the last stage that succeeded; "": none */
  bool has_passes;
  PassContext passes;
} ModelText;

/* A stage is "flat", "lower", the name of a pass of reduce/passes.h, or
 * "reduced": each includes those before it. Never NULL; owned by the
 * caller. */
ModelText *model_text_run(const char *text, const char *stage);
/* From the stage that was reached, with what the test has changed since. */
void model_text_continue(ModelText *m, const char *stage);
/* The same; the test fails where a stage does. */
ModelText *model_text_at(const char *text, const char *stage);
/* The same through all stages. */
ModelText *model_text_complete(const char *text);
/* The same without the passes that put in numbers and merge variables, so that
 * every equation is there as the text has it. */
ModelText *model_text_unmerged(const char *text, const char *stage);
/* Through all stages, with this method instead of dummy derivatives. */
ModelText *model_text_method(const char *text, Reduction reduction);
/* The same; the test fails where it does. */
ModelText *model_text_by_method(const char *text, Reduction reduction);
/* A pendulum in x and y with unit length and gravity, begun on its circle. */
extern const char model_text_pendulum[];
void model_text_free(ModelText *m);

/* All diagnostics so far; the sources are called a.mo. */
const char *model_text_messages(ModelText *m);
/* The variable of this name; the test fails if there is none. */
VarId model_text_var(const ModelText *m, const char *name);
const Var *model_text_info(const ModelText *m, const char *name);
/* How many variables have a name that begins so? */
int model_text_count(const ModelText *m, const char *begin);
/* In the session's arena: an expression, the whole system, the result. */
const char *model_text_expr(const ModelText *m, ExprId e);
const char *model_text_system(const ModelText *m);
const char *model_text_reduced(const ModelText *m);
/* "x v": the names of the states with blanks between, in order. */
const char *model_text_states(const ModelText *m);
/* The block of a sequence that computes the variable, or NULL. */
const ReducedBlock *model_text_block(const ModelText *m,
                                     const BlockSequence *sequence,
                                     const char *name);
/* The value of an expression, a unique one for each name of a variable: the
 * same in all systems. */
double model_text_value(const ModelText *m, ExprId e, double time);
/* How often the given equation k was differentiated. */
int model_text_nu(const ModelText *m, int k);

#endif
