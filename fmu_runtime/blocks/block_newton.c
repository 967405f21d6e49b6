/* block_newton.c: from which values the iteration begins, in which ways, and
 * which of the solutions counts. */
#include "block_newton.h"
#include "../core/instance.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "block_chord.h"
#include "block_damped.h"
#include "block_double.h"
#include "block_follow.h"
#include "block_global.h"
#include "block_guess.h"
#include "block_iterate.h"
#include "block_meeting.h"
#include "block_natural.h"
#include "block_note.h"
#include "block_open.h"
#include "block_walk.h"
#include "block_work.h"
#include <math.h>
#include <stdbool.h>

static void note_newton_failure(ModelValues *v, const Block *block,
                                const BlockWork *w, NewtonEnd end, int column)
{
  Instance *inst = v->instance;
  LogCategory category = LOG_NONLINEAR_SYSTEMS;
  char room[REFERENCE_NAME_SIZE];
  switch (end) {
  case NEWTON_SINGULAR:
    block_note(inst, category, block, w->residual,
               "the nonlinear equations do not determine %s here "
               "(singular Jacobian)",
               reference_name_of(inst->model, block, w->column[column], room));
    return;
  case NEWTON_NOT_FINITE:
    block_note(inst, category, block, w->residual,
               "the nonlinear equations give a value that is not a "
               "finite number");
    return;
  case NEWTON_TOO_LARGE:
    block_note(inst, category, block, w->residual,
               "the factors of the Jacobian have too many entries");
    return;
  case NEWTON_STUCK:
    block_note(inst, category, block, w->residual,
               "no solution of the nonlinear equations near the "
               "values given (no step makes the residual smaller)");
    return;
  case NEWTON_SLOW:
  case NEWTON_SOLVED:
  case NEWTON_ROUNDED:
    block_note(inst, category, block, w->residual,
               "no solution of the nonlinear equations within %d "
               "iterations",
               NEWTON_MOST_ITERATIONS);
    return;
  }
}

/* The solution that was found last, with its factors. */
static void note_solution(Instance *inst, const Block *block,
                          const BlockWork *w, const NewtonCourse *course)
{
  block_guess_note_sign(inst, block, course->sign);
  if (!block_track_counts(inst, block)) return;
  double size = course->sign == 0 ? 0 : block_linear_determinant_size(block, w);
  block_track_note(inst, block, course->sign, size);
}

/* Inner unknowns that follow from each other in a long row may have lost
 * digits on the way. All unknowns together are corrected once more then. */
static void correct_all_once_more(ModelValues *v, const Block *block,
                                  BlockWork *w, NewtonCourse *course)
{
  RUNTIME_ASSERT(block->n_torn > 0);
  NewtonCourse again;
  NewtonWay plain = {.bounded = false};
  block_linear_save(v, block, w, w->torn);
  if (block_iterate_is_solved(block_iterate(v, block, w, plain, &again))) {
    course->sign = again.sign; /* of the factors that there are now */
    return;
  }
  course->sign = 0;
  block_linear_restore(v, block, w, w->torn);
}

/* How far the solution at hand is from the guess, in units of the unknowns at
 * the guess or of their nominal values. */
static double distance_from_guess(const ModelValues *v, const Block *block,
                                  const BlockWork *w)
{
  double most = 0;
  for (int j = 0; j < block->n; j++) {
    int c = w->column[j];
    double unit = fmax(fabs(w->guess[j]), block->nominal[c]);
    most = fmax(most, fabs(v->real[block->unknown[c]] - w->guess[j]) / unit);
  }
  return most;
}

/* Is the first step from the guess as straight as one must be that leads to the
 * nearest solution (Kantorovich)? At halves of it, down to the size of the
 * unknowns, what is left to correct is compared with what should be. */
