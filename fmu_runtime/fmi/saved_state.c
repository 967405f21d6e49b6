/* saved_state.c: copies of memory, and their form without addresses. */
#include "saved_state.h"
#include "../blocks/block_work.h"
#include "../carry/state_fit.h"
#include "../core/runtime_assert.h"
#include "../core/solver_memory.h"
#include "../core/thresholds.h"
#include "../evaluate/clocks.h"
#include "../evaluate/resizable.h"
#include "../external_object.h"
#include "carried_memory.h"
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What is not in the arrays of an instance, without addresses. */
typedef struct Scalars {
  int32_t mode, stale, initial, has_stop_time, pivoted, nominals_changed;
  int32_t states_changed, ends, unused;
  double next_event, start_time, stop_time, tolerance, communication_time;
  int64_t steps, rhs, jacobians, events, pivots, restarts, factorizations;
  int64_t blocks_factored, corrections, fallen_back;
} Scalars;

/* Before the payload of a serialized state. */
typedef struct Header {
  char magic[8];
  uint64_t model; /* of the guid and the kind of the FMU */
  uint64_t size;  /* of Scalars, the arrays, own bytes, carried memory */
  uint64_t own_size;
  uint64_t checksum; /* of all that follows */
} Header;

static const char magic[8] = {'f', 'o', 'u', 'c', 'a', 'u', '0', '3'};

/* What an void *points to. */
typedef struct SavedState {
  const Model *model;
  InstanceType type;
  const Instance *owner; /* whose memory `exact` is; NULL: none */
  size_t block_size, solver_size;
  char *exact;   /* the instance's block, then the solver's memory */
  char *payload; /* Scalars and arrays, of a deserialized state; else NULL */
  char *own;     /* what mechanisms save beside the arrays; NULL: nothing */
  size_t own_size;
  char *carried; /* carried memory, of a deserialized state; else NULL */
  size_t carried_size;
} SavedState;

/* FNV-1a, Fowler, Noll and Vo */
static uint64_t saved_state_hash_bytes(uint64_t hash, const void *bytes,
                                       size_t n)
{
  const unsigned char *byte = bytes;
  for (size_t k = 0; k < n; k++) hash = (hash ^ byte[k]) * 1099511628211u;
  return hash;
}

static uint64_t model_hash(const Model *model, InstanceType type)
{
  uint64_t hash = 14695981039346656037u;
  hash = saved_state_hash_bytes(hash, model->guid, strlen(model->guid));
  return saved_state_hash_bytes(hash, &type, sizeof type);
}

/* --- exact copies -------------------------------------------------------- */

static size_t solver_size(const Instance *inst)
{
  RUNTIME_ASSERT(inst->block_size > inst->arrays_size);
  return inst->solver_memory ? solver_memory_size(inst->solver_memory) : 0;
}

static bool is_state_of(Instance *inst, const SavedState *saved, Call call)
{
  if (saved && saved->model == inst->given && saved->type == inst->type) {
    return true;
  }
  instance_error(inst, "%s: this is not a saved state of this FMU",
                 instance_call_name(inst, call));
  return false;
}

static Status memory_is_short(Instance *inst, Call call)
{
  return instance_error(inst, "%s: not enough memory",
                        instance_call_name(inst, call));
}

static void discard(SavedState *saved)
{
  free(saved->exact);
  free(saved->payload);
  free(saved->own);
  free(saved->carried);
  free(saved);
}

/* A state with room for an exact copy, the given one if it fits. */
static SavedState *saved_state_make_room(const Instance *inst,
                                         SavedState *saved)
{
  size_t solver = solver_size(inst);
  if (saved && saved->exact && saved->block_size == inst->block_size &&
      saved->solver_size == solver) {
    return saved;
  }
  SavedState *made = saved ? saved : calloc(1, sizeof *made);
  if (!made) return NULL;
  char *exact = malloc(inst->block_size + solver);
  if (!exact) {
    if (!saved) free(made);
    return NULL;
  }
  free(made->exact);
  made->exact = exact;
  made->block_size = inst->block_size;
  made->solver_size = solver;
  return made;
}

