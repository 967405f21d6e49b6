/* instance.c: memory, entry check and messages of an instance. */
#include "instance.h"
#include "../blocks/block_guess.h"
#include "../evaluate/input_motion.h"
#include "../events/chatter.h"
#include "../events/contact.h"
#include "../events/slide.h"
#include "../states/constraint_watch.h"
#include "../states/coordinate_frame.h"
#include "../states/drift.h"
#include "../states/dummy_pivot.h"
#include "../states/dummy_watch.h"
#include "carver.h"
#include "reference_name.h"
#include "unpack.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- memory -------------------------------------------------------------- */

/* Blocks up to this size can be factored dense where sparse factors do not
 * find room. */
enum { MOST_DENSE = 1000 };

static void carve_work(BlockWork *w, const Model *m, Carver *c)
{
  int n = m->largest_block;
  w->size = n;
  w->n_nonzeros = m->largest_block_nonzeros;
  w->entry = carve(c, w->n_nonzeros, sizeof(double));
  w->scaled = carve(c, w->n_nonzeros, sizeof(double));
  w->residual = carve(c, n, sizeof(double));
  w->trial = carve(c, n, sizeof(double));
  w->step = carve(c, n, sizeof(double));
  w->base = carve(c, n, sizeof(double));
  w->guess = carve(c, n, sizeof(double));
  w->right = carve(c, n, sizeof(double));
  w->torn = carve(c, n, sizeof(double));
  w->given = carve(c, n, sizeof(double));
  w->identity = carve(c, n, sizeof(int));
  w->sparse.x = carve(c, n, sizeof(double));
  w->sparse.mark = carve(c, n, sizeof(int));
  w->sparse.stack = carve(c, n, sizeof(int));
  w->sparse.at = carve(c, n, sizeof(int));
  w->sparse.reach = carve(c, n, sizeof(int));
}

/* What sparse factors may hold: four times what is expected, since pivots
 * are not always where they were expected. */
static int sparse_room(int n, int n_fill)
{
  double room = 4.0 * n_fill + 8.0 * n, most = (double)n * n;
  return (int)(room < most ? room : most);
}

static void carve_sparse(FactorStore *s, int n, int capacity, Carver *c)
{
  s->column = carve(c, n, sizeof(int));
  s->unknown = carve(c, n, sizeof(int));
  s->lu.capacity = capacity;
  s->lu.start = carve(c, 2 * n + 1, sizeof(int));
  s->lu.index = carve(c, capacity, sizeof(int));
  s->lu.value = carve(c, capacity, sizeof(double));
  s->lu.pivot = carve(c, n, sizeof(double));
  s->lu.row = carve(c, n, sizeof(int));
  s->lu.position = carve(c, n, sizeof(int));
}

static void carve_dense(FactorStore *s, int n, Carver *c)
{
  s->matrix = carve(c, n, (size_t)n * sizeof(double));
  s->pivot = carve(c, n, sizeof(int));
}

static FactorStore carve_store(int n, int n_nonzeros, Carver *c)
{
  return (FactorStore){.state = carve(c, 1, sizeof(FactorState)),
                       .entry = carve(c, n_nonzeros, sizeof(double)),
                       .row_scale = carve(c, n, sizeof(double)),
                       .chosen = carve(c, n, sizeof(int))};
}

/* The shared store has room for dense and for sparse factors. */
static void carve_stores(BlockWork *w, const Model *m, Carver *c)
{
  int n = m->largest_block;
  w->dense_size = n < MOST_DENSE ? n : MOST_DENSE;
  FactorStore shared = carve_store(n, m->largest_block_nonzeros, c);
  carve_dense(&shared, w->dense_size, c);
  if (m->largest_block_fill > 0) {
    carve_sparse(&shared, n, sparse_room(n, m->largest_block_fill), c);
  }
  if (c->block) w->store[0] = shared;
  for (int k = 0; k < m->n_blocks; k++) {
    const Block *b = &m->block[k];
    FactorStore own = carve_store(b->n, b->n_nonzeros, c);
    if (b->order) {
      carve_sparse(&own, b->n, sparse_room(b->n, b->n_fill), c);
    } else {
      carve_dense(&own, b->n, c);
    }
    if (c->block) w->store[k + 1] = own;
  }
}