static bool first_step_is_straight(ModelValues *v, const Block *block,
                                   BlockWork *w, bool torn)
{
  int column;
  block_linear_restore(v, block, w, w->guess);
  if (torn) block->inner(v);
  block->residual(v, w->residual);
  if (block_linear_factor(v, block, w, &column) != FACTOR_DONE) return false;
  block_linear_backsolve(block, w, w->residual, w->step);
  block_linear_save(v, block, w, w->base);
  double size = block_linear_step_size(v, block, w, w->step);
  for (double part = 0.5; part * size > NEAREST_CLOSE; part /= 2) {
    block_linear_move(v, block, w, part, torn);
    block->residual(v, w->trial);
    block_linear_backsolve(block, w, w->trial, w->trial);
    for (int j = 0; j < block->n; j++) w->trial[j] -= (1 - part) * w->step[j];
    block_linear_restore(v, block, w, w->base);
    double bend = block_linear_step_size(v, block, w, w->trial);
    if (!(bend <= NEAREST_BEND * part * part * size)) return false;
  }
  return true;
}

/* In initialization a step that is many times as long as the unknowns are large
 * may have passed a solution: cos(x) = y + 1/2, y = sin(x)/100 begins at x = 0
 * with one of 50. From the guess once more, with a first step as long as the
 * unknowns are large; each one may be twice as long as the one before. What is
 * much nearer to the guess is taken. */
static void look_nearer(ModelValues *v, const Block *block, BlockWork *w,
                        bool torn, NewtonCourse *course)
{
  RUNTIME_ASSERT(course->longest > 0);
  double far = distance_from_guess(v, block, w);
  if (far <= NEAREST_CLOSE) return;
  NewtonCourse nearer;
  block_linear_save(v, block, w, w->torn);
  bool is_nearest =
      course->contracts && first_step_is_straight(v, block, w, torn);
  for (int k = torn ? 0 : 1; k < 2 && !is_nearest; k++) {
    NewtonWay way = {.torn = k == 0, .longest = 1};
    block_linear_restore(v, block, w, w->guess);
    NewtonEnd end = block_iterate(v, block, w, way, &nearer);
    if (block_iterate_is_solved(end) &&
        distance_from_guess(v, block, w) <= NEAREST_PART * far) {
      *course = nearer;
      return;
    }
  }
  NewtonWay plain = {.bounded = false};
  block_linear_restore(v, block, w, w->torn);
  block_iterate(v, block, w, plain, course);
}

/* From the values given, in each way that makes sense. */
static NewtonEnd try_ways(ModelValues *v, const Block *block, BlockWork *w,
                          NewtonCourse *course)
{
  bool has_bounds = block->minimum || block->maximum;
  bool kept = !v->initial && block_chord_may_begin(block, w);
  NewtonEnd end = NEWTON_STUCK;
  for (int k = block->n_torn > 0 ? 0 : 2; k < 4; k++) {
    NewtonWay way = {.bounded = k % 2 == 0, .torn = k < 2, .kept = kept};
    if (way.bounded && !has_bounds) continue;
    kept = false;
    block_linear_restore(v, block, w, w->guess);
    end = block_iterate(v, block, w, way, course);
    if (end == NEWTON_ROUNDED && way.torn) {
      correct_all_once_more(v, block, w, course);
    }
    if (block_iterate_is_solved(end)) {
      bool doubts = v->initial && course->longest > NEAREST_LONG;
      if (doubts) look_nearer(v, block, w, way.torn, course);
      return end;
    }
    if (end != NEWTON_NOT_FINITE) block_work_note_nearest(v, block, w);
  }
  return end;
}

/* From the values in v->real, which stay in w->guess. */
static NewtonEnd solve_from_here(ModelValues *v, const Block *block,
                                 BlockWork *w, NewtonCourse *course)
{
  block_linear_save(v, block, w, w->guess);
  return try_ways(v, block, w, course);
}

bool block_newton_from_here(ModelValues *v, const Block *block, BlockWork *w)
{
  NewtonCourse course;
  w->column = w->identity;
  if (!block_iterate_is_solved(solve_from_here(v, block, w, &course)))
    return false;
  note_solution(v->instance, block, w, &course);
  return true;
}

void block_first(ModelValues *v, int reference, double value)
{
  RUNTIME_ASSERT(reference >= 0);
  Instance *inst = v->instance;
  if (isfinite(value) && !inst->keep[reference]) v->real[reference] = value;
}

/* In initialization, where guesses are far, and nothing else has helped: by
 * corrections that shrink, in place of residuals. From the values in w->guess,
 * where the last attempt began. */
