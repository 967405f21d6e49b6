/* study_fmu.c: see study_fmu.h. */
#include "commands/studies/study_fmu.h"

#include <assert.h>
#include <string.h>

#include "base/temporary.h"
#include "cache/build_cache.h"
#include "commands/options/request.h"
#include "fmu_file/fmu_unpack.h"

static bool is_fmu_name(const char *path)
{
  size_t n = strlen(path);
  return n > 4 && strcmp(path + n - 4, ".fmu") == 0;
}

bool study_fmu_begin(StudyFmu *study, Session *s, const Options *o)
{
  *study = (StudyFmu){.s = s,
                      .options = o,
                      .label = o->n_files > 0 ? o->file[0] : o->model,
                      .is_given = o->n_files > 0 && is_fmu_name(o->file[0])};
  if (!study->is_given) return true;
  if (o->n_files > 1) return options_complain("this needs exactly one FMU");
  if (o->model) return options_complain("--model is for Modelica files");
  if (o->no_loops || o->no_event_proof || o->compiler || o->has_method) {
    return options_complain("--reduction, --solver, --linear-solver, "
                            "--compiler, --no-loops and --no-event-proof are "
                            "for Modelica files: an FMU has what it was built "
                            "with");
  }
  return options_fit_fmu(o);
}

bool study_fmu_watch(StudyFmu *study, FmuWardEnd *end)
{
  const Options *o = study->options;
  double most = o->memory_limit.given ? o->memory_limit.value : 0;
  double longest = o->time_limit.given ? o->time_limit.value : 0;
  bool is_watched = study->is_given || most > 0 || longest > 0;
  return !is_watched ||
         fmu_ward_begin(study->s, study->label, most, longest, 0, end);
}

static const char *build_model(const StudyFmu *study)
{
  Session *s = study->s;
  const char *folder = temporary_folder(s);
  if (!folder) return NULL;
  const char *path = arena_printf(s->session_arena, "%s/model.fmu", folder);
  CompileReport report = {0};
  CompileRequest request = request_of(study->options);
  /* the runs have them: one FMU serves for all */
  if (!request.start.given) request.stop = request.step = (OptionalNumber){0};
  bool good = (study->options->no_cache ? compile_model : build_cache_compile)(
      s, &request, path, &report);
  return good ? path : NULL;
}

static bool study_choose_kind(StudyFmu *study, bool wants_exchange)
{
  const FmuDescription *d = study->description;
  assert(d->co_simulation.present || d->model_exchange.present);
  study->is_exchange = wants_exchange || !d->co_simulation.present;
  if (!study->is_exchange || d->model_exchange.present) return true;
  diagnostic_file_error(study->s, study->label, E603,
                        "this needs Model Exchange, and this FMU is for "
                        "Co-Simulation only");
  return false;
}

bool study_fmu_prepare(StudyFmu *study, bool wants_exchange)
{
  const Options *o = study->options;
  assert(!study->description && study->label);
  const char *path = study->is_given ? o->file[0] : build_model(study);
  if (!path || !fmu_unpack(study->s, path, o->set, o->n_set,
                           &study->description, &study->folder))
    return false;
  const char *tool = study->description->generation_tool;
  study->is_own = tool && strncmp(tool, "Foucault ", 9) == 0;
  if (!study_choose_kind(study, wants_exchange)) return false;
  /* what --set gives a model went into its FMU */
  return !study->is_given ||
         fmu_settings_read(study->s, study->label, study->description, o->set,
                           o->n_set, &study->settings);
}

bool study_fmu_load(StudyFmu *study)
{
  assert(study->description);
  return fmu_load(study->s, study->label, study->description,
                  study->is_exchange ? fmi2ModelExchange : fmi2CoSimulation,
                  study->folder, &study->fmu);
}