static size_t own_size(Instance *inst)
{
  size_t size = 0;
  for (int k = 0; k < N_PARTS; k++) {
    const Mechanism *row = inst->mechanisms->row[k];
    if (row->saved_size) size += row->saved_size(inst);
  }
  return size;
}

static void write_own(Instance *inst, char *bytes)
{
  for (int k = 0; k < N_PARTS; k++) {
    const Mechanism *row = inst->mechanisms->row[k];
    size_t size = row->saved_size ? row->saved_size(inst) : 0;
    if (size > 0) row->save(inst, bytes);
    bytes += size;
  }
}

/* False: the bytes do not fit, or memory is short. */
static bool read_own(Instance *inst, const char *bytes, size_t size)
{
  RUNTIME_ASSERT(bytes || size == 0);
  const char *end = size > 0 ? bytes + size : bytes;
  for (int k = 0; k < N_PARTS; k++) {
    const Mechanism *row = inst->mechanisms->row[k];
    if (row->restore && !row->restore(inst, &bytes, end)) return false;
  }
  return bytes == end;
}

/* Room for own bytes, and these. */
static bool save_own(Instance *inst, SavedState *saved)
{
  size_t size = own_size(inst);
  if (size != saved->own_size) {
    char *own = size > 0 ? malloc(size) : NULL;
    if (size > 0 && !own) return false;
    free(saved->own);
    saved->own = own;
    saved->own_size = size;
  }
  if (size > 0) write_own(inst, saved->own);
  return true;
}

Status saved_state_get(Instance *inst, void **state)
{
  if (!state) return instance_refuse(inst, CALL_GET_FMU_STATE, "no FMUstate");
  if (*state && !is_state_of(inst, *state, CALL_GET_FMU_STATE)) {
    return STATUS_ERROR;
  }
  SavedState *saved = saved_state_make_room(inst, *state);
  if (!saved) return memory_is_short(inst, CALL_GET_FMU_STATE);
  if (!save_own(inst, saved)) {
    if (!*state) discard(saved);
    return memory_is_short(inst, CALL_GET_FMU_STATE);
  }
  saved->model = inst->given;
  saved->type = inst->type;
  saved->owner = inst;
  free(saved->payload);
  free(saved->carried);
  saved->payload = saved->carried = NULL;
  saved->carried_size = 0;
  memcpy(saved->exact, inst, inst->block_size);
  if (inst->solver_memory) {
    solver_memory_copy_out(inst->solver_memory,
                           saved->exact + inst->block_size);
  }
  *state = saved;
  return STATUS_OK;
}

/* The arrays in the copy of a block. */
static const char *arrays_of(const SavedState *saved)
{
  const Instance *copy = (const Instance *)(const void *)saved->exact;
  return saved->exact + (copy->arrays - (const char *)saved->owner);
}

static void put_back(Instance *inst, const SavedState *saved)
{
  RUNTIME_ASSERT(saved->owner == inst && saved->block_size == inst->block_size);
  Logger logger = inst->logger; /* log settings are not part of the state */
  ArrayPool pool = inst->array_pool; /* memory of its own */
  memcpy(inst, saved->exact, inst->block_size);
  inst->array_pool = pool;
  inst->logger = logger;
  if (inst->solver_memory) {
    solver_memory_copy_in(inst->solver_memory, saved->exact + inst->block_size);
  }
}

/* --- the form without addresses ------------------------------------------ */