static bool solve_naturally(ModelValues *v, const Block *block, BlockWork *w)
{
  NewtonWay plain = {.bounded = false};
  NewtonCourse course;
  if (!v->initial) return false;
  for (int torn = block->n_torn > 0; torn >= 0; torn--) {
    block_linear_restore(v, block, w, w->guess);
    bool near = block_natural_approach(v, block, w, torn);
    if (!near) continue;
    if (!block_iterate_is_solved(block_iterate(v, block, w, plain, &course)))
      continue;
    note_solution(v->instance, block, w, &course);
    return true;
  }
  return false;
}

/* A little, and another part for each neighbour. */
static void move_beside(ModelValues *v, const Block *block, const BlockWork *w)
{
  for (int j = 0; j < block->n; j++) {
    double part = 1 - NEWTON_BESIDE_CHANGE * (j % NEWTON_BESIDE_ROUND);
    v->real[block->unknown[w->column[j]]] +=
        NEWTON_BESIDE * part * block->nominal[w->column[j]];
  }
}

/* From where the Jacobian is nearly singular its first step says little about
 * how far the solution is: cos(x) = 0 beside x = 0. It is as long as the
 * unknowns are large, and the next ones grow. False: the unknowns are as given.
 */
static bool solve_near_singular(ModelValues *v, const Block *block,
                                BlockWork *w)
{
  NewtonWay way = {.bounded = true, .longest = NEWTON_BESIDE_LONGEST};
  NewtonCourse course;
  block_linear_save(v, block, w, w->torn);
  if (block_iterate_is_solved(block_iterate(v, block, w, way, &course))) {
    note_solution(v->instance, block, w, &course);
    return true;
  }
  block_linear_restore(v, block, w, w->torn);
  return false;
}

/* In initialization, where guesses are round numbers, and in events, where
 * they were found for other equations: from a point beside one at which a
 * residual or derivative does not exist, or the equations do not determine
 * their unknowns. */
static bool solve_beside(ModelValues *v, const Block *block, BlockWork *w,
                         NewtonEnd end)
{
  NewtonCourse course;
  bool is_odd = end == NEWTON_NOT_FINITE || end == NEWTON_SINGULAR;
  if (!is_odd || !block_guess_may_jump(v->instance)) return false;
  block_linear_restore(v, block, w, w->guess);
  move_beside(v, block, w);
  if (end == NEWTON_SINGULAR && solve_near_singular(v, block, w)) return true;
  return block_iterate_is_solved(solve_from_here(v, block, w, &course));
}

/* What start values say about the unknowns that have none. */
static void take_first(ModelValues *v, const Block *block)
{
  Instance *inst = v->instance;
  bool failed = inst->function_failed; /* what fails on trial does not count */
  block->first(v);
  inst->function_failed = failed;
}

/* At the beginning of initialization: from what start values say about the
 * unknowns that have none. False: the unknowns are as given. */
static bool solve_from_starts(ModelValues *v, const Block *block, BlockWork *w,
                              NewtonCourse *course)
{
  Instance *inst = v->instance;
  if (!block->first || !inst->is_beginning) return false;
  take_first(v, block);
  NewtonEnd end = solve_from_here(v, block, w, course);
  if (block_iterate_is_solved(end)) return true;
  course->sign = 0;
  if (solve_beside(v, block, w, end)) return true;
  block_linear_restore(v, block, w, w->given);
  return false;
}

/* By the sum of squares, which falls where equations depend on each other,
 * too. From what start values say, then from the values in w->guess. */
static bool solve_damped(ModelValues *v, const Block *block, BlockWork *w)
{
  NewtonWay plain = {.bounded = false};
  NewtonCourse course;
  const Instance *inst = v->instance;
  for (int k = inst->is_beginning && block->first ? 0 : 1; k < 2; k++) {
    block_linear_restore(v, block, w, k == 0 ? w->given : w->guess);
    if (k == 0) take_first(v, block);
    move_beside(v, block, w);
    if (!block_damped_approach(v, block, w)) continue;
    if (!block_iterate_is_solved(block_iterate(v, block, w, plain, &course)))
      continue;
    note_solution(v->instance, block, w, &course);
    return true;
  }
  return false;
}