/* What dummy_pivot.c and dummy_watch.c need. */
static void carve_sets(Instance *inst, const Model *m, Carver *c)
{
  int largest = 0;
  for (int s = 0; s < m->n_sets; s++) {
    const SelectionSet *set = &m->set[s];
    int n = set->n_levels * set->n_columns, n_rows = set->level[0]->n;
    int n_sums = n_rows < WATCH_LARGE ? 0 : set->n_levels * 2 * n_rows;
    SetState state = {.chosen = carve(c, n, sizeof(int)),
                      .is_chosen = carve(c, n, 1),
                      .sign = carve(c, set->n_levels, sizeof(int)),
                      .kept_sign = carve(c, set->n_levels, sizeof(int)),
                      .watch = carve(c, 1, sizeof(WatchState)),
                      .sum = carve(c, n_sums, sizeof(double))};
    if (c->block) inst->set_state[s] = state;
    int size = n_rows * set->n_columns;
    if (size > largest) largest = size;
  }
  if (m->n_sets == 0) return;
  inst->slot_mark = carve(c, m->n_states, 1);
  inst->pivot_list = carve(c, m->largest_block, sizeof(int));
  inst->pivot_matrix = carve(c, largest, sizeof(double));
  inst->kept_real = carve(c, m->n_real, sizeof(double));
}

static void carve_guesses(BlockGuess *g, const Model *m, Carver *c)
{
  g->n = block_guess_size(m);
  g->state = carve(c, 1, sizeof(GuessState));
  g->first = carve(c, m->n_blocks, sizeof(int));
  g->kept[0] = carve(c, g->n, sizeof(double));
  g->kept[1] = carve(c, g->n, sizeof(double));
  g->size = carve(c, g->n, sizeof(double));
  g->sign = carve(c, m->n_blocks, 1);
  g->kept_sign = carve(c, m->n_blocks, 1);
}

static void carve_constraints(ConstraintWatch *w, const Model *m, Carver *c)
{
  int n_unknowns;
  w->n = constraint_watch_size(m, &n_unknowns);
  w->block = carve(c, w->n, sizeof(int));
  w->time = carve(c, 1, sizeof(double));
  w->sign = carve(c, w->n, 1);
  w->value = carve(c, n_unknowns, sizeof(double));
  w->rate = carve(c, n_unknowns, sizeof(double));
}

static void carve_least(LeastWork *l, int n, Carver *c)
{
  l->size = n;
  l->matrix = carve(c, n, (size_t)n * sizeof(double));
  l->pivot = carve(c, n, sizeof(int));
  l->place = carve(c, n, sizeof(int));
  l->right = carve(c, n, sizeof(double));
  l->room = carve(c, n, sizeof(double));
  l->weight = carve(c, n, sizeof(double));
  l->start = carve(c, n, sizeof(double));
  l->scale = carve(c, n, sizeof(double));
  l->force = carve(c, n, sizeof(double));
  l->base = carve(c, n, sizeof(double));
  l->found = carve(c, n, sizeof(double));
  l->gradient = carve(c, n, sizeof(double));
}

static void carve_contacts(ContactMemory *s, const Model *m, Carver *c)
{
  if (m->n_reinits == 0) return;
  s->most = m->n_indicators < CONTACT_MOST ? m->n_indicators : CONTACT_MOST;
  s->state = carve(c, 1, sizeof(ContactState));
  s->before = carve(c, m->n_states, sizeof(double));
  s->direction = carve(c, s->most * m->n_states, sizeof(double));
  s->force = carve(c, m->n_states, sizeof(double));
  s->kept = carve(c, m->n_real, sizeof(double));
  s->flow = carve(c, m->n_states, sizeof(double));
}