static Scalars scalars_of(const Instance *inst)
{
  Scalars s;
  const Statistics *n = &inst->statistics;
  memset(&s, 0, sizeof s);
  s.mode = (int32_t)inst->mode;
  s.stale = (int32_t)inst->stale;
  s.initial = inst->values.initial;
  s.has_stop_time = inst->has_stop_time;
  s.pivoted = inst->pivoted;
  s.nominals_changed = inst->nominals_changed;
  s.states_changed = inst->states_changed;
  s.ends = inst->ends;
  s.next_event = inst->next_event;
  s.start_time = inst->start_time;
  s.stop_time = inst->stop_time;
  s.tolerance = inst->tolerance;
  s.communication_time = inst->communication_time;
  s.steps = n->steps;
  s.rhs = n->rhs;
  s.jacobians = n->jacobians;
  s.events = n->events;
  s.pivots = n->pivots;
  s.restarts = n->restarts;
  s.factorizations = n->factorizations;
  s.blocks_factored = n->blocks_factored;
  s.corrections = n->corrections;
  s.fallen_back = n->fallen_back;
  return s;
}

static void take_scalars(Instance *inst, const Scalars *s)
{
  RUNTIME_ASSERT(s->mode > 0 && s->mode <= MODE_LAST);
  Statistics *n = &inst->statistics;
  inst->mode = (Mode)s->mode;
  inst->stale = (unsigned)s->stale;
  inst->values.initial = s->initial;
  inst->has_stop_time = s->has_stop_time != 0;
  inst->pivoted = s->pivoted != 0;
  inst->nominals_changed = s->nominals_changed != 0;
  inst->states_changed = s->states_changed != 0;
  inst->ends = s->ends != 0;
  inst->next_event = s->next_event;
  inst->start_time = s->start_time;
  inst->stop_time = s->stop_time;
  instance_set_tolerance(inst, s->tolerance);
  inst->communication_time = s->communication_time;
  n->steps = (long)s->steps;
  n->rhs = (long)s->rhs;
  n->jacobians = (long)s->jacobians;
  n->events = (long)s->events;
  n->pivots = (long)s->pivots;
  n->restarts = (long)s->restarts;
  n->factorizations = (long)s->factorizations;
  n->blocks_factored = (long)s->blocks_factored;
  n->corrections = (long)s->corrections;
  n->fallen_back = (long)s->fallen_back;
}

/* Without own bytes. */
static size_t payload_size(const Instance *inst)
{
  return sizeof(Scalars) + inst->arrays_size;
}

static ExactCopy exact_copy(const SavedState *saved)
{
  RUNTIME_ASSERT(saved->exact && saved->owner);
  bool has_solver = saved->solver_size > 0;
  return (ExactCopy){saved->owner, saved->exact,
                     has_solver ? saved->exact + saved->block_size : NULL};
}

static size_t carried_size(const SavedState *saved)
{
  if (saved->payload) return saved->carried_size;
  ExactCopy copy = exact_copy(saved);
  return carried_memory_size(&copy);
}

/* False: memory is short. */
static bool write_carried(const SavedState *saved, char *bytes)
{
  if (saved->payload) {
    if (saved->carried) memcpy(bytes, saved->carried, saved->carried_size);
    return true;
  }
  ExactCopy copy = exact_copy(saved);
  return carried_memory_write(&copy, bytes);
}

static size_t whole_size(const Instance *inst, const SavedState *saved)
{
  return payload_size(inst) + saved->own_size + carried_size(saved);
}

static void write_payload(const Instance *inst, const SavedState *saved,
                          char *payload)
{
  RUNTIME_ASSERT(saved->exact || saved->payload);
  if (saved->payload) {
    memcpy(payload, saved->payload, payload_size(inst));
    return;
  }
  Scalars s = scalars_of((const Instance *)(const void *)saved->exact);
  memcpy(payload, &s, sizeof s);
  memcpy(payload + sizeof s, arrays_of(saved), inst->arrays_size);
}

static void read_arrays(Instance *inst, const char *payload)
{
  memcpy(inst->arrays, payload + sizeof(Scalars), inst->arrays_size);
}

/* The integrator knows nothing of the point: it starts again. */
static void read_payload(Instance *inst, const char *payload)
{
  Scalars s;
  memcpy(&s, payload, sizeof s);
  if (inst->integrator) inst->method->count(inst->integrator);
  take_scalars(inst, &s);
  read_arrays(inst, payload);
  inst->has_started = false;
  inst->restart_needed = true;
}

