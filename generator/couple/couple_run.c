/* couple_run.c: see couple_run.h. */
#include "couple/couple_run.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/system/clock.h"
#include "couple/couple_inputs.h"
#include "couple/couple_loop.h"
#include "fmu_file/crash.h"
#include "fmu_file/run/surroundings.h"

/* How a step follows its error: near enough to its bound that few are made
 * again. */
static const double run_safety = 0.8, run_shrinks = 0.2, run_grows = 2;
/* Of the longest step: shorter ones are made whatever their error is. */
static const double run_shortest = 1e-6;
static const double run_first = 1e-2;
enum { RUN_FIRST_REPETITIONS = 8, RUN_EVENT_ROUNDS = 4 };
/* Of the size of a value, where a repeated step agrees with itself. */
static const double run_agreement = 1e-10;

typedef struct Runner {
  Session *s;
  const Couple *c;
  const CoupleRun *run;
  CoupleResult *result;
  CouplePart *part;
  CoupleExchange x;
  CoupleInputs in;
  CoupleEnergy *energy, *kept; /* now, and at the beginning of the step */
  int n_energies;
  bool *has_stepped; /* [n_members] */
  double *target;    /* [n_outputs] at the end of a step */
  double *most;      /* [n_outputs] the largest value so far */
  int *variable;     /* [n_columns] of the results */
  FmuValues values;
  bool can_save; /* every FMU its state */
  bool saves;    /* the run asks for it in each step */
  bool is_over;
} Runner;

/* --- results --- */

static bool run_hand_out(Runner *r, double time)
{
  const CoupleRun *run = r->run;
  for (int i = 0, n; i < run->n_columns; i += n) {
    int member = run->column[i].member;
    for (n = 0; i + n < run->n_columns && run->column[i + n].member == member;)
      n++;
    if (!couple_part_get(&r->part[member], &r->variable[i], n,
                         &r->values.number[i], &r->values.text[i], time))
      return false;
  }
  r->result->points++;
  r->result->end = time;
  return !run->point || run->point(run->context, time, &r->values);
}

/* --- the beginning --- */

static bool run_can(Runner *r)
{
  const CoupleRun *run = r->run;
  bool wants_states = run->iterations > 1;
  r->can_save = true;
  for (int m = 0; m < r->c->n_members; m++) {
    const CouplePart *p = &r->part[m];
    if (!p->saves && wants_states) {
      Diagnostic *d = diagnostic_file_error(
          r->s, p->member->label, E622,
          "%s cannot save its state (canGetAndSetFMUstate): no step can be "
          "repeated",
          p->member->name);
      diagnostic_note(r->s, d, NO_SPAN, "leave out --iterations");
      return false;
    }
    if (!p->varies && run->accuracy > 0) {
      Diagnostic *d =
          diagnostic_file_error(r->s, p->member->label, E622,
                                "%s cannot make steps of different sizes "
                                "(canHandleVariableCommunicationStepSize)",
                                p->member->name);
      diagnostic_note(r->s, d, NO_SPAN, "leave out --adaptive");
      return false;
    }
    if (!p->saves) r->can_save = false;
  }
  r->saves = r->can_save && (wants_states || run->accuracy > 0);
  return true;
}

/* Events at a communication point, which may make others. */
static bool run_settle(Runner *r, double time)
{
  for (int round = 0; round < RUN_EVENT_ROUNDS; round++) {
    bool is_new = false;
    for (int m = 0; m < r->c->n_members; m++) {
      if (!couple_part_arrive(&r->part[m], time, &is_new)) return false;
    }
    if (!is_new) break;
    if (!couple_loop_exchange(&r->x, time)) return false;
  }
  return true;
}

