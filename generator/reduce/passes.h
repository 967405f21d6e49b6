/* passes.h: the table of passes, and the one driver that runs it.
 *
 * From the System that lower.c made to the ReducedSystem that emit/ writes:
 * the rows of reduce_pass[] in order. The first ones edit the System in place,
 * the others build the ReducedSystem. Each row says what must hold before the
 * pass and what holds after it (reduce/system/properties.def); the driver
 * aborts where a need is not met, so that rows cannot be put in a wrong order
 * in silence.
 *
 * A pass whose properties hold already is not run. A pass may lose what it
 * needs, with properties_lose(): then the rows from `repeat_from` on run again,
 * those whose properties were lost.
 */
#ifndef FOUCAULT_REDUCE_PASSES_H
#define FOUCAULT_REDUCE_PASSES_H

#include <stdio.h>

#include "reduce/reduced_build.h"
#include "reduce/system/properties.h"

/* One run of the table. */
typedef struct PassContext {
  Session *s;
  System *sys;
  ReducedBuild *build; /* NULL: no pass that builds was reached */
  bool checks;         /* run Pass.check after each pass */
  const char *dump;    /* name of the pass to be printed; NULL: none */
  FILE *dump_to;
  int n_done;     /* rows that have succeeded, from the first one */
  int repeated;   /* the row that asked for the present repetition; 0: none */
  ArenaMark mark; /* of the scratch arena, before the run */
} PassContext;

/* Some passes undo what they need, because the equations are others now: the
 * driver then goes back to the row `repeat_from`. */
typedef enum PassRepeat {
  REPEAT_NEVER,
  REPEAT_WHILE_CHANGED, /* the pass itself runs again, until it keeps all */
  REPEAT_ONCE           /* the pass is done; those before it run again */
} PassRepeat;

typedef struct Pass {
  const char *name; /* for --dump and --verbose */
  const char *does;
  /* one of these two; false after diagnostics */
  bool (*run)(System *sys, Session *s);
  bool (*build)(ReducedBuild *b);
  PropertySet needs, gives, breaks;
  void (*check)(const PassContext *c); /* aborts */
  void (*dump)(const PassContext *c, FILE *out);
  PassRepeat repeat;
  const char *repeat_from; /* a row before this one */
  /* where a pass of the repetition fails: more about the reason; NULL: none */
  void (*report_again)(const System *sys, Session *s);
  bool next_reports_too; /* where it fails the next pass still runs, so that
                            the user sees the errors of both */
} Pass;

extern const Pass reduce_pass[];
extern const int n_reduce_passes;
/* What lowering gives: no row needs to. */
extern const PropertySet passes_begin_with;

/* The row of this name, -1: there is none. */
int pass_find(const char *name);

/* Borrows the session's scratch arena until passes_end(). With checks in
 * debug builds, without a dump. */
PassContext passes_begin(Session *s, System *sys);
/* The rows from `from` up to `to`, both included; false after diagnostics. */
bool passes_run(PassContext *c, int from, int to);
/* The result stays: the System in its arena, the ReducedSystem too. */
void passes_end(PassContext *c);

#endif
