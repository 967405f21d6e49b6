/* request.c: options of a command as a request to the pipeline. */
#include "commands/options/request.h"

#include <assert.h>

/* Whoever names the variables to be recorded may name protected ones. */
static ExposeChoice exposed(const Options *o)
{
  static const char *all[] = {"all"};
  bool names_some =
      (o->command == COMMAND_SIMULATE && (o->variables || o->plot)) ||
      (o->command == COMMAND_SWEEP && (o->record || o->reduce)) ||
      (o->command == COMMAND_LINEARIZE && o->outputs) ||
      o->command == COMMAND_SENSITIVITIES ||
      (o->command == COMMAND_PAGE && (o->plot || o->draw));
  if (o->expose.n_patterns > 0 || !names_some) return o->expose;
  return (ExposeChoice){all, 1, 1};
}

/* Is Co-Simulation all that is done with the FMU? */
static bool has_input_rates(const Options *o)
{
  bool runs = o->command == COMMAND_SIMULATE || o->command == COMMAND_COMPARE ||
              o->command == COMMAND_PAGE || o->command == COMMAND_SWEEP;
  return o->co_simulation && (runs || !o->model_exchange);
}

/* Are the states of the FMU its own affair? */
static bool hides_states(const Options *o)
{
  if (o->has_reduction || o->command == COMMAND_COMPARE) return false;
  return o->co_simulation &&
         (o->command == COMMAND_SWEEP || !o->model_exchange);
}

static TranslationChoice choice_of(const Options *o)
{
  bool prefers_ida =
      o->reduction == REDUCTION_GGL && o->formulas != FORMULAS_ADAMS;
  bool compares = o->command == COMMAND_COMPARE;
  return (TranslationChoice){
      .ida = o->ida || (prefers_ida && !o->cvode),
      .formulas = o->formulas,
      .cvode = o->cvode,
      .linear_solver = o->linear_solver,
      .expose = exposed(o),
      .exchange_only = !o->co_simulation,
      .scheduled = o->scheduled_execution,
      .input_rates = has_input_rates(o),
      .reduction = o->reduction,
      .angles = hides_states(o),
      .projection = o->projection,
      .monitors = compares,
      .no_event_proof = o->no_event_proof,
      .sensitivities = o->command == COMMAND_SENSITIVITIES,
      .adjoints = o->adjoint || o->weights ||
                  (o->command == COMMAND_BUILD && (o->fmi & FMI_3) != 0),
      .points = o->many_points,
      .circuit = compares || o->command == COMMAND_EXPLAIN,
  };
}

/* What is not run may hold any code. */
static bool makes_fmu(const Options *o)
{
  return o->command != COMMAND_FLATTEN && o->command != COMMAND_EXPLAIN &&
         o->command != COMMAND_LINT;
}

/* One translation to both versions has none: FMI 2.0 has no clocks. */
static ClocksWanted clocks_of(const Options *o)
{
  if (!makes_fmu(o)) return CLOCKS_ABSENT;
  if (o->command != COMMAND_BUILD || o->fmi != FMI_3) return CLOCKS_REFUSED;
  if (o->scheduled_execution) return CLOCKS_SCHEDULED;
  return o->clocks;
}

CompileRequest request_of(const Options *o)
{
  assert(o->co_simulation || o->model_exchange || o->scheduled_execution);
  bool builds = o->command == COMMAND_BUILD;
  return (CompileRequest){
      .file = o->file,
      .n_files = o->n_files,
      .model = o->model,
      .set = o->set,
      .n_set = o->n_set,
      .library = o->library,
      .n_libraries = o->n_libraries,
      .library_path = o->library_path,
      .allowed = o->allowed,
      .n_allowed = o->n_allowed,
      .start = o->start,
      .stop = o->stop,
      .tolerance = o->tolerance,
      .step = o->step,
      .choice = choice_of(o),
      .at_translation = o->external,
      .in_fmu = makes_fmu(o) ? o->external : CODE_OF_ALL,
      .dump = o->dump,
      .ends_at_dump = o->dump && !(builds && o->output),
      .co_simulation = o->co_simulation,
      .model_exchange = o->model_exchange,
      .scheduled_execution = o->scheduled_execution,
      .clocks = clocks_of(o),
      .structural = o->structural,
      .n_structural = o->n_structural,
      .fmi = builds ? o->fmi : FMI_2,
      .no_loops = o->no_loops,
      .compiler = o->compiler,
      .source = o->source,
      .page = builds,
      .travels = builds,
      .icon = o->icon,
      .target = o->target,
      .n_targets = o->n_targets,
  };
}