/* In initialization, where nothing else has helped. */
static bool solve_from_afar(ModelValues *v, const Block *block, BlockWork *w)
{
  const Instance *inst = v->instance;
  NewtonCourse course;
  if (!v->initial || inst->afar == AFAR_NOT) return false;
  if (inst->afar == AFAR_DAMPED) return solve_damped(v, block, w);
  if (!block_guess_afar(v, block, w, inst->afar)) return false;
  if (!block_iterate_is_solved(solve_from_here(v, block, w, &course)))
    return false;
  note_solution(v->instance, block, w, &course);
  return true;
}

static bool solve_by_fall_back(ModelValues *v, const Block *block, BlockWork *w)
{
  NewtonWay plain = {.bounded = false};
  NewtonCourse course;
  Instance *inst = v->instance;
  if (!block->fall_back) return false;
  block_linear_restore(v, block, w, w->guess);
  if (block->fall_back(v, block) != 0 ||
      !block_iterate_is_solved(block_iterate(v, block, w, plain, &course))) {
    return false;
  }
  w->statistics->fallen_back++;
  logging_write(&inst->logger, STATUS_OK, LOG_NONLINEAR_SYSTEMS,
                "at time %.12g nonlinear block %d is solved by KINSOL, where "
                "Newton's method has found no solution; %.300s",
                instance_time(inst), block->number, block->equation[0]);
  note_solution(inst, block, w, &course);
  return true;
}

/* A solution that is not near the guess. */
static bool solve_far_away(ModelValues *v, const Block *block, BlockWork *w)
{
  Instance *inst = v->instance;
  NewtonWay plain = {.bounded = false};
  NewtonCourse course;
  if (inst->near_only || !block_guess_may_jump(inst)) return false;
  for (int uphill = 0; uphill < 2; uphill++) {
    block_linear_restore(v, block, w, w->guess);
    if (!block_global_approach(v, block, w, uphill)) continue;
    if (!block_iterate_is_solved(block_iterate(v, block, w, plain, &course)))
      continue;
    note_solution(inst, block, w, &course);
    block_guess_jumped(inst, block);
    return true;
  }
  return false;
}

/* By other means than Newton's method from the guess, which ended so. */
static bool solve_elsewhere(ModelValues *v, const Block *block, BlockWork *w,
                            NewtonEnd end)
{
  return solve_by_fall_back(v, block, w) || solve_far_away(v, block, w) ||
         solve_beside(v, block, w, end) || solve_naturally(v, block, w) ||
         solve_from_afar(v, block, w);
}

/* Has the determinant another sign than at the last solution? */
static bool changes_sign(const Instance *inst, const Block *block,
                         const NewtonCourse *course)
{
  return block_guess_sign(inst, block) * course->sign < 0;
}

/* Is the solution that was found the one that the last one leads to? Between
 * two that are known it may hardly count what an unknown is (a node between
 * diodes that all block). */
static bool stays_near(ModelValues *v, const Block *block, BlockWork *w,
                       const NewtonCourse *course)
{
  bool rests = block_track_rests(v->instance, block);
  if (!rests && changes_sign(v->instance, block, course)) return false;
  if (block_guess_is_far(v->instance, block)) return false;
  if (course->contracts || block_guess_looks_back(v->instance)) return true;
  for (int j = 0; j < block->n; j++) {
    w->trial[j] = v->real[block->unknown[w->column[j]]] - w->guess[j];
  }
  return block_linear_step_size(v, block, w, w->trial) <= NEWTON_CLOSE;
}

/* From the last solution, along its branch. */
static bool solve_along_path(ModelValues *v, const Block *block, BlockWork *w)
{
  NewtonWay plain = {.bounded = false};
  NewtonCourse course;
  Instance *inst = v->instance;
  block_guess_return(inst, block);
  if (!block_follow_path(v, block, w, block_guess_sign(inst, block)) ||
      !block_iterate_is_solved(block_iterate(v, block, w, plain, &course)) ||
      block_guess_is_far(inst, block)) {
    return false;
  }
  note_solution(inst, block, w, &course);
  return true;
}

/* Nothing is left but to fail. The values that are quoted are those in
 * w->torn. At the beginning of initialization the first values stay, for the
 * next guess of the relations. */