static void carve_slides(SlideMemory *s, const Model *m, Carver *c)
{
  if (!slide_is_known(m)) return;
  s->most = m->n_indicators < SLIDE_MOST ? m->n_indicators : SLIDE_MOST;
  s->state = carve(c, 1, sizeof(SlideState));
  s->direction = carve(c, s->most * m->n_states, sizeof(double));
  s->force = carve(c, m->n_states, sizeof(double));
  s->flow = carve(c, m->n_states, sizeof(double));
  s->real = carve(c, m->n_real, sizeof(double));
  s->integer = carve(c, m->n_integer, sizeof(int));
  s->boolean = carve(c, m->n_boolean, sizeof(int));
  s->shown = carve(c, m->n_real, sizeof(double));
}

static void carve_drift(DriftWork *d, const Model *m, Carver *c)
{
  int n = m->n_states, n_rows = m->n_constraints;
  if (!drift_is_projected(m)) return;
  d->direction = carve(c, n_rows * n, sizeof(double));
  d->lower = carve(c, n_rows * n_rows, sizeof(double));
  d->amount = carve(c, n_rows, sizeof(double));
  d->correction = carve(c, n, sizeof(double));
  d->point = carve(c, n, sizeof(double));
  d->given = carve(c, n, sizeof(double));
  d->pull = carve(c, n, sizeof(double));
}

static int count_inputs(const Model *m)
{
  int n = 0;
  for (int vr = 0; vr < m->n_real; vr++)
    n += m->real_kind[vr] == VARIABLE_INPUT;
  return n;
}

/* The layout, in one place: run once to measure and once to assign. */
static void carve_arrays(Instance *inst, const Model *m, Carver *c)
{
  ModelValues *v = &inst->values;
  inst->set_state = carve(c, m->n_sets, sizeof(SetState));
  inst->work.n_stores = m->n_blocks + 1;
  inst->work.store = carve(c, inst->work.n_stores, sizeof(FactorStore));
  size_t begin = c->used; /* no addresses from here on: saved_state.c */
  inst->arrays = c->block ? c->block + begin : NULL;
  v->real = carve(c, m->n_real, sizeof(double));
  v->integer = carve(c, m->n_integer, sizeof(int));
  v->boolean = carve(c, m->n_boolean, sizeof(int));
  v->relation = carve(c, m->n_relations, 1);
  inst->start_real = carve(c, m->n_real, sizeof(double));
  inst->start_integer = carve(c, m->n_integer, sizeof(int));
  inst->start_boolean = carve(c, m->n_boolean, sizeof(int));
  inst->keep = carve(c, m->n_real + m->n_integer + m->n_boolean, 1);
  inst->state = carve(c, m->n_states, sizeof(int));
  inst->derivative = carve(c, m->n_states, sizeof(int));
  inst->state_nominal = carve(c, m->n_states, sizeof(double));
  inst->crossing = carve(c, m->n_relations, sizeof(double));
  inst->path.seen = carve(c, m->n_relations, 1);
  inst->path.at = carve(c, m->n_relations, sizeof(double));
  inst->chatter = carve(c, m->n_relations, sizeof(Chatter));
  inst->sample_times = carve(c, m->n_samples, sizeof(SampleTimes));
  inst->sample_tick = carve(c, m->n_samples, sizeof(double));
  inst->reinit = carve(c, m->n_reinits, sizeof(ReinitValue));
  inst->delay_point = carve(c, m->n_delays, DELAY_ROOM * sizeof(DelayPoint));
  inst->delay_count = carve(c, m->n_delays, sizeof(int));
  inst->delay_passed = carve(c, m->n_delays, sizeof(double));
  inst->transport_point =
      carve(c, m->n_transports, TRANSPORT_ROOM * sizeof(TransportPoint));
  inst->transport_state = carve(c, m->n_transports, sizeof(TransportState));
  inst->holds = carve(c, m->n_assertions, 1);
  inst->warned = carve(c, m->n_assertions, 1);
  int n_inputs = count_inputs(m);
  inst->motion.input = carve(c, n_inputs, sizeof(int));
  inst->motion.base = carve(c, n_inputs, sizeof(double));
  inst->motion.rate = carve(c, n_inputs * INPUT_ORDERS, sizeof(double));
  inst->tangent.d = carve(c, m->n_real, sizeof(double));
  inst->tangent.r = carve(c, m->largest_block, sizeof(double));
  carve_work(&inst->work, m, c);
  carve_stores(&inst->work, m, c);
  carve_guesses(&inst->guess, m, c);
  carve_constraints(&inst->constraint, m, c);
  carve_contacts(&inst->contact, m, c);
  carve_slides(&inst->slide, m, c);
  carve_drift(&inst->drift, m, c);
  inst->coordinate_frame_work =
      carve(c, coordinate_frame_size(m), sizeof(double));
  carve_sets(inst, m, c);
  if (m->n_start_preferences > 0 || m->largest_preference_block > 0) {
    inst->begin_real = carve(c, m->n_real, sizeof(double));
    carve_least(&inst->least, m->largest_preference_block, c);
    inst->least.real = carve(c, m->n_real, sizeof(double));
  }
  if (m->homotopy > 0) inst->path_real = carve(c, m->n_real, sizeof(double));
  inst->arrays_size = c->used - begin;
}

