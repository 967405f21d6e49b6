/* study_point.c: see study_point.h. */
#include "commands/studies/study_point.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/experiment.h"
#include "fmu_file/fmu_output.h"

/* --- the run up to it --- */

static bool ask_at_end(void *context, fmi2Component component)
{
  StudyPoint *p = context;
  p->is_asked = true;
  if (p->result.end != p->run.stop) return true; /* said below */
  p->was_good = p->ask(p->context, component, p->result.end);
  return p->was_good;
}

bool study_point_choose(StudyPoint *p)
{
  const StudyFmu *study = p->study;
  const Options *o = study->options;
  FmuRun *run = &p->run;
  assert(p->ask && study->description);
  if (!experiment_choose(o, study->description, run)) return false;
  run->stop = o->at.given ? o->at.value : run->start;
  double span = run->stop - run->start;
  if (span < 0) {
    return options_complain("--at %g is before the start time %g", run->stop,
                            run->start);
  }
  run->step = span > 0 ? span : 1;
  run->is_exchange = true;
  run->set = study->settings.item;
  run->n_set = study->settings.n;
  run->at_end = ask_at_end;
  run->context = p;
  run->printed = stderr;
  return true;
}

bool study_point_ask(StudyPoint *p)
{
  StudyFmu *study = p->study;
  Session *s = study->s;
  FmuOutput output = fmu_output_begin(s, study->options->json);
  bool is_loaded = study_fmu_load(study);
  bool good = is_loaded && fmu_run(s, &study->fmu, &p->run, &p->result);
  if (is_loaded) fmu_unload(&study->fmu);
  fmu_output_end(&output, study->label);
  if (!good || !p->is_asked) return false;
  if (p->result.end == p->run.stop) return p->was_good;
  diagnostic_file_error(s, study->label, E604,
                        "the run ends at time %g, before %g", p->result.end,
                        p->run.stop);
  return false;
}

/* --- variables --- */

static bool is_real_of(const FmuVariable *v, FmuCausality causality)
{
  return v->causality == causality && v->type == FMU_REAL && !v->is_integer;
}

static void list_all(StudyFmu *study, FmuCausality causality, Measures *m)
{
  const FmuDescription *d = study->description;
  m->variable = arena_array(study->s->session_arena, (size_t)d->n_variables,
                            sizeof m->variable[0]);
  for (int i = 0; i < d->n_variables; i++) {
    if (is_real_of(&d->variable[i], causality))
      m->variable[m->n_variables++] = i;
  }
}

bool study_point_list(StudyFmu *study, const char *names,
                      FmuCausality causality, Measures *m)
{
  const FmuDescription *d = study->description;
  assert(causality == FMU_INPUT || causality == FMU_OUTPUT);
  if (!names) {
    list_all(study, causality, m);
    return true;
  }
  if (!measures_record(study->s, study->label, d, names, false, m))
    return false;
  for (int i = 0; i < m->n_variables; i++) {
    const FmuVariable *v = &d->variable[m->variable[i]];
    bool fits = causality == FMU_INPUT ? is_real_of(v, FMU_INPUT)
                                       : v->type == FMU_REAL && !v->is_integer;
    if (fits) continue;
    diagnostic_file_error(study->s, study->label, E605, "'%s' is not %s",
                          v->name,
                          causality == FMU_INPUT ? "a Real input" : "a Real");
    return false;
  }
  return true;
}

/* --- what is fixed and what is free --- */

static bool is_of_run(const FmuVariable *v)
{
  return v->type == FMU_REAL && v->variability == FMU_CONTINUOUS &&
         (v->causality == FMU_LOCAL || v->causality == FMU_OUTPUT);
}

static bool complain_of(StudyFmu *study, const FmuVariable *v, const char *why)
{
  diagnostic_file_error(study->s, study->label, E605, "'%s' %s", v->name, why);
  return false;
}

static bool check_fixed(StudyFmu *study, const FmuVariable *v)
{
  if (v->causality == FMU_INPUT)
    return complain_of(study, v,
                       "is an input, which is fixed unless --free names it: "
                       "--set gives its value");
  if (v->causality == FMU_PARAMETER)
    return complain_of(study, v, "is a parameter: --set gives its value");
  return is_of_run(v) ||
         complain_of(study, v, "is not a Real that changes with time");
}