static int fail_newton(ModelValues *v, const Block *block, BlockWork *w,
                       NewtonEnd end, const NewtonCourse *course)
{
  RUNTIME_ASSERT(!block_iterate_is_solved(end) || course);
  block_linear_restore(v, block, w, w->torn);
  block->residual(v, w->residual);
  if (block_iterate_is_solved(end)) {
    block_note(v->instance, LOG_NONLINEAR_SYSTEMS, block, w->residual,
               "the solution that was followed ends here, and the "
               "next one is not near");
  } else {
    note_newton_failure(v, block, w, end, course->column);
  }
  block_linear_restore(v, block, w, w->given);
  Instance *inst = v->instance;
  bool is_afar = v->initial && block_guess_afar(v, block, w, inst->afar);
  if (v->initial) inst->afar_counts = is_afar;
  if (inst->is_beginning && block->first && !is_afar) block->first(v);
  return 1;
}

/* Is no other solution nearly as near to the guess? */
static bool is_the_only_near(const Instance *inst, const Block *block,
                             const BlockWork *w, const NewtonCourse *course)
{
  if (!course->contracts) return false;
  if (course->second <= TRACK_CONTRACTS * course->first) return true;
  if (course->sign == 0) return false;
  return block_walk_is_rounding(inst, block, course->second,
                                block_linear_determinant_size(block, w));
}

/* A point on the way along a branch (block_walk.h): from the guess, and no
 * other solution than the nearest. Where branches meet Newton's method does not
 * contract, and the Jacobian may be singular. Nothing beyond the loop is
 * evaluated. */
static int solve_on_track(ModelValues *v, const Block *block, BlockWork *w)
{
  NewtonWay quick = {.quick = true}, plain = {.bounded = false};
  NewtonCourse course;
  block_linear_save(v, block, w, w->guess);
  NewtonEnd end = block_iterate(v, block, w, quick, &course);
  TrackVisit visit = block_iterate_is_solved(end) &&
                             is_the_only_near(v->instance, block, w, &course)
                         ? TRACK_SOLVED
                         : TRACK_UNSOLVED;
  if (visit == TRACK_UNSOLVED && block_walk_is_near(v->instance, block)) {
    block_linear_restore(v, block, w, w->guess);
    end = block_iterate(v, block, w, plain, &course);
    bool is_double = end == NEWTON_SINGULAR &&
                     block_iterate_is_rounding(block, w, w->residual);
    if (block_iterate_is_solved(end)) visit = TRACK_NEARLY;
    if (is_double) visit = TRACK_DOUBLE;
  }
  if (course.floats) visit = TRACK_FLOATS;
  bool has_factors = visit == TRACK_SOLVED || visit == TRACK_NEARLY;
  if (has_factors && course.sign == 0) visit = TRACK_DOUBLE;
  double size = has_factors && course.sign != 0
                    ? block_linear_determinant_size(block, w)
                    : 0;
  block_walk_found(v->instance, block, visit, course.sign, size);
  return 1;
}

/* Branches meet, and none goes on smoothly from the one that was followed. Both
 * solutions are named, where they are known. */
static int fail_at_branches(ModelValues *v, const Block *block, BlockWork *w,
                            const char *why, const double *one,
                            const double *other)
{
  RUNTIME_ASSERT(!one == !other);
  char both[300] = "";
  LogText text = {both, sizeof both, 0};
  if (one) {
    logging_append(&text, ": ");
    block_meeting_append(v->instance, block, one, other, &text);
  }
  block->residual(v, w->residual);
  block_note(v->instance, LOG_NONLINEAR_SYSTEMS, block, w->residual, "%s%s",
             why, both);
  block_linear_restore(v, block, w, w->given);
  return 1;
}

/* Are the unknowns where they are in w->torn? */
static bool is_as_found(const ModelValues *v, const Block *block, BlockWork *w)
{
  for (int j = 0; j < block->n; j++) {
    w->trial[j] = v->real[block->unknown[w->column[j]]] - w->torn[j];
  }
  return block_linear_step_size(v, block, w, w->trial) <= TRACK_SAME;
}

/* The solution in w->torn may belong to another branch. True: *result is that of
 * the block. False: as *end says. */