/* What parameters are calculated may change outputs, and these others. */
static bool run_initialize(Runner *r)
{
  const CoupleRun *run = r->run;
  for (int m = 0; m < r->c->n_members; m++) {
    r->result->inside = r->c->member[m].name;
    if (!couple_part_enter(&r->part[m], run->start, run->stop,
                           run->has_tolerance, run->tolerance))
      return false;
  }
  r->result->inside = NULL;
  r->x.is_initial = true;
  for (int round = 0; round < 2; round++) {
    if (!couple_loop_exchange(&r->x, run->start)) return false;
  }
  r->x.is_initial = false;
  for (int m = 0; m < r->c->n_members; m++) {
    r->result->inside = r->c->member[m].name;
    if (!couple_part_leave(&r->part[m], run->start)) return false;
  }
  r->result->inside = NULL;
  return couple_loop_exchange(&r->x, run->start) && run_settle(r, run->start);
}

/* A communication point is reached. */
static void run_arrive(Runner *r, double time)
{
  couple_inputs_point(&r->in, time);
  couple_energy_point(r->c, r->energy, r->n_energies, r->x.y, r->x.u);
  for (int i = 0; i < r->c->n_outputs; i++)
    r->most[i] = fmax(r->most[i], fabs(r->x.y[i]));
}

/* --- one step --- */

static bool run_member(Runner *r, int member, double time, double size,
                       const double *target)
{
  CouplePart *p = &r->part[member];
  double reached;
  assert(member < r->c->n_members && !r->is_over);
  if (!couple_inputs_set(&r->in, member, size, target, r->has_stepped))
    return false;
  if (r->run->enter_step) r->run->enter_step(r->run->context);
  r->result->inside = p->member->name;
  bool good = couple_part_step(p, time, size, &reached);
  r->result->inside = NULL;
  if (r->run->leave_step) r->run->leave_step(r->run->context);
  if (good && p->has_ended) {
    r->result->ended_by = p->member->name;
    r->is_over = true;
  }
  return good;
}

/* All members; `target`: values at the end that are guessed; NULL: none. */
static bool run_members(Runner *r, double time, double size,
                        const double *target)
{
  const Couple *c = r->c;
  bool is_sequential = r->run->is_sequential && !target;
  for (int m = 0; m < c->n_members; m++) r->has_stepped[m] = target != NULL;
  for (int k = 0; k < c->n_members && !r->is_over; k++) {
    int m = r->run->is_sequential ? r->x.order.member[k] : k;
    if (!run_member(r, m, time, size, is_sequential ? r->x.y : target))
      return false;
    if (r->is_over || !is_sequential) continue;
    if (!couple_exchange_read(&r->x, m, time + size)) return false;
    r->has_stepped[m] = true;
  }
  return true;
}

static bool run_save(Runner *r, double time)
{
  for (int m = 0; m < r->c->n_members; m++) {
    if (!couple_part_save(&r->part[m], time)) return false;
  }
  return true;
}

static bool run_restore(Runner *r, double time)
{
  for (int m = 0; m < r->c->n_members; m++) {
    if (!couple_part_restore(&r->part[m], time)) return false;
  }
  couple_exchange_forget(&r->x);
  return true;
}

/* How far the outputs are from what the inputs were made of, in their sizes. */
static double run_distance(const Runner *r, const double *guess)
{
  double worst = 0;
  assert(guess);
  for (int i = 0; i < r->c->n_outputs; i++) {
    const CoupleOutput *o = &r->c->output[i];
    if (!o->is_continuous) continue;
    double size = fmax(o->nominal, fmax(r->most[i], fabs(r->x.y[i])));
    double distance = fabs(r->x.y[i] - guess[i]) / size;
    if (!(distance <= worst)) worst = distance;
  }
  return worst;
}

static bool run_account(Runner *r, double time, double size)
{
  for (int m = 0; r->n_energies > 0 && m < r->c->n_members; m++) {
    if (!couple_exchange_read(&r->x, m, time + size)) return false;
  }
  couple_energy_step(r->c, r->energy, r->n_energies, r->x.y, r->in.end, size);
  return true;
}

/* The energies of a step that is made again do not count. */
static void run_copy_energies(const Runner *r, CoupleEnergy *to,
                              const CoupleEnergy *from)
{
  if (r->n_energies > 0) memcpy(to, from, (size_t)r->n_energies * sizeof to[0]);
}

