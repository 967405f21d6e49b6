/* instance.c: memory, entry check and messages of an instance. */
#include "instance.h"
#include "runtime_assert.h"
#include "step_tolerance.h"
#include "unpack.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- memory -------------------------------------------------------------- */

/* What belongs to no mechanism. */
static void carve_values(Instance *inst, const Model *m, Carver *c)
{
  ModelValues *v = &inst->values;
  v->real = carve(c, m->n_real, sizeof(double));
  v->integer = carve(c, m->n_integer, sizeof(int));
  v->boolean = carve(c, m->n_boolean, sizeof(int));
  v->relation = carve(c, m->n_relations, 1);
  v->awake = carve(c, m->n_quiet > 0 ? m->n_relations : 0, 1);
  inst->start_real = carve(c, m->n_real, sizeof(double));
  inst->start_integer = carve(c, m->n_integer, sizeof(int));
  inst->start_boolean = carve(c, m->n_boolean, sizeof(int));
  inst->keep = carve(c, m->n_real + m->n_integer + m->n_boolean, 1);
  inst->state = carve(c, m->n_states, sizeof(int));
  inst->derivative = carve(c, m->n_states, sizeof(int));
  inst->state_nominal = carve(c, m->n_states, sizeof(double));
}

/* The layout, in one place: run once to measure and once to assign. While it is
 * measured there are no parts yet. */
static void carve_parts(Instance *inst, const Model *m,
                        const Mechanisms *mechanisms, Carving *c)
{
  RUNTIME_ASSERT(mechanisms->row);
  union {
    double alignment;
    char bytes[PART_MOST];
  } measured;
  for (int k = 0; k < N_PARTS; k++) {
    const Mechanism *row = mechanisms->row[k];
    inst->part[k] = carve(&c->tables, 1, row->size);
    if (!row->carve) continue;
    if (!inst->part[k]) memset(&measured, 0, row->size);
    row->carve(inst->part[k] ? inst->part[k] : &measured, m, c);
  }
  carve_values(inst, m, &c->arrays);
}

/* The instance, parts and tables, its name, then the arrays: offsets are the
 * same whatever the name is. */
static Instance *carve_block(const Model *m, InstanceType type,
                             const Mechanisms *mechanisms, const char *name)
{
  size_t name_size = strlen(name) + 1;
  Instance measured;
  Carving c = {{NULL, 0}, {NULL, 0}};
  carve(&c.tables, 1, sizeof(Instance));
  carve_parts(&measured, m, mechanisms, &c);
  size_t head_size = c.tables.used;
  carve(&c.tables, 1, name_size);

  size_t tables_size = c.tables.used, arrays_size = c.arrays.used;
  size_t spare_size = type == MODEL_EXCHANGE ? arrays_size : 0;
  char *block = calloc(1, tables_size + arrays_size + spare_size);
  if (!block) return NULL;
  c = (Carving){{block, 0}, {block + tables_size, 0}};
  Instance *inst = carve(&c.tables, 1, sizeof(Instance));
  carve_parts(inst, m, mechanisms, &c);
  char *name_copy = carve(&c.tables, 1, name_size);
  memcpy(name_copy, name, name_size);
  inst->head_size = head_size;
  inst->block_size = tables_size + arrays_size;
  inst->arrays = block + tables_size;
  inst->arrays_size = arrays_size;
  inst->logger.name = name_copy;
  return inst;
}

static bool create_parts(Instance *inst)
{
  for (int k = 0; k < N_PARTS; k++) {
    const Mechanism *row = inst->mechanisms->row[k];
    if (row->create && !row->create(inst)) return false;
  }
  return true;
}

static bool create_integrator(Instance *inst, const IntegratorMethod *method)
{
  RUNTIME_ASSERT(method && method->create);
  RUNTIME_ASSERT(!inst->integrator && inst->type == CO_SIMULATION);
  inst->method = method;
  inst->solver_memory = solver_memory_create();
  if (inst->solver_memory) inst->integrator = method->create(inst);
  return inst->integrator != NULL;
}