static bool decide_by_track(ModelValues *v, const Block *block, BlockWork *w,
                            const TrackPoint *doubted, TrackEnd *ended,
                            int *result)
{
  Instance *inst = v->instance;
  if (!block_track_may(inst, block)) return false;
  TrackEnd end = *ended = block_walk_go(v, block, w, doubted);
  if (end == TRACK_ENDED || end == TRACK_LOST) return false;
  /* A node that floats has many solutions. In Model Exchange the last solution
   * can be held until the importer comes to event mode. */
  bool can_wait = doubted->sign != 0 || inst->type == MODEL_EXCHANGE;
  if (end == TRACK_UNDECIDED && can_wait) return false;
  const BlockTrack *t = block_track_of(inst);
  if (end == TRACK_UNDECIDED) {
    bool is_known = t->state->met.n_known == 2;
    *result = fail_at_branches(
        v, block, w,
        "two solutions of the nonlinear equations meet on the way here, and "
        "none of them continues the one that was followed smoothly",
        is_known ? t->met[0] : NULL, is_known ? t->met[1] : NULL);
    return true;
  }
  if (inst->implicit && !is_as_found(v, block, w)) {
    *result = fail_at_branches(
        v, block, w,
        "the integrator has come to another solution of the nonlinear "
        "equations than the one that was followed",
        w->torn, t->last);
    return true;
  }
  const TrackPoint *found = &t->state->found;
  block_guess_note_sign(inst, block, found->sign);
  block_track_note(inst, block, found->sign, found->size);
  block_meeting_take(inst, block);
  *result = 0;
  return true;
}

/* While integrating: `end` of an iteration that found no solution, or one that
 * may belong to another branch, which is in w->torn. A constraint goes on to
 * the other side of a place where it is singular; what depends on its unknowns
 * cannot be known there. has_ended: the branch does not lead here. */
static int solve_on_branch(ModelValues *v, const Block *block, BlockWork *w,
                           NewtonEnd end, const NewtonCourse *course,
                           bool has_ended)
{
  Instance *inst = v->instance;
  if (block->is_constraint && block_iterate_is_solved(end) &&
      changes_sign(inst, block, course)) {
    return fail_newton(v, block, w, end, course);
  }
  if (!has_ended && solve_along_path(v, block, w)) return 0;
  if (!block_guess_may_jump(inst)) {
    if (block_guess_hold(inst, block)) return 0;
    return fail_newton(v, block, w, end, course);
  }
  if (block_iterate_is_solved(end)) {
    block_linear_restore(v, block, w, w->torn);
    block_guess_note_sign(inst, block, course->sign);
    block_track_note(inst, block, 0, 0);
  } else if (!solve_elsewhere(v, block, w, end)) {
    return fail_newton(v, block, w, end, course);
  }
  block_guess_jumped(inst, block);
  return 0;
}

/* Does it make sense to follow the branch, if the iteration ended so? */
static bool is_worth_a_track(const Instance *inst, NewtonEnd end)
{
  return block_iterate_is_solved(end) || end == NEWTON_SINGULAR ||
         block_track_is_old(inst);
}

/* The solution of an iteration. */
static bool block_newton_doubts(Instance *inst, const Block *block,
                                BlockWork *w, NewtonCourse *course)
{
  const double *guess = course->rate > TRACK_DOUBTED ? w->guess : NULL;
  if (!block_track_counts(inst, block)) return false;
  if (block_track_rests(inst, block)) return false;
  course->size =
      course->sign == 0 ? 0 : block_linear_determinant_size(block, w);
  return block_track_doubts(inst, block, guess, course->sign, course->size);
}

/* On the way along the branch of another block: from the values on that way. */
static int solve_beside_track(ModelValues *v, const Block *block, BlockWork *w)
{
  NewtonCourse course;
  return !block_iterate_is_solved(solve_from_here(v, block, w, &course));
}

/* Something opens at events, and where relations are taken otherwise. In between
 * a singular Jacobian says that the step went too far, unless something was open
 * at the last point. */
static bool block_newton_may_open(const Instance *inst, const Block *block)
{
  return inst->stale & STALE_RELATIONS || !block_guess_follows(inst, block) ||
         block_guess_sign(inst, block) == 0 || !block_guess_has_branches(inst);
}

/* Is something open, and rounding hides it? A factor that is zero may be
 * something else by rounding, and the determinant has any sign. */
static bool is_open_but_for_rounding(const Instance *inst, const Block *block,
                                     const BlockWork *w,
                                     const NewtonCourse *course)
{
  if (!block->may_open || course->sign == 0) return false;
  if (!block_guess_follows(inst, block)) return false;
  return block_newton_may_open(inst, block) &&
         block_track_counts(inst, block) &&
         block_track_is_nothing(inst, block,
                                block_linear_determinant_size(block, w));
}