/* Again and again, until outputs at the end are those that inputs went to. */
static bool run_repeat(Runner *r, double time, double size, int most)
{
  size_t bytes = (size_t)r->c->n_outputs * sizeof(double);
  double distance = run_distance(r, r->in.predicted);
  memcpy(r->target, r->x.y, bytes);
  for (int k = 1; k < most && distance > run_agreement; k++) {
    r->result->repeated++;
    if (!run_restore(r, time) || !run_members(r, time, size, r->target))
      return false;
    if (r->is_over) return true;
    run_copy_energies(r, r->energy, r->kept);
    if (!run_account(r, time, size) ||
        !couple_loop_exchange(&r->x, time + size))
      return false;
    distance = run_distance(r, r->target);
    memcpy(r->target, r->x.y, bytes);
  }
  return true;
}

/* The step and what follows from it; *error: of the inputs. */
static bool run_step(Runner *r, double time, double size, double *error)
{
  assert(size > 0);
  couple_inputs_predict(&r->in, size);
  run_copy_energies(r, r->kept, r->energy);
  /* the first steps have no values before them to go on from */
  bool is_start = r->can_save && couple_inputs_order(&r->in) < r->in.order;
  int most = r->run->iterations;
  if (is_start && most < RUN_FIRST_REPETITIONS) most = RUN_FIRST_REPETITIONS;
  if ((r->saves || most > 1) && !run_save(r, time)) return false;
  if (!run_members(r, time, size, NULL)) return false;
  if (r->is_over) return true;
  if (!run_account(r, time, size) || !couple_loop_exchange(&r->x, time + size))
    return false;
  *error = run_distance(r, r->in.predicted);
  return most <= 1 || run_repeat(r, time, size, most);
}

/* --- all steps --- */

static bool run_stops(Runner *r)
{
  const CoupleRun *run = r->run;
  r->result->interrupted = run->stop_now && run->stop_now(run->context);
  return r->result->interrupted || r->is_over;
}

static bool run_finish_step(Runner *r, double next, double size)
{
  CoupleResult *result = r->result;
  result->steps++;
  result->shortest = fmin(result->shortest, size);
  result->longest = fmax(result->longest, size);
  if (!run_settle(r, next)) return false;
  run_arrive(r, next);
  return run_hand_out(r, next);
}

static bool run_fixed(Runner *r)
{
  const CoupleRun *run = r->run;
  double time = run->start, error;
  long n = (long)ceil((run->stop - run->start) / run->step * (1 - 1e-12));
  for (long k = 1; k <= n && !run_stops(r); k++) {
    double next = k == n ? run->stop : run->start + (double)k * run->step;
    if (!run_step(r, time, next - time, &error)) return false;
    if (r->is_over) return true;
    if (!run_finish_step(r, next, next - time)) return false;
    time = next;
  }
  return true;
}

static double run_next_size(const Runner *r, double size, double error)
{
  int order = couple_inputs_order(&r->in);
  double factor = run_grows;
  if (error > 0)
    factor = run_safety * pow(r->run->accuracy / error, 1.0 / (order + 1));
  factor = fmin(run_grows, fmax(run_shrinks, factor));
  return fmin(r->run->step, size * factor);
}

static bool run_adaptive(Runner *r)
{
  const CoupleRun *run = r->run;
  double time = run->start, size = run_first * run->step;
  double least = run_shortest * run->step;
  while (time < run->stop && !run_stops(r)) {
    double left = run->stop - time, error;
    /* no crumb is left at the end */
    double now = size >= left * (1 - 1e-9) ? left
                 : 2 * size > left         ? left / 2
                                           : size;
    if (!run_step(r, time, now, &error)) return false;
    if (r->is_over) return true;
    size = run_next_size(r, now, error);
    if (error > run->accuracy && r->saves && now > least) {
      r->result->rejected++;
      run_copy_energies(r, r->energy, r->kept);
      size = fmax(size, least);
      if (!run_restore(r, time)) return false;
      continue;
    }
    size = fmax(size, least);
    double next = now == left ? run->stop : time + now;
    if (!run_finish_step(r, next, now)) return false;
    time = next;
  }
  return true;
}

