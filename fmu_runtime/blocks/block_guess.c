/* block_guess.c: the last two accepted points of nonlinear blocks. */
#include "block_guess.h"
#include "../carry/state_fit.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include <math.h>
#include <string.h>

static bool has_guess(const Block *block)
{
  return !block->linear && block->set == 0;
}

static int block_guess_size(const Model *model)
{
  int n = 0;
  for (int k = 0; k < model->n_blocks; k++) {
    if (has_guess(&model->block[k])) n += model->block[k].n;
  }
  return n;
}

static void block_guess_number(Instance *inst)
{
  int n = 0;
  for (int k = 0; k < inst->model->n_blocks; k++) {
    block_guess_of(inst)->first[k] = n;
    if (has_guess(&inst->model->block[k])) n += inst->model->block[k].n;
  }
}

static void copy_unknowns(const Instance *inst, double *kept)
{
  const Model *m = inst->model;
  for (int k = 0; k < m->n_blocks; k++) {
    const Block *block = &m->block[k];
    for (int j = 0; has_guess(block) && j < block->n; j++) {
      *kept++ = inst->values.real[block->unknown[j]];
    }
  }
}

/* Whose branches count: those of nonlinear blocks. */
static size_t count_relations(const Instance *inst)
{
  return block_guess_of(inst)->n > 0 ? (size_t)inst->model->n_relations : 0;
}

/* The present values, signs and branches become those of the last point. */
static void copy_point(Instance *inst)
{
  size_t n_relations = count_relations(inst);
  const double *kept = block_guess_of(inst)->kept[0];
  double *size = block_guess_of(inst)->size;
  copy_unknowns(inst, block_guess_of(inst)->kept[0]);
  for (int k = 0; k < block_guess_of(inst)->n; k++) {
    size[k] = fmax(GUESS_FADING * size[k], fabs(kept[k]));
  }
  memcpy(block_guess_of(inst)->kept_sign, block_guess_of(inst)->sign,
         (size_t)inst->model->n_blocks);
  if (n_relations > 0) {
    memcpy(block_guess_of(inst)->relation, inst->values.relation, n_relations);
  }
}

/* The last point becomes the one before it. */
static void shift_points(Instance *inst, double now)
{
  RUNTIME_ASSERT(block_guess_of(inst)->state->n_points >= 0 &&
                 block_guess_of(inst)->state->n_points <= 2);
  GuessState *state = block_guess_of(inst)->state;
  memcpy(block_guess_of(inst)->kept[1], block_guess_of(inst)->kept[0],
         (size_t)block_guess_of(inst)->n * sizeof(double));
  state->reach = fmax(GUESS_FADING * state->reach, now - state->time[0]);
  state->time[1] = state->time[0];
  state->n_points = 2;
}

static void report_jump(Instance *inst, const Block *block)
{
  logging_write(&inst->logger, STATUS_OK, LOG_STATUS_WARNING,
                "at time %.12g the solution of nonlinear block %d jumps: the "
                "one that was followed has ceased to exist; %.300s",
                instance_time(inst), block->number, block->equation[0]);
}

/* Not in a step that was dropped for a shorter one. */
static bool has_jumped(const GuessState *state, double now)
{
  RUNTIME_ASSERT(state->jumped >= 0);
  return state->jumped && now >= state->jumped_time;
}

bool block_guess_is_at_kept(const Instance *inst)
{
  const GuessState *state = block_guess_of(inst)->state;
  return state->n_points > 0 && state->time[0] == instance_time(inst);
}

bool block_guess_keep(Instance *inst)
{
  GuessState *state = block_guess_of(inst)->state;
  double now = instance_time(inst);
  if (block_guess_of(inst)->n == 0 || inst->stale & STALE_VALUES) return false;
  if (inst->type == MODEL_EXCHANGE) return false;
  bool jumped = has_jumped(state, now);
  if (jumped) {
    state->n_points = 0;
    report_jump(inst, &inst->model->block[state->jumped - 1]);
  }
  state->jumped = 0;
  if (state->n_points > 0 && now > state->time[0]) {
    shift_points(inst, now);
  } else if (!block_guess_is_at_kept(inst)) {
    state->n_points = 1;
    state->reach = 0;
  }
  state->time[0] = now;
  copy_point(inst);
  return jumped;
}