/* --- external objects ---------------------------------------------------- */

/* No object has been made. */
static bool is_early(const Instance *inst)
{
  return inst->mode == MODE_INSTANTIATED || inst->mode == MODE_CONFIGURATION;
}

/* Is what the objects have seen something else than what the state has seen?
 * Between events they learn of nothing. */
static bool objects_are_strange(const Instance *inst, const SavedState *saved)
{
  if (inst->model->n_objects == 0) return false;
  if (saved->owner != inst || !saved->exact) return true;
  const Instance *copy = (const Instance *)(const void *)saved->exact;
  return !is_early(copy) &&
         (is_early(inst) || copy->statistics.events != inst->statistics.events);
}

/* Makes them again, at the time of the state: initial() is true for them. The
 * values are to be restored afterwards. */
static bool renew_objects(Instance *inst)
{
  if (is_early(inst)) return true;
  external_objects_destroy(inst);
  inst->values.initial = 1;
  return inst->model->parameters(&inst->values) == 0 &&
         inst->model->initialize(&inst->values) == 0;
}

/* --- restoring ----------------------------------------------------------- */

/* Is all memory of the solver in the copy? Not if the FMU was compiled from
 * its sources with solvers whose calls of malloc are not renamed. */
static bool is_whole(const Instance *inst)
{
#ifdef FOUCAULT_SOLVERS_IN_INSTANCE
  (void)inst;
  return true;
#else
  return !inst->integrator;
#endif
}

/* From a payload with room for carried memory after it. Where that is of
 * another binary, or memory is too short for it, the integrator starts again. */
static bool restore_elsewhere(Instance *inst, const SavedState *saved,
                              char *payload)
{
  char *carried = payload + payload_size(inst);
  size_t size = carried_size(saved);
  if (!write_carried(saved, carried)) return false;
  read_payload(inst, payload);
  if (!carried_memory_is_ours(carried, size)) return true;
  if (carried_memory_take(inst, carried, size)) return true;
  inst->has_started = false;
  inst->restart_needed = true;
  return true;
}

static bool restore_instance(Instance *inst, const SavedState *saved)
{
  if (saved->owner == inst && saved->exact && is_whole(inst)) {
    put_back(inst, saved);
    return resizable_restore_own(inst, saved->own, saved->own_size);
  }
  char *payload = malloc(payload_size(inst) + carried_size(saved));
  if (!payload) return false;
  write_payload(inst, saved, payload);
  bool good = restore_elsewhere(inst, saved, payload);
  free(payload);
  if (!good) return false;
  return saved->owner == inst
             ? resizable_restore_own(inst, saved->own, saved->own_size)
             : read_own(inst, saved->own, saved->own_size);
}

Status saved_state_set(Instance *inst, void *state)
{
  Call call = CALL_SET_FMU_STATE;
  SavedState *saved = state;
  if (!is_state_of(inst, saved, call)) return STATUS_ERROR;
  bool renew = objects_are_strange(inst, saved);
  clocks_forget(inst);
  if (!restore_instance(inst, saved)) return memory_is_short(inst, call);
  if (!renew) return STATUS_OK;
  bool good = renew_objects(inst);
  if (!restore_instance(inst, saved)) return memory_is_short(inst, call);
  return good ? STATUS_OK
              : instance_fail(inst, "%s: external objects cannot be made",
                              instance_call_name(inst, call));
}

Status saved_state_free(Instance *inst, void **state)
{
  if (!state || !*state) return STATUS_OK;
  SavedState *saved = *state;
  if (!is_state_of(inst, saved, CALL_FREE_FMU_STATE)) return STATUS_ERROR;
  discard(saved);
  *state = NULL;
  return STATUS_OK;
}

