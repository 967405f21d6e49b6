/* split_start.c: see split_start.h. */
#include "commands/split_start.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/temporary.h"
#include "commands/experiment.h"
#include "commands/options/request.h"
#include "fmu_file/run/fmu_run.h"
#include "fmu_file/fmu_unpack.h"

typedef struct StartRun {
  Session *s;
  const FlatModel *flat;
  int *variable; /* of the description */
  int *of;       /* the flat variable that each is */
  int n;
  double *value;
} StartRun;

static void split_start_choose(StartRun *x, const FmuDescription *d)
{
  size_t most = (size_t)x->flat->n_vars;
  x->variable = arena_array(x->s->session_arena, most, sizeof(int));
  x->of = arena_array(x->s->session_arena, most, sizeof(int));
  for (int i = 0; i < x->flat->n_vars; i++) {
    const FlatVar *v = &x->flat->var[i];
    x->value[i] = NAN;
    if (v->type != FLAT_REAL || v->variability != FLAT_CONTINUOUS) continue;
    int k = description_find(d, v->name);
    if (k < 0) continue;
    x->variable[x->n] = k;
    x->of[x->n++] = i;
  }
}

static bool split_start_take(void *context, double time,
                             const FmuValues *values)
{
  const StartRun *x = context;
  (void)time;
  for (int k = 0; k < x->n; k++) x->value[x->of[k]] = values->number[k];
  return true;
}

static bool split_start_run(StartRun *x, const Options *o, const char *fmu)
{
  const FmuDescription *d = NULL;
  const char *folder;
  FmuRun run = {0};
  Fmu loaded;
  FmuResult result = {0};
  if (!fmu_unpack(x->s, fmu, NULL, 0, &d, &folder) ||
      !experiment_choose(o, d, &run))
    return false;
  run.stop = run.start; /* initialization alone */
  split_start_choose(x, d);
  run.variable = x->variable;
  run.n_variables = x->n;
  run.point = split_start_take;
  run.context = x;
  if (!fmu_load(x->s, fmu, d, fmi2CoSimulation, folder, &loaded)) return false;
  bool good = fmu_run(x->s, &loaded, &run, &result);
  fmu_unload(&loaded);
  return good;
}

/* An FMU for this machine that can be run here. */
static Options split_start_options(const Options *o)
{
  Options whole = *o;
  whole.split = whole.source = whole.scheduled_execution = false;
  whole.co_simulation = true;
  whole.model_exchange = false;
  whole.fmi = FMI_2;
  whole.n_targets = whole.n_structural = 0;
  whole.icon = NULL;
  return whole;
}

bool split_start_find(const Options *options, const FlatModel *flat,
                      double *value)
{
  Options whole = split_start_options(options);
  Session *s = session_create();
  memcpy(s->limit, options->limit, sizeof s->limit);
  s->quiet = true;
  s->messages = fopen("/dev/null", "w");
  if (!s->messages) s->messages = stderr;
  StartRun x = {.s = s, .flat = flat, .value = value};
  CompileReport report = {0};
  CompileRequest request = request_of(&whole);
  const char *folder = temporary_folder(s);
  const char *fmu =
      folder ? arena_printf(s->session_arena, "%s/whole.fmu", folder) : NULL;
  bool good = fmu && compile_model(s, &request, fmu, &report) &&
              split_start_run(&x, &whole, fmu);
  assert(!good || report.model);
  diagnostic_flush(s);
  if (s->messages != stderr) fclose(s->messages);
  temporary_end(s);
  session_destroy(s);
  return good;
}