/* With the tables of its model, which it is to free. */
static Instance *create_instance(const Model *given,
                                 const UnpackedModel *tables, InstanceType type,
                                 const Logger *logger,
                                 const Mechanisms *mechanisms)
{
  const Model *model = tables->model;
  Instance *inst =
      carve_block(model, type, mechanisms, logger->name ? logger->name : "");
  if (!inst) {
    free(tables->memory);
    return NULL;
  }
  const char *name = inst->logger.name;
  inst->mechanisms = mechanisms;
  inst->model = model;
  inst->given = given;
  inst->tables = tables->memory;
  inst->tables_size = tables->size;
  inst->type = type;
  inst->logger = *logger;
  inst->logger.name = name;
  inst->values.instance = inst;
  inst->values.parameter_block = model->parameter_block;
  inst->values.initial_block = model->initial_block;
  inst->values.continuous_block = model->block;
  return inst;
}

Instance *instance_create(const Model *model, InstanceType type,
                          const Logger *logger, const IntegratorMethod *method,
                          const Mechanisms *mechanisms, const CallRow *calls)
{
  RUNTIME_ASSERT(model && logger && mechanisms && calls);
  RUNTIME_ASSERT(model->contract == FOUCAULT_MODEL_CONTRACT);
  RUNTIME_ASSERT(type <= SCHEDULED_EXECUTION);
  UnpackedModel tables;
  if (!unpack_model(model, &tables)) return NULL;
  Instance *inst = create_instance(model, &tables, type, logger, mechanisms);
  if (!inst) return NULL;
  inst->calls = calls;
  bool good = create_parts(inst);
  if (good) instance_reset(inst);
  if (good && type == CO_SIMULATION) good = create_integrator(inst, method);
  if (good) return inst;
  instance_free(inst);
  return NULL;
}

static void end_run(Instance *inst)
{
  for (int k = 0; k < N_PARTS; k++) {
    const Mechanism *row = inst->mechanisms->row[k];
    if (row->end) row->end(inst);
  }
}

void instance_free(Instance *inst)
{
  if (!inst) return;
  end_run(inst);
  for (int k = 0; k < N_PARTS; k++) {
    const Mechanism *row = inst->mechanisms->row[k];
    if (row->free) row->free(inst);
  }
  arrays_free(&inst->array_pool);
  if (inst->method) inst->method->free(inst->integrator);
  solver_memory_free(inst->solver_memory);
  free(inst->tables);
  free(inst);
}

/* memcpy that accepts the NULL pointers of empty arrays. */
static void instance_copy_array(void *target, const void *source, int count,
                                size_t size)
{
  RUNTIME_ASSERT(count >= 0 && (count == 0 || (target && source)));
  if (count > 0) memcpy(target, source, (size_t)count * size);
}

static void reset_values(Instance *inst)
{
  RUNTIME_ASSERT(inst->model && inst->model->n_real > 0);
  const Model *m = inst->model;
  instance_copy_array(inst->start_real, m->real_start, m->n_real,
                      sizeof(double));
  instance_copy_array(inst->start_integer, m->integer_start, m->n_integer,
                      sizeof(int));
  instance_copy_array(inst->start_boolean, m->boolean_start, m->n_boolean,
                      sizeof(int));
  inst->start_real[0] = m->start_time;

  ModelValues *v = &inst->values;
  instance_copy_array(v->real, inst->start_real, m->n_real, sizeof(double));
  instance_copy_array(v->integer, inst->start_integer, m->n_integer,
                      sizeof(int));
  instance_copy_array(v->boolean, inst->start_boolean, m->n_boolean,
                      sizeof(int));
  memset(inst->keep, 0, (size_t)(m->n_real + m->n_integer + m->n_boolean));
  if (m->n_relations > 0) memset(v->relation, 0, (size_t)m->n_relations);
  v->initial = 0;

  instance_copy_array(inst->state, m->state, m->n_states, sizeof(int));
  instance_copy_array(inst->derivative, m->derivative, m->n_states,
                      sizeof(int));
  instance_copy_array(inst->state_nominal, m->state_nominal, m->n_states,
                      sizeof(double));
}

static void reset_parts(Instance *inst)
{
  for (int k = 0; k < N_PARTS; k++) {
    const Mechanism *row = inst->mechanisms->row[k];
    if (row->reset) row->reset(inst);
  }
}