/* Model Exchange: the last evaluation, and the last one before it in time. */
static void follow_evaluations(Instance *inst)
{
  GuessState *state = block_guess_of(inst)->state;
  double now = instance_time(inst);
  if (state->n_points > 0 && now > state->time[0]) shift_points(inst, now);
  if (state->n_points == 2 && now < state->time[1]) state->n_points = 1;
  if (state->n_points == 0) state->n_points = 1;
  state->time[0] = now;
  copy_point(inst);
}

void block_guess_begin(Instance *inst)
{
  block_guess_of(inst)->state->held = 0;
}

void block_guess_forget(Instance *inst)
{
  block_guess_of(inst)->state->n_points = 0;
  block_guess_of(inst)->state->jumped = 0;
  block_guess_of(inst)->state->evaluated = 0;
}

void block_guess_reset(Instance *inst)
{
  block_guess_forget(inst);
  for (int k = 0; k < block_guess_of(inst)->n; k++)
    block_guess_of(inst)->size[k] = 0;
}

void block_guess_evaluated(Instance *inst)
{
  block_guess_of(inst)->state->evaluated = 1;
  block_guess_of(inst)->state->evaluated_time = instance_time(inst);
  if (inst->type != MODEL_EXCHANGE || block_guess_of(inst)->n == 0) return;
  if (!block_guess_of(inst)->state->held) follow_evaluations(inst);
}

/* What the unknowns are expected to be a part of the last step further. */
static void extrapolate_unknowns(Instance *inst, const Block *block,
                                 double part)
{
  RUNTIME_ASSERT(has_guess(block) && block_guess_of(inst)->state->n_points > 0);
  int at = block_guess_of(inst)->first[block->store - 1];
  const double *last = block_guess_of(inst)->kept[0] + at;
  const double *before = block_guess_of(inst)->kept[1] + at;
  for (int j = 0; j < block->n; j++) {
    double x = last[j] + (part == 0 ? 0 : part * (last[j] - before[j]));
    inst->values.real[block->unknown[j]] = isfinite(x) ? x : last[j];
  }
}

bool block_guess_set(Instance *inst, const Block *block)
{
  const GuessState *state = block_guess_of(inst)->state;
  double now = instance_time(inst), part = 0;
  if (state->n_points == 0 || block->store == 0 || !has_guess(block)) {
    return false;
  }
  if (state->evaluated && now == state->evaluated_time) return false;
  if (inst->type == MODEL_EXCHANGE) {
    if (state->n_points < 2 || now > state->time[0]) return false;
    extrapolate_unknowns(inst, block, -1);
    return true;
  }
  if (state->n_points == 2) {
    part = (now - state->time[0]) / (state->time[0] - state->time[1]);
    if (!(fabs(part) <= GUESS_LONGEST)) part = 0;
  }
  extrapolate_unknowns(inst, block, part);
  return true;
}

/* --- branches ------------------------------------------------------------ */

static bool integrates(const Instance *inst)
{
  return inst->mode == MODE_CONTINUOUS || inst->mode == MODE_STEP_COMPLETE;
}

bool block_guess_follows(const Instance *inst, const Block *block)
{
  return !block->is_held && integrates(inst) &&
         block_guess_of(inst)->state->n_points > 0 && block->store > 0 &&
         has_guess(block);
}

int block_guess_sign(const Instance *inst, const Block *block)
{
  return block_guess_of(inst)->kept_sign[block->store - 1];
}

bool block_guess_has_branches(const Instance *inst)
{
  size_t n = count_relations(inst);
  return n == 0 ||
         memcmp(block_guess_of(inst)->relation, inst->values.relation, n) == 0;
}

void block_guess_note_sign(Instance *inst, const Block *block, int sign)
{
  RUNTIME_ASSERT(sign >= -1 && sign <= 1);
  if (block->store == 0 || !has_guess(block)) return;
  block_guess_of(inst)->sign[block->store - 1] = (signed char)sign;
}