static bool check_free(StudyFmu *study, int variable)
{
  const FmuDescription *d = study->description;
  const FmuVariable *v = &d->variable[variable];
  if (is_real_of(v, FMU_INPUT)) return true;
  if (v->causality == FMU_PARAMETER)
    return complain_of(study, v,
                       "is a parameter, which an FMU cannot change at a point: "
                       "declare it as an input of the model");
  for (int i = 0; i < d->n_states; i++) {
    if (d->state[i] == variable)
      return complain_of(study, v, "is a state: all of these are free");
  }
  return complain_of(study, v, "is not a Real input");
}

/* The one variable of that name; -1 after a message. */
static int find_one(StudyFmu *study, const char *name)
{
  Measures m = {0};
  if (!measures_record(study->s, study->label, study->description, name, false,
                       &m)) {
    return -1;
  }
  if (m.n_variables == 1) return m.variable[0];
  diagnostic_file_error(study->s, study->label, E605,
                        "'%s' stands for %d variables: name one of them", name,
                        m.n_variables);
  return -1;
}

static bool read_fixed(StudyFmu *study, const char *text, int *variable,
                       double *value)
{
  size_t n = strcspn(text, "=");
  char *end = NULL;
  *variable =
      find_one(study, arena_copy_text(study->s->session_arena, text, n));
  if (*variable < 0 ||
      !check_fixed(study, &study->description->variable[*variable])) {
    return false;
  }
  *value = text[n] ? strtod(text + n + 1, &end) : NAN;
  if (!text[n] || (end > text + n + 1 && !*end && isfinite(*value)))
    return true;
  diagnostic_file_error(study->s, study->label, E210,
                        "--fix %s: '%s' is not a number", text, text + n + 1);
  return false;
}

bool study_point_request(StudyFmu *study, SteadyRequest *request)
{
  const Options *o = study->options;
  Arena *arena = study->s->session_arena;
  int *fixed = arena_array(arena, (size_t)o->n_fix, sizeof fixed[0]);
  int *free = arena_array(arena, (size_t)o->n_free, sizeof free[0]);
  double *value = arena_array(arena, (size_t)o->n_fix, sizeof value[0]);
  for (int i = 0; i < o->n_fix; i++) {
    if (!read_fixed(study, o->fix[i], &fixed[i], &value[i])) return false;
  }
  for (int i = 0; i < o->n_free; i++) {
    free[i] = find_one(study, o->free[i]);
    if (free[i] < 0 || !check_free(study, free[i])) return false;
    for (int k = 0; k < i; k++) {
      if (free[k] == free[i])
        return complain_of(study, &study->description->variable[free[i]],
                           "is free twice");
    }
  }
  *request = (SteadyRequest){.fixed = fixed,
                             .value = value,
                             .n_fixed = o->n_fix,
                             .free = free,
                             .n_free = o->n_free};
  return true;
}

/* --- a family --- */

enum { NAMED_CHANGES = 6 };

/* "s by 1, x by 1" */
static const char *study_list_changes(StudyFmu *study, const SteadyPoint *point,
                                      const double *direction)
{
  const LinearModel *m = &point->model;
  Arena *arena = study->s->session_arena;
  const char *text = "";
  int n = 0;
  for (int j = 0; j < m->n_states + m->n_inputs; j++) {
    if (direction[j] == 0) continue;
    const char *name =
        j < m->n_states ? m->state[j].name : m->input[j - m->n_states].name;
    if (++n > NAMED_CHANGES) continue;
    text = arena_printf(arena, "%s%s%s by %.4g", text, n > 1 ? ", " : "", name,
                        direction[j]);
  }
  return n > NAMED_CHANGES
             ? arena_printf(arena, "%s and %d more", text, n - NAMED_CHANGES)
             : text;
}

void study_point_warn(StudyFmu *study, const SteadyPoint *point)
{
  int n = point->model.n_states + point->model.n_inputs;
  if (point->n_directions == 0) return;
  Diagnostic *d = diagnostic_file_warning(
      study->s, study->label, W604,
      "the equilibrium is one of many: the one next to the start is taken");
  if (!d) return;
  for (int i = 0; i < point->n_directions && i < NAMED_CHANGES; i++) {
    diagnostic_note(study->s, d, NO_SPAN,
                    "it stays one where these change together: %s",
                    study_list_changes(study, point, point->direction + i * n));
  }
  diagnostic_note(study->s, d, NO_SPAN, "--fix NAME=VALUE chooses one of them");
}