void instance_reset(Instance *inst)
{
  RUNTIME_ASSERT(inst->values.instance == inst);
  RUNTIME_ASSERT(!inst->integrator || inst->method);
  const Model *m = inst->model;
  /* the integrator's own counters belong to the run that ends here */
  if (inst->integrator) inst->method->count(inst->integrator);
  end_run(inst);
  reset_values(inst);
  reset_parts(inst);
  inst->mode = MODE_INSTANTIATED;
  inst->stale = STALE_INITIAL | STALE_RELATIONS | STALE_VALUES;
  inst->start_time = m->start_time;
  inst->stop_time = m->stop_time;
  inst->has_stop_time = false;
  instance_set_tolerance(inst, m->tolerance);
  inst->tolerance_is_set = false;
  inst->pivoted = inst->nominals_changed = false;
  inst->next_event = HUGE_VAL;
  inst->followed = NULL;
  inst->states_changed = false;
  inst->ends = false;
  inst->may_retry = false;
  inst->event_waits = inst->returns_early = false;
  inst->restart_needed = true;
  inst->has_started = false;
  inst->communication_time = m->start_time;
  memset(&inst->statistics, 0, sizeof inst->statistics);
  inst->statistics_logged = false;
  inst->reason[0] = '\0';
}

void instance_set_tolerance(Instance *inst, double tolerance)
{
  inst->tolerance = tolerance;
  inst->step_tolerance = tolerance > 0 ? step_tolerance(tolerance) : 0;
}

double instance_time(const Instance *inst)
{
  RUNTIME_ASSERT(inst->values.real);
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

Instance *instance_enter(void *c, Call call)
{
  Instance *inst = c;
  if (!inst) return NULL;
  if (is_new_try(inst, call)) {
    inst->mode = MODE_INITIALIZATION;
    inst->stale |= STALE_INITIAL;
  }
  const CallRow *row = &inst->calls[call];
  if (modes_allow(row, inst->type, inst->mode)) return inst;

  if (!modes_exist(row, inst->type)) {
    instance_error(inst, "%s is not part of %s", row->name,
                   modes_type_name(inst->type));
  } else {
    instance_error(inst, "%s is not allowed in the mode \"%s\" of %s",
                   row->name, modes_name(inst->mode),
                   modes_type_name(inst->type));
  }
  return NULL;
}

const char *instance_call_name(const Instance *inst, Call call)
{
  RUNTIME_ASSERT((int)call >= 0 && call < N_CALLS);
  return inst->calls[call].name;
}

Status instance_refuse(Instance *inst, Call call, const char *format, ...)
{
  char what[1000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  return instance_error(inst, "%s: %s", instance_call_name(inst, call), what);
}

Status instance_error(Instance *inst, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  logging_write_list(&inst->logger, STATUS_ERROR, LOG_STATUS_ERROR, format,
                     arguments);
  va_end(arguments);
  return STATUS_ERROR;
}

Status instance_fail(Instance *inst, const char *format, ...)
{
  RUNTIME_ASSERT(format);
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
  if (inst->type == CO_SIMULATION) instance_log_statistics(inst);
  return STATUS_ERROR;
}

void instance_log_reason(Instance *inst, LogCategory category)
{
  logging_write(&inst->logger, STATUS_OK, category, "%s", inst->reason);
}

void instance_note(Instance *inst, LogCategory category, const char *format,
                   ...)
{
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(inst->reason, sizeof inst->reason, format, arguments);
  va_end(arguments);
  instance_log_reason(inst, category);
}

void instance_log_statistics(Instance *inst)
{
  RUNTIME_ASSERT(!inst->integrator || inst->method);
  if (inst->statistics_logged) return;
  inst->statistics_logged = true;
  if (inst->integrator) inst->method->count(inst->integrator);
  const Statistics *s = &inst->statistics;
  logging_write(&inst->logger, STATUS_OK, LOG_STATISTICS,
                "statistics steps=%ld rhs=%ld jacobians=%ld events=%ld "
                "pivots=%ld restarts=%ld factorizations=%ld loops=%ld "
                "corrections=%ld kinsol=%ld",
                s->steps, s->rhs, s->jacobians, s->events, s->pivots,
                s->restarts, s->factorizations, s->blocks_factored,
                s->corrections, s->fallen_back);
}