Status saved_state_size(Instance *inst, void *state, size_t *size)
{
  if (!is_state_of(inst, state, CALL_SERIALIZED_FMU_STATE_SIZE)) {
    return STATUS_ERROR;
  }
  if (!size) {
    return instance_refuse(inst, CALL_SERIALIZED_FMU_STATE_SIZE, "no size");
  }
  *size = sizeof(Header) + whole_size(inst, state);
  return STATUS_OK;
}

static uint64_t checksum_of(const Header *header, const char *payload)
{
  uint64_t hash = saved_state_hash_bytes(header->model, &header->own_size,
                                         sizeof header->own_size);
  return saved_state_hash_bytes(hash, payload, (size_t)header->size);
}

Status saved_state_serialize(Instance *inst, void *state, char *bytes,
                             size_t size)
{
  Call call = CALL_SERIALIZE_FMU_STATE;
  if (!is_state_of(inst, state, call)) return STATUS_ERROR;
  const SavedState *saved = state;
  size_t n = whole_size(inst, saved), needed = sizeof(Header) + n;
  if (!bytes || size < needed) {
    return instance_error(
        inst, "%s: %zu bytes are too few, the state takes %zu",
        instance_call_name(inst, call), bytes ? size : 0, needed);
  }
  Header header;
  memset(&header, 0, sizeof header);
  char *payload = bytes + sizeof header;
  write_payload(inst, saved, payload);
  payload += payload_size(inst);
  if (saved->own) memcpy(payload, saved->own, saved->own_size);
  if (!write_carried(saved, payload + saved->own_size)) {
    return memory_is_short(inst, call);
  }
  memcpy(header.magic, magic, sizeof magic);
  header.model = model_hash(inst->model, inst->type);
  header.size = n;
  header.own_size = saved->own_size;
  header.checksum = checksum_of(&header, bytes + sizeof header);
  memcpy(bytes, &header, sizeof header);
  return STATUS_OK;
}

/* --- bytes of others ----------------------------------------------------- */

/* A checksum tells that nothing was damaged, not who wrote it. So the state is
 * put into an instance of its own first, where every mechanism looks at what it
 * would use (state_fit.h, carried.h). */

/* One of those that an instance of this kind has. */
static bool mode_fits(const Instance *inst, int32_t mode)
{
  int32_t own = MODE_EVENT | MODE_CONTINUOUS;
  if (inst->type == CO_SIMULATION)
    own = MODE_STEP_COMPLETE | (inst->has_event_mode ? MODE_EVENT : 0);
  if (inst->type == SCHEDULED_EXECUTION) own = MODE_CLOCK_ACTIVATION;
  if (inst->model->n_sizes > 0 &&
      modes_exist(&inst->calls[CALL_ENTER_CONFIGURATION], inst->type))
    own |= MODE_CONFIGURATION | MODE_RECONFIGURATION;
  int32_t known = own | MODE_INSTANTIATED | MODE_INITIALIZATION |
                  MODE_TERMINATED | MODE_ERROR;
  return mode > 0 && (mode & (mode - 1)) == 0 && (mode & known) != 0;
}

static bool is_flag(int32_t value)
{
  return value == 0 || value == 1;
}

static bool counters_fit(const Scalars *s)
{
  const int64_t counter[] = {
      s->steps,       s->rhs,        s->jacobians,      s->events,
      s->pivots,      s->restarts,   s->factorizations, s->blocks_factored,
      s->corrections, s->fallen_back};
  for (size_t k = 0; k < sizeof counter / sizeof counter[0]; k++) {
    if (counter[k] < 0 || counter[k] > LONG_MAX / 4) return false;
  }
  return true;
}

static bool flags_fit(const Scalars *s)
{
  return is_flag(s->initial) && is_flag(s->has_stop_time) &&
         is_flag(s->pivoted) && is_flag(s->nominals_changed) &&
         is_flag(s->states_changed) && is_flag(s->ends);
}