/* Rounding may have taken a double root away (block_double.h). Where the
 * Jacobian is singular at the guess itself the iteration begins beside it.
 * At the start only where all else has failed (initialize.c).
 * False: the unknowns are as given. */
static bool solve_at_double_root(ModelValues *v, const Block *block,
                                 BlockWork *w, NewtonEnd end)
{
  NewtonWay plain = {.bounded = false};
  NewtonCourse course;
  Instance *inst = v->instance;
  if (v->initial && !inst->takes_double) return false;
  block_linear_save(v, block, w, w->torn);
  if (end == NEWTON_SINGULAR) {
    block_linear_restore(v, block, w, w->guess);
    move_beside(v, block, w);
    end = block_iterate(v, block, w, plain, &course);
  }
  bool is_near = end == NEWTON_STUCK || block_iterate_is_solved(end);
  if (is_near && block_double_settle(v, block, w)) {
    logging_write(&inst->logger, STATUS_OK, LOG_NONLINEAR_SYSTEMS,
                  "at time %.12g the solutions of nonlinear block %d are one "
                  "but for rounding: the values at which its equations hold "
                  "best are taken; %.300s",
                  instance_time(inst), block->number, block->equation[0]);
    block_guess_note_sign(inst, block, 0);
    block_track_note(inst, block, 0, 0);
    return true;
  }
  block_linear_restore(v, block, w, w->torn);
  return false;
}

int block_newton_solve(ModelValues *v, const Block *block, BlockWork *w)
{
  RUNTIME_ASSERT(!block->linear && block->set == 0);
  RUNTIME_ASSERT(v->instance && w->column);
  Instance *inst = v->instance;
  NewtonCourse course = {0};
  int result;
  TrackEnd ended = TRACK_NONE;
  if (block_track_walks(inst, block)) return solve_on_track(v, block, w);
  if (block_track_is_busy(inst)) return solve_beside_track(v, block, w);
  block_linear_save(v, block, w, w->given);
  block_work_forget_nearest(w);
  if (solve_from_starts(v, block, w, &course)) {
    note_solution(inst, block, w, &course);
    return 0;
  }
  block_guess_set(inst, block);
  NewtonEnd end = solve_from_here(v, block, w, &course);
  if (end == NEWTON_SINGULAR &&
      ((block_newton_may_open(inst, block) && block_open_solve(v, block, w)) ||
       block_open_rests(v, block, w))) {
    block_guess_note_sign(inst, block, 0);
    block_track_note(inst, block, 0, 0);
    return 0;
  }
  if (block_iterate_is_solved(end) &&
      is_open_but_for_rounding(inst, block, w, &course)) {
    course.sign = 0;
  }
  bool failed = !block_iterate_is_solved(end);
  if (failed && solve_at_double_root(v, block, w, end)) return 0;
  bool follows = block_guess_follows(inst, block);
  bool is_near = block_iterate_is_solved(end) &&
                 (!follows || stays_near(v, block, w, &course));
  if (is_near && !block_newton_doubts(inst, block, w, &course)) {
    block_guess_note_sign(inst, block, course.sign);
    block_track_note(inst, block, course.sign, course.size);
    return 0;
  }
  block_linear_save(v, block, w, w->torn); /* not that of a search far away */
  TrackPoint doubted = {1, is_near ? course.sign : 0, course.size};
  if (is_worth_a_track(inst, end) &&
      decide_by_track(v, block, w, &doubted, &ended, &result)) {
    return result;
  }
  if (is_near) { /* nothing speaks against it */
    if (ended != TRACK_NONE) block_meeting_take(inst, block);
    block_guess_note_sign(inst, block, course.sign);
    block_track_note(inst, block, course.sign, course.size);
    return 0;
  }
  if (follows) {
    bool has_ended = ended == TRACK_ENDED || ended == TRACK_UNDECIDED;
    result = solve_on_branch(v, block, w, end, &course, has_ended);
    if (result == 0 && ended == TRACK_LOST) block_meeting_take(inst, block);
    return result;
  }
  if (solve_elsewhere(v, block, w, end)) return 0;
  return fail_newton(v, block, w, end, &course);
}