/* What has memory of its own. */
static bool make_tables(Instance *inst, const Model *m)
{
  if (m->n_objects > 0) inst->objects = external_objects_create(m->n_objects);
  if (m->uses_strings) inst->strings = strings_create();
  return (m->n_objects == 0 || inst->objects) &&
         (!m->uses_strings || inst->strings);
}

/* With the tables of its model, which it is to free. */
static Instance *create_instance(const Model *given,
                                 const UnpackedModel *tables, fmi2Type type,
                                 const Logger *logger,
                                 const IntegratorMethod *method)
{
  const Model *model = tables->model;
  const char *name = logger->name ? logger->name : "";
  size_t name_size = strlen(name) + 1;
  Instance measured;
  Carver c = {NULL, 0};
  carve(&c, 1, sizeof(Instance));
  carve(&c, 1, name_size);
  carve_arrays(&measured, model, &c);

  char *block = calloc(1, c.used);
  if (!block) {
    free(tables->memory);
    return NULL;
  }
  c.block = block;
  c.used = 0;
  Instance *inst = carve(&c, 1, sizeof(Instance));
  char *name_copy = carve(&c, 1, name_size);
  memcpy(name_copy, name, name_size);
  carve_arrays(inst, model, &c);

  inst->block_size = c.used;
  inst->model = model;
  inst->given = given;
  inst->tables = tables->memory;
  inst->type = type;
  inst->logger = *logger;
  inst->logger.name = name_copy;
  inst->values.instance = inst;
  inst->values.parameter_block = model->parameter_block;
  inst->values.initial_block = model->initial_block;
  inst->values.continuous_block = model->block;
  if (!make_tables(inst, model)) {
    instance_free(inst);
    return NULL;
  }
  for (int k = 0; k < model->largest_block; k++) inst->work.identity[k] = k;
  inst->work.column = inst->work.identity;
  block_guess_number(inst);
  constraint_watch_number(inst);
  instance_reset(inst);
  if (type != fmi2CoSimulation) return inst;

  inst->method = method;
  inst->solver_memory = solver_memory_create();
  if (inst->solver_memory) inst->integrator = method->create(inst);
  if (inst->integrator) return inst;
  instance_free(inst);
  return NULL;
}

Instance *instance_create(const Model *model, fmi2Type type,
                          const Logger *logger, const IntegratorMethod *method)
{
  UnpackedModel tables;
  if (!unpack_model(model, &tables)) return NULL;
  return create_instance(model, &tables, type, logger, method);
}

void instance_free(Instance *inst)
{
  if (!inst) return;
  external_objects_destroy(inst);
  free(inst->objects);
  strings_free(inst->strings);
  free(inst->resource_folder);
  arrays_free(&inst->array_pool);
  if (inst->method) inst->method->free(inst->integrator);
  solver_memory_free(inst->solver_memory);
  free(inst->tables);
  free(inst);
}

/* memcpy that accepts the NULL pointers of empty arrays. */
static void copy_array(void *target, const void *source, int count, size_t size)
{
  if (count > 0) memcpy(target, source, (size_t)count * size);
}