void block_guess_get_signs(const Instance *inst, signed char *sign)
{
  size_t n = (size_t)inst->model->n_blocks;
  if (n > 0) memcpy(sign, block_guess_of(inst)->sign, n);
}

void block_guess_put_signs(Instance *inst, const signed char *sign)
{
  size_t n = (size_t)inst->model->n_blocks;
  if (n > 0) memcpy(block_guess_of(inst)->sign, sign, n);
}

double block_guess_size_of(const Instance *inst, const Block *block, int j)
{
  RUNTIME_ASSERT(block->store > 0 && j >= 0 && j < block->n);
  int at = block_guess_of(inst)->first[block->store - 1];
  return block_guess_of(inst)->size[at + j];
}

/* Nearer to the last point but one than to the last one? */
static bool is_earlier(const Instance *inst)
{
  const GuessState *state = block_guess_of(inst)->state;
  double now = instance_time(inst);
  if (state->n_points < 2) return false;
  if (inst->type == MODEL_EXCHANGE) return now < state->time[0];
  return now < (state->time[0] + state->time[1]) / 2;
}

/* Of unknown number k from the nearer of the points that are kept, or from the
 * line through them: `part` of the last step further. */
static double distance_from_kept(const Instance *inst, int k, double x,
                                 double part)
{
  RUNTIME_ASSERT(k >= 0 && k < block_guess_of(inst)->n);
  double last = block_guess_of(inst)->kept[0][k],
         before = block_guess_of(inst)->kept[1][k];
  if (block_guess_of(inst)->state->n_points < 2) return fabs(x - last);
  double off = fmin(fabs(x - last), fabs(x - last - part * (last - before)));
  return part < 0 ? fmin(off, fabs(x - before)) : off;
}

/* In a large loop, is it the derivative of a state? Where the state is stiff,
 * its small errors at an integrator's trial points are large in the derivative,
 * however short the step is. */
static bool block_guess_is_rate(const Instance *inst, const Block *block, int j)
{
  if (block->n <= TRACK_SMALL) return false;
  for (int k = 0; k < inst->model->n_states; k++) {
    if (inst->derivative[k] == block->unknown[j]) return true;
  }
  return false;
}

static bool is_far_from_guess(const Instance *inst, const Block *block,
                              double part)
{
  int at = block_guess_of(inst)->first[block->store - 1];
  for (int j = 0; j < block->n; j++) {
    double x = inst->values.real[block->unknown[j]];
    double size = fmax(block_guess_of(inst)->size[at + j], block->nominal[j]);
    double most = GUESS_FAR * fmax(size, fabs(x));
    if (distance_from_kept(inst, at + j, x, part) > most &&
        !block_guess_is_rate(inst, block, j)) {
      return true;
    }
  }
  return false;
}

bool block_guess_is_far(const Instance *inst, const Block *block)
{
  const GuessState *state = block_guess_of(inst)->state;
  if (!inst->can_shorten || state->n_points < 2) return false;
  double part = (instance_time(inst) - state->time[0]) /
                (state->time[0] - state->time[1]);
  return is_far_from_guess(inst, block, part);
}

bool block_guess_looks_back(const Instance *inst)
{
  const GuessState *state = block_guess_of(inst)->state;
  return inst->can_shorten && state->n_points == 2 &&
         instance_time(inst) < state->time[0];
}

void block_guess_expect(Instance *inst)
{
  copy_point(inst);
}

bool block_guess_is_met(const Instance *inst)
{
  const Model *m = inst->model;
  for (int k = 0; k < m->n_blocks; k++) {
    const Block *block = &m->block[k];
    bool counts = block->store > 0 && has_guess(block);
    if (counts && is_far_from_guess(inst, block, 0)) return false;
  }
  return true;
}

void block_guess_return(Instance *inst, const Block *block)
{
  extrapolate_unknowns(inst, block, is_earlier(inst) ? -1 : 0);
}

bool block_guess_hold(Instance *inst, const Block *block)
{
  if (inst->mode != MODE_CONTINUOUS) return false;
  block_guess_return(inst, block);
  block_guess_of(inst)->state->held = block->store;
  return true;
}

bool block_guess_is_held(const Instance *inst)
{
  return block_guess_of(inst)->state->held != 0;
}