/* While a model runs its initial system has been solved. */
static bool stale_fits(const Scalars *s)
{
  const int32_t stale =
      STALE_INITIAL | STALE_RELATIONS | STALE_VALUES | STALE_PARAMETERS;
  const int32_t running = MODE_EVENT | MODE_CONTINUOUS | MODE_STEP_COMPLETE;
  bool is_begun = (s->mode & running) != 0;
  return (s->stale & ~stale) == 0 && !(is_begun && s->stale & STALE_INITIAL);
}

static bool scalars_fit(const Instance *inst, const Scalars *s)
{
  /* no event is announced that is over */
  bool is_ahead =
      s->mode != MODE_STEP_COMPLETE || s->next_event >= s->communication_time;
  return mode_fits(inst, s->mode) && stale_fits(s) && flags_fit(s) &&
         counters_fit(s) && !isnan(s->next_event) && is_ahead &&
         isfinite(s->start_time) && isfinite(s->communication_time) &&
         s->start_time <= s->communication_time && isfinite(s->tolerance) &&
         s->tolerance >= TOLERANCE_LEAST &&
         (!s->has_stop_time ||
          (isfinite(s->stop_time) && s->start_time <= s->stop_time));
}

/* Variables that are states in any choice; those of sets: dummy_pivot.c. */
static bool plain_states_fit(const StateFit *fit)
{
  const Model *m = fit->inst->model;
  const int *state = fit->inst->state, *derivative = fit->inst->derivative;
  const double *nominal = fit->inst->state_nominal;
  if (!state_fit_ints(state, m->n_states, 0, m->n_real - 1) ||
      !state_fit_ints(derivative, m->n_states, 0, m->n_real - 1)) {
    return false;
  }
  int k = 0;
  for (int s = 0; s <= m->n_sets; s++) {
    int end = s < m->n_sets ? m->set[s].first_state : m->n_states;
    for (; k < end; k++) {
      if (!state_fit_same(fit, &state[k], sizeof state[k]) ||
          !state_fit_same(fit, &derivative[k], sizeof derivative[k]) ||
          !state_fit_same(fit, &nominal[k], sizeof nominal[k]))
        return false;
    }
    if (s < m->n_sets) k += m->set[s].n_states;
  }
  return true;
}

/* Booleans are 0 or 1: they are indices, too. */
static bool values_fit(const StateFit *fit)
{
  const Instance *inst = fit->inst;
  const Model *m = inst->model;
  int n = m->n_real + m->n_integer + m->n_boolean;
  return state_fit_ints(inst->values.boolean, m->n_boolean, 0, 1) &&
         state_fit_ints(inst->start_boolean, m->n_boolean, 0, 1) &&
         state_fit_bytes(inst->values.relation, m->n_relations, 1) &&
         state_fit_bytes(inst->keep, n, 1) && isfinite(instance_time(inst));
}

static bool parts_fit(const StateFit *fit)
{
  for (int k = 0; k < N_PARTS; k++) {
    const Mechanism *row = fit->inst->mechanisms->row[k];
    if (row->fits && !row->fits(fit)) return false;
  }
  return true;
}

/* What is in the arrays of the instance, which nobody uses otherwise. `made`:
 * those of a new one. */
static bool arrays_fit(Instance *inst, const char *made)
{
  StateFit fit = {inst, made};
  return plain_states_fit(&fit) && values_fit(&fit) && parts_fit(&fit);
}

/* An instance of the same kind that tells nobody of itself. */
static Instance *make_trial(const Instance *inst)
{
  const Logger silent = {.name = ""};
  Instance *trial =
      instance_create(inst->given, inst->type, &silent, inst->method,
                      inst->mechanisms, inst->calls);
  if (trial) trial->has_event_mode = inst->has_event_mode;
  return trial;
}

/* Puts it into the trial; false: something does not fit. What a mechanism has
 * not looked at is not used. */
static bool try_state(Instance *trial, const char *made,
                      const SavedState *saved)
{
  read_payload(trial, saved->payload);
  if (!arrays_fit(trial, made)) return false;
  if (carried_memory_is_ours(saved->carried, saved->carried_size) &&
      !carried_memory_take(trial, saved->carried, saved->carried_size)) {
    return false;
  }
  return read_own(trial, saved->own, saved->own_size);
}