static void reset_values(Instance *inst)
{
  const Model *m = inst->model;
  copy_array(inst->start_real, m->real_start, m->n_real, sizeof(double));
  copy_array(inst->start_integer, m->integer_start, m->n_integer, sizeof(int));
  copy_array(inst->start_boolean, m->boolean_start, m->n_boolean, sizeof(int));
  inst->start_real[0] = m->start_time;

  ModelValues *v = &inst->values;
  copy_array(v->real, inst->start_real, m->n_real, sizeof(double));
  copy_array(v->integer, inst->start_integer, m->n_integer, sizeof(int));
  copy_array(v->boolean, inst->start_boolean, m->n_boolean, sizeof(int));
  memset(inst->keep, 0, (size_t)(m->n_real + m->n_integer + m->n_boolean));
  if (m->n_relations > 0) memset(v->relation, 0, (size_t)m->n_relations);
  v->initial = 0;

  copy_array(inst->state, m->state, m->n_states, sizeof(int));
  copy_array(inst->derivative, m->derivative, m->n_states, sizeof(int));
  copy_array(inst->state_nominal, m->state_nominal, m->n_states,
             sizeof(double));
  block_linear_forget(&inst->work);
  block_guess_reset(inst);
  dummy_pivot_reset(inst);
  input_motion_reset(inst);
  if (m->n_assertions > 0) memset(inst->warned, 0, (size_t)m->n_assertions);
}

void instance_reset(Instance *inst)
{
  const Model *m = inst->model;
  /* the integrator's own counters belong to the run that ends here */
  if (inst->integrator) inst->method->count(inst->integrator);
  external_objects_destroy(inst);
  reset_values(inst);
  inst->mode = MODE_INSTANTIATED;
  inst->stale = STALE_INITIAL | STALE_RELATIONS | STALE_VALUES;
  inst->start_time = m->start_time;
  inst->stop_time = m->stop_time;
  inst->has_stop_time = false;
  inst->tolerance = m->tolerance;
  inst->tolerance_is_set = false;
  inst->pivoted = false;
  inst->next_event = HUGE_VAL;
  inst->chatter_step = 0;
  chatter_reset(inst);
  contact_reset(inst);
  slide_reset(inst);
  inst->states_changed = false;
  inst->ends = false;
  inst->may_retry = false;
  inst->restart_needed = true;
  inst->has_started = false;
  inst->communication_time = m->start_time;
  memset(&inst->statistics, 0, sizeof inst->statistics);
  inst->work.n_factored = 0;
  inst->work.n_corrections = 0;
  inst->work.n_fallen_back = 0;
  inst->statistics_logged = false;
  inst->reason[0] = '\0';
}

double instance_time(const Instance *inst)
{
  return inst->values.real[0];
}

/* --- entry and messages -------------------------------------------------- */

/* After a failed initialization: a new value, or another try? */
static bool is_new_try(const Instance *inst, Call call)
{
  if (inst->mode != MODE_ERROR || !inst->may_retry) return false;
  return call == CALL_SET_REAL || call == CALL_SET_INTEGER ||
         call == CALL_SET_BOOLEAN || call == CALL_EXIT_INITIALIZATION_MODE;
}

Instance *instance_enter(fmi2Component c, Call call)
{
  Instance *inst = c;
  if (!inst) return NULL;
  if (is_new_try(inst, call)) {
    inst->mode = MODE_INITIALIZATION;
    inst->stale |= STALE_INITIAL;
  }
  if (fmi2_modes_allow(call, inst->type, inst->mode)) return inst;

  bool me = inst->type == fmi2ModelExchange;
  if (!fmi2_modes_exist(call, inst->type)) {
    instance_error(inst, "%s is not part of %s", fmi2_modes_call_name(call),
                   me ? "Model Exchange" : "Co-Simulation");
  } else {
    instance_error(inst, "%s is not allowed in the mode \"%s\" of %s",
                   fmi2_modes_call_name(call), fmi2_modes_name(inst->mode),
                   me ? "Model Exchange" : "Co-Simulation");
  }
  return NULL;
}

fmi2Status instance_error(Instance *inst, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  logging_write_list(&inst->logger, fmi2Error, LOG_STATUS_ERROR, format,
                     arguments);
  va_end(arguments);
  return fmi2Error;
}