bool block_guess_may_jump(const Instance *inst)
{
  const GuessState *state = block_guess_of(inst)->state;
  if (!integrates(inst) || state->n_points == 0) return true;
  if (inst->mode == MODE_CONTINUOUS) return false;
  if (!inst->can_shorten) return true;
  if (state->n_points < 2) return false;
  double step = instance_time(inst) - state->time[0];
  return step >= 0 && step <= GUESS_SHORT * state->reach;
}

/* What is looked at beside the integrator's steps changes nothing for it. */
void block_guess_jumped(Instance *inst, const Block *block)
{
  RUNTIME_ASSERT(block->store >= 0);
  if (inst->can_shorten && block->store > 0) {
    block_guess_of(inst)->state->jumped = block->store;
    block_guess_of(inst)->state->jumped_time = instance_time(inst);
  }
}

/* --- elsewhere ----------------------------------------------------------- */

bool block_guess_afar(ModelValues *v, const Block *block, const BlockWork *w,
                      int afar)
{
  static const double size[AFAR_END - AFAR_SIZES] = {1,  10,  100,  1000,
                                                     -1, -10, -100, -1000};
  RUNTIME_ASSERT(afar < AFAR_END && block->set == 0);
  int n = block->n_torn > 0 ? block->n_torn : block->n, n_set = 0;
  if (afar < AFAR_SIZES || n > AFAR_MOST_UNKNOWNS) return false;
  block_linear_restore(v, block, w, w->given);
  for (int i = 0; i < n; i++) {
    int j = block->n_torn > 0 ? block->torn[i] : i;
    if (w->given[j] != 0) continue;
    v->real[block->unknown[j]] = size[afar - AFAR_SIZES] * block->nominal[j];
    n_set++;
  }
  return n_set > 0;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_guesses(void *part, const Model *m, Carving *c)
{
  BlockGuess *g = part;
  g->n = block_guess_size(m);
  g->state = carve(&c->arrays, 1, sizeof(GuessState));
  g->first = carve(&c->arrays, m->n_blocks, sizeof(int));
  g->kept[0] = carve(&c->arrays, g->n, sizeof(double));
  g->kept[1] = carve(&c->arrays, g->n, sizeof(double));
  g->size = carve(&c->arrays, g->n, sizeof(double));
  g->sign = carve(&c->arrays, m->n_blocks, 1);
  g->kept_sign = carve(&c->arrays, m->n_blocks, 1);
  g->relation = carve(&c->arrays, g->n > 0 ? m->n_relations : 0, 1);
}

static bool create_guesses(Instance *inst)
{
  block_guess_number(inst);
  return true;
}

/* In Model Exchange the importer may go back to just where the other one is. */
static bool guess_times_fit(const Instance *inst, const GuessState *s)
{
  if (s->n_points < 2 || s->time[1] < s->time[0]) return true;
  return inst->type == MODEL_EXCHANGE && s->time[1] == s->time[0];
}

/* A number of a block in state->jumped is that of one with a guess. */
static bool guesses_fit(const StateFit *fit)
{
  const Model *m = fit->inst->model;
  const BlockGuess *g = block_guess_of(fit->inst);
  const GuessState *s = g->state;
  size_t n = (size_t)m->n_blocks;
  return state_fit_same(fit, g->first, n * sizeof g->first[0]) &&
         state_fit_ints(&s->n_points, 1, 0, 2) &&
         state_fit_numbers(s->time, s->n_points) &&
         guess_times_fit(fit->inst, s) &&
         state_fit_ints(&s->jumped, 1, 0, m->n_blocks) &&
         state_fit_ints(&s->held, 1, 0, m->n_blocks) &&
         state_fit_ints(&s->evaluated, 1, 0, 1) &&
         state_fit_signs(g->sign, m->n_blocks) &&
         state_fit_signs(g->kept_sign, m->n_blocks);
}

const Mechanism block_guess_mechanism = {.name = "block_guess",
                                         .size = PART_SIZE(BlockGuess),
                                         .carve = carve_guesses,
                                         .create = create_guesses,
                                         .reset = block_guess_reset,
                                         .fits = guesses_fit};