/* STATUS_OK: the state could have come about. */
static Status judge_state(Instance *inst, const SavedState *saved)
{
  Instance *trial = make_trial(inst);
  char *made = trial ? malloc(trial->arrays_size + 1) : NULL;
  Status status = STATUS_OK;
  if (made) {
    memcpy(made, trial->arrays, trial->arrays_size);
    if (!try_state(trial, made, saved)) {
      status = instance_refuse(inst, CALL_DESERIALIZE_FMU_STATE,
                               "it is in no state that this FMU can be in");
    }
    memcpy(trial->arrays, made, trial->arrays_size);
  } else {
    status = memory_is_short(inst, CALL_DESERIALIZE_FMU_STATE);
  }
  free(made);
  instance_free(trial);
  return status;
}

static Status refuse_bytes(Instance *inst, const char *why)
{
  return instance_refuse(inst, CALL_DESERIALIZE_FMU_STATE, "%s", why);
}

/* NULL: the bytes can be used. */
static const char *saved_state_fault_of(Instance *inst, const char *bytes,
                                        size_t size)
{
  Header header;
  if (!bytes || size < sizeof header) return "these are too few bytes";
  memcpy(&header, bytes, sizeof header);
  if (memcmp(header.magic, magic, sizeof magic) != 0) {
    return "these bytes are not a serialized state";
  }
  if (header.model != model_hash(inst->model, inst->type)) {
    return "this is a state of another FMU or of the other FMI kind";
  }
  bool has_own = own_size(inst) > 0;
  if (header.size < payload_size(inst) || has_own != (header.own_size > 0) ||
      header.own_size > header.size - payload_size(inst) ||
      header.size > size - sizeof header) {
    return "the size does not fit this FMU";
  }
  uint64_t sum = checksum_of(&header, bytes + sizeof header);
  if (sum != header.checksum) return "the bytes are damaged";
  Scalars s;
  memcpy(&s, bytes + sizeof header, sizeof s);
  return scalars_fit(inst, &s) ? NULL
                               : "it is in no state that this FMU can be in";
}

/* NULL for none. False: memory is short. */
static bool copy_bytes(const char *bytes, size_t n, char **copy)
{
  *copy = n > 0 ? malloc(n) : NULL;
  if (*copy) memcpy(*copy, bytes, n);
  return *copy || n == 0;
}

static bool copy_payload(const Instance *inst, const char *bytes,
                         SavedState *made)
{
  Header header;
  size_t n = payload_size(inst);
  memcpy(&header, bytes, sizeof header);
  bytes += sizeof header;
  made->own_size = (size_t)header.own_size;
  made->carried_size = (size_t)header.size - n - made->own_size;
  return copy_bytes(bytes, n, &made->payload) &&
         copy_bytes(bytes + n, made->own_size, &made->own) &&
         copy_bytes(bytes + n + made->own_size, made->carried_size,
                    &made->carried);
}

Status saved_state_deserialize(Instance *inst, const char *bytes, size_t size,
                               void **state)
{
  Call call = CALL_DESERIALIZE_FMU_STATE;
  if (!state) return refuse_bytes(inst, "no FMUstate");
  if (*state && !is_state_of(inst, *state, call)) return STATUS_ERROR;
  const char *fault = saved_state_fault_of(inst, bytes, size);
  if (fault) return refuse_bytes(inst, fault);

  SavedState *made = calloc(1, sizeof *made);
  if (!made) return memory_is_short(inst, call);
  if (!copy_payload(inst, bytes, made)) {
    discard(made);
    return memory_is_short(inst, call);
  }
  Status status = judge_state(inst, made);
  if (status != STATUS_OK) {
    discard(made);
    return status;
  }
  made->model = inst->given;
  made->type = inst->type;
  if (*state) saved_state_free(inst, state);
  *state = made;
  return STATUS_OK;
}