fmi2Status instance_fail(Instance *inst, const char *format, ...)
{
  char what[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);

  bool has_reason = inst->reason[0] != '\0';
  instance_error(inst, "%s%s%s", what, has_reason ? ": " : "", inst->reason);
  inst->may_retry = inst->mode == MODE_INITIALIZATION;
  inst->mode = MODE_ERROR;
  inst->reason[0] = '\0';
  if (inst->type == fmi2CoSimulation) instance_log_statistics(inst);
  return fmi2Error;
}

static void log_reason(Instance *inst, LogCategory category)
{
  logging_write(&inst->logger, fmi2OK, category, "%s", inst->reason);
}

void instance_note(Instance *inst, LogCategory category, const char *format,
                   ...)
{
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(inst->reason, sizeof inst->reason, format, arguments);
  va_end(arguments);
  log_reason(inst, category);
}

/* Room for " ... and 1000000 more" and for the list of unknowns. */
enum { LINE_ROOM = 160, UNKNOWNS_ROOM = 400 };

static double size_of(double residual)
{
  return isnan(residual) ? HUGE_VAL : fabs(residual);
}

/* The equation with the largest residual behind `last`, which was the one
 * before (-1: none); of equal ones in their order. */
static int next_largest(const double *residual, int n, int last)
{
  int best = -1;
  for (int i = 0; i < n; i++) {
    double size = size_of(residual[i]);
    if (last >= 0 && size > size_of(residual[last])) continue;
    if (last >= 0 && size == size_of(residual[last]) && i <= last) continue;
    if (best < 0 || size > size_of(residual[best])) best = i;
  }
  return best;
}

/* Where residuals are known, those that are farthest from zero come first. */
static void append_equations(LogText *text, const Block *block,
                             const double *residual)
{
  int at = -1;
  for (int i = 0; i < block->n; i++) {
    if (logging_room(text) < UNKNOWNS_ROOM + LINE_ROOM) {
      logging_append(text, "\n  ... and %d more equations", block->n - i);
      return;
    }
    at = residual ? next_largest(residual, block->n, at) : i;
    logging_append(text, "\n  %.*s", LINE_ROOM - 40, block->equation[at]);
    if (residual) logging_append(text, "   (residual %.6g)", residual[at]);
  }
}

static void append_unknowns(LogText *text, const Instance *inst,
                            const Block *block)
{
  const int *column = inst->work.column;
  const double *real = inst->values.real;
  char room[REFERENCE_NAME_SIZE];
  logging_append(text, "\n  at ");
  int n = block->start_preference ? block->n_columns : block->n;
  for (int j = 0; j < n; j++) {
    if (logging_room(text) < LINE_ROOM) {
      logging_append(text, ", ... and %d more", n - j);
      return;
    }
    logging_append(text, "%s%.*s = %.9g", j ? ", " : "", LINE_ROOM - 60,
                   reference_name_of(inst->model, block, column[j], room),
                   real[block->unknown[column[j]]]);
  }
}

void instance_note_block(Instance *inst, LogCategory category,
                         const Block *block, const double *residual,
                         const char *format, ...)
{
  char what[300];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);

  LogText text = {inst->reason, sizeof inst->reason, 0};
  logging_append(&text, "at time %.12g, %s block %d: %s", instance_time(inst),
                 block->linear ? "linear" : "nonlinear", block->number, what);
  append_equations(&text, block, residual);
  append_unknowns(&text, inst, block);
  log_reason(inst, category);
}

void instance_log_statistics(Instance *inst)
{
  if (inst->statistics_logged) return;
  inst->statistics_logged = true;
  if (inst->integrator) inst->method->count(inst->integrator);
  const Statistics *s = &inst->statistics;
  logging_write(&inst->logger, fmi2OK, LOG_STATISTICS,
                "statistics steps=%ld rhs=%ld jacobians=%ld events=%ld "
                "pivots=%ld restarts=%ld factorizations=%ld loops=%ld "
                "corrections=%ld kinsol=%ld",
                s->steps, s->rhs, s->jacobians, s->events, s->pivots,
                s->restarts, s->factorizations, inst->work.n_factored,
                inst->work.n_corrections, inst->work.n_fallen_back);
}