static bool run_through(Runner *r)
{
  if (!run_can(r) || !run_initialize(r)) return false;
  run_arrive(r, r->run->start);
  if (!run_hand_out(r, r->run->start)) return false;
  return r->run->accuracy > 0 ? run_adaptive(r) : run_fixed(r);
}

/* --- the whole --- */

static void run_make(Runner *r)
{
  const Couple *c = r->c;
  const CoupleRun *run = r->run;
  Arena *arena = r->s->session_arena;
  size_t n = (size_t)c->n_outputs, m = (size_t)run->n_columns;
  r->part = arena_array(arena, (size_t)c->n_members, sizeof r->part[0]);
  r->has_stepped = arena_array(arena, (size_t)c->n_members, sizeof(bool));
  r->target = arena_array(arena, n, sizeof(double));
  r->most = arena_array(arena, n, sizeof(double));
  r->variable = arena_array(arena, m, sizeof(int));
  r->values.number = arena_array(arena, m, sizeof(double));
  r->values.text = arena_array(arena, m, sizeof(char *));
  for (int i = 0; i < run->n_columns; i++)
    r->variable[i] = run->column[i].variable;
}

static bool run_begin_parts(Runner *r, int *n)
{
  for (*n = 0; *n < r->c->n_members;) {
    int m = (*n)++;
    r->result->inside = r->c->member[m].name;
    if (!couple_part_begin(r->s, &r->c->member[m], r->run->printed,
                           &r->part[m]))
      return false;
  }
  r->result->inside = NULL;
  int order = r->run->extrapolation;
  if (r->run->iterations > 1 && order == 0) order = 1;
  r->x = couple_exchange_begin(r->s, r->c, r->part);
  r->in = couple_inputs_begin(&r->x, order);
  r->energy = couple_energy_find(r->s, r->c, &r->n_energies);
  r->kept = arena_array(r->s->session_arena, (size_t)r->n_energies,
                        sizeof r->kept[0]);
  r->result->n_loops = r->x.order.n_loops;
  r->result->energy = r->energy;
  r->result->n_energies = r->n_energies;
  return true;
}

static void run_report_surroundings(Session *s, const Couple *c,
                                    const Surroundings *kept)
{
  const char *changed = surroundings_restore(s->session_arena, kept);
  if (changed)
    diagnostic_file_warning(s, c->ssp->path, W601,
                            "an FMU has changed what belongs to this program "
                            "too, and was set back: %s",
                            changed);
}

bool couple_run(Session *s, const Couple *c, const CoupleRun *run,
                CoupleResult *result)
{
  assert(run->stop >= run->start && run->step > 0 && run->iterations >= 1);
  *result = (CoupleResult){.end = run->start, .shortest = INFINITY};
  Runner r = {.s = s, .c = c, .run = run, .result = result};
  Surroundings kept;
  int n = 0;
  run_make(&r);
  surroundings_keep(&kept);
  CrashWatch *watch = crash_watch_begin(
      s->ward != NULL, (CrashRescue){run->rescue, run->context});
  double begin = clock_now();
  bool good = run_begin_parts(&r, &n) && run_through(&r);
  for (int m = 0; m < n; m++) {
    CouplePart *p = &r.part[m];
    if (good && !p->has_ended) good = couple_part_terminate(p, result->end);
    if (good) couple_part_report(p);
    couple_part_end(p);
  }
  couple_energy_judge(s, c, r.energy, r.n_energies);
  run_report_surroundings(s, c, &kept);
  result->wall_seconds = clock_now() - begin;
  result->loop_solutions = r.x.n_loop_solutions;
  result->newton_steps = r.x.n_newton_steps;
  result->last = r.values.number;
  crash_watch_end(watch);
  return good;
}
