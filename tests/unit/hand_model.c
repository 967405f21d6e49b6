/* hand_model.c: what a generator would write, by hand. */
#include "hand_model.h"
#include "fmi/mechanisms.h"
#include "integrators/integrators.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

int hand_nothing(ModelValues *v)
{
  (void)v;
  return 0;
}

void hand_no_starts(ModelValues *v, const unsigned char *keep)
{
  (void)v;
  (void)keep;
}

/* --- pendulum ------------------------------------------------------------ */

static void circle_residual(ModelValues *v, double *r)
{
  const double *w = v->real;
  r[0] = w[PENDULUM_X] * w[PENDULUM_X] + w[PENDULUM_Y] * w[PENDULUM_Y] -
         w[PENDULUM_L] * w[PENDULUM_L];
}

static void circle_jacobian(ModelValues *v, double *entry)
{
  entry[0] = 2 * v->real[PENDULUM_Y];
}

static const int circle_unknown[] = {PENDULUM_Y};
static const double circle_nominal[] = {1};
static const int circle_start[] = {0, 1};
static const int circle_row[] = {0};
static const char *const circle_equation[] = {"pendulum.mo:9: x^2 + y^2 = L^2"};
static const char *const circle_name[] = {"y"};

static const Block circle = {.number = 0,
                             .n = 1,
                             .n_columns = 1,
                             .linear = 0,
                             .unknown = circle_unknown,
                             .nominal = circle_nominal,
                             .n_nonzeros = 1,
                             .column_start = circle_start,
                             .row = circle_row,
                             .residual = circle_residual,
                             .jacobian = circle_jacobian,
                             .equation = circle_equation,
                             .name = circle_name};

static void motion_residual(ModelValues *v, double *r)
{
  const double *w = v->real;
  r[0] =
      w[PENDULUM_AX] + w[PENDULUM_LAMBDA] * w[PENDULUM_X] - w[PENDULUM_FORCE];
  r[1] = w[PENDULUM_AY] + w[PENDULUM_LAMBDA] * w[PENDULUM_Y] + w[PENDULUM_G];
  r[2] = w[PENDULUM_X] * w[PENDULUM_AX] + w[PENDULUM_Y] * w[PENDULUM_AY] +
         w[PENDULUM_VX] * w[PENDULUM_VX] + w[PENDULUM_VY] * w[PENDULUM_VY];
}

static void motion_jacobian(ModelValues *v, double *entry)
{
  const double *w = v->real;
  entry[0] = 1;
  entry[1] = w[PENDULUM_X];
  entry[2] = 1;
  entry[3] = w[PENDULUM_Y];
  entry[4] = w[PENDULUM_X];
  entry[5] = w[PENDULUM_Y];
}

static const int motion_unknown[] = {PENDULUM_AX, PENDULUM_AY, PENDULUM_LAMBDA};
static const double motion_nominal[] = {1, 1, 10};
static const int motion_start[] = {0, 2, 4, 6};
static const int motion_row[] = {0, 2, 1, 2, 0, 1};
static const char *const motion_equation[] = {
    "pendulum.mo:7: der(vx) = -lambda*x + force",
    "pendulum.mo:8: der(vy) = -lambda*y - g",
    "pendulum.mo:9: x^2 + y^2 = L^2 (differentiated twice)"};
static const char *const motion_name[] = {"der(vx)", "der(vy)", "lambda"};

static const Block motion = {.number = 1,
                             .n = 3,
                             .n_columns = 3,
                             .linear = 1,
                             .unknown = motion_unknown,
                             .nominal = motion_nominal,
                             .n_nonzeros = 6,
                             .column_start = motion_start,
                             .row = motion_row,
                             .residual = motion_residual,
                             .jacobian = motion_jacobian,
                             .equation = motion_equation,
                             .name = motion_name};

static int pendulum_parameters(ModelValues *v)
{
  double *w = v->real;
  w[PENDULUM_PERIOD] = 2 * pi * sqrt(w[PENDULUM_L] / w[PENDULUM_G]);
  return 0;
}

static void pendulum_starts(ModelValues *v, const unsigned char *keep)
{
  double *w = v->real;
  if (!keep[PENDULUM_X]) {
    w[PENDULUM_X] = w[PENDULUM_L] * sin(w[PENDULUM_ANGLE]);
  }
  if (!keep[PENDULUM_Y]) w[PENDULUM_Y] = -w[PENDULUM_L];
}

static int pendulum_evaluate(ModelValues *v)
{
  double *w = v->real;
  if (block_solve(v, &motion) != 0) return 1;
  w[PENDULUM_ENERGY] =
      (w[PENDULUM_VX] * w[PENDULUM_VX] + w[PENDULUM_VY] * w[PENDULUM_VY]) / 2 +
      w[PENDULUM_G] * w[PENDULUM_Y];
  return 0;
}

static int pendulum_initialize(ModelValues *v)
{
  double *w = v->real;
  if (block_solve(v, &circle) != 0) return 1;
  w[PENDULUM_VY] = -w[PENDULUM_X] * w[PENDULUM_VX] / w[PENDULUM_Y];
  return pendulum_evaluate(v);
}

static const unsigned char pendulum_kind[PENDULUM_N_REAL] = {
    VARIABLE_TIME,       VARIABLE_PARAMETER,  VARIABLE_PARAMETER,
    VARIABLE_PARAMETER,  VARIABLE_DEPENDENT,  VARIABLE_EXACT,
    VARIABLE_APPROX,     VARIABLE_EXACT,      VARIABLE_CALCULATED,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_CALCULATED,
    VARIABLE_INPUT,      VARIABLE_CALCULATED};
static const double pendulum_start[PENDULUM_N_REAL] = {
    0, 9.81, 1, 0.5235987755982988, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0};
static const unsigned char pendulum_integer_kind[] = {VARIABLE_PARAMETER};
static const unsigned char pendulum_boolean_kind[] = {VARIABLE_PARAMETER};
static const int pendulum_integer_start[] = {7};
static const int pendulum_boolean_start[] = {1};
static const int pendulum_state[] = {PENDULUM_X, PENDULUM_Y, PENDULUM_VX,
                                     PENDULUM_VY};
static const int pendulum_derivative[] = {PENDULUM_VX, PENDULUM_VY, PENDULUM_AX,
                                          PENDULUM_AY};
static const double pendulum_nominal[] = {1, 1, 1, 1};

const Model foucault_model = {.contract = FOUCAULT_MODEL_CONTRACT,
                              .integrator = &integrator_cvode,
                              .name = "Pendulum",
                              .guid = HAND_GUID,
                              .n_real = PENDULUM_N_REAL,
                              .n_integer = 1,
                              .n_boolean = 1,
                              .real_kind = pendulum_kind,
                              .integer_kind = pendulum_integer_kind,
                              .boolean_kind = pendulum_boolean_kind,
                              .real_start = pendulum_start,
                              .integer_start = pendulum_integer_start,
                              .boolean_start = pendulum_boolean_start,
                              .n_states = 4,
                              .state = pendulum_state,
                              .derivative = pendulum_derivative,
                              .shown_state = pendulum_state,
                              .shown_derivative = pendulum_derivative,
                              .state_nominal = pendulum_nominal,
                              .stop_time = 10,
                              .tolerance = 1e-6,
                              .has_stop_time = 1,
                              .parameters = pendulum_parameters,
                              .starts = pendulum_starts,
                              .initialize = pendulum_initialize,
                              .evaluate = pendulum_evaluate,
                              .largest_block = 3,
                              .largest_block_nonzeros = 6};

/* --- switch -------------------------------------------------------------- */

static int switch_evaluate(ModelValues *v)
{
  int waiting = v->relation[0], low = v->relation[1], positive = v->relation[2];
  v->real[SWITCH_DER_X] = waiting ? 0 : -1;
  v->real[SWITCH_DER_Z] = low ? 1 : 0;
  v->real[SWITCH_W] = positive ? 2 : 1;
  v->boolean[0] = low;
  v->integer[0] = 1 + low;
  return 0;
}

static void switch_crossings(const ModelValues *v, double *z)
{
  z[0] = v->real[SWITCH_TIME] - 0.5;
  z[1] = v->real[SWITCH_X] - 0.25;
  z[2] = -v->real[SWITCH_U];
}

static const unsigned char switch_kind[] = {
    VARIABLE_TIME,       VARIABLE_EXACT,      VARIABLE_EXACT,
    VARIABLE_CALCULATED, VARIABLE_CALCULATED, VARIABLE_INPUT,
    VARIABLE_CALCULATED};
static const unsigned char switch_discrete_kind[] = {VARIABLE_CALCULATED};
static const double switch_start[SWITCH_N_REAL] = {0, 1, 0, 0, 0, 0, 0};
static const int switch_discrete_start[] = {0};
static const int switch_state[] = {SWITCH_X, SWITCH_Z};
static const int switch_derivative[] = {SWITCH_DER_X, SWITCH_DER_Z};
static const double switch_nominal[] = {1, 1};
static const Relation switch_relation[] = {
    {0, 0, "switch.mo:5: time < 0.5", 1, 0},
    {0, 0, "switch.mo:6: x < 0.25", 1, 0},
    {0, 0, "switch.mo:7: u > 0", 1, 0}};

const Model hand_switch = {.contract = FOUCAULT_MODEL_CONTRACT,
                           .name = "Switch",
                           .guid = HAND_GUID,
                           .n_real = SWITCH_N_REAL,
                           .n_integer = 1,
                           .n_boolean = 1,
                           .real_kind = switch_kind,
                           .integer_kind = switch_discrete_kind,
                           .boolean_kind = switch_discrete_kind,
                           .real_start = switch_start,
                           .integer_start = switch_discrete_start,
                           .boolean_start = switch_discrete_start,
                           .n_states = 2,
                           .state = switch_state,
                           .derivative = switch_derivative,
                           .shown_state = switch_state,
                           .shown_derivative = switch_derivative,
                           .state_nominal = switch_nominal,
                           .n_relations = 3,
                           .n_indicators = 3,
                           .relation = switch_relation,
                           .tolerance = 1e-6,
                           .parameters = hand_nothing,
                           .starts = hand_no_starts,
                           .initialize = switch_evaluate,
                           .evaluate = switch_evaluate,
                           .crossings = switch_crossings};

/* --- one state or none --------------------------------------------------- */

/* Most small models: time, x, der(x), a further variable. */
enum { SMALL_TIME, SMALL_X, SMALL_DER, SMALL_Y, SMALL_N_REAL };

static const unsigned char small_kind[] = {
    VARIABLE_TIME, VARIABLE_EXACT, VARIABLE_CALCULATED, VARIABLE_CALCULATED};
static const int small_state[] = {SMALL_X};
static const int small_derivative[] = {SMALL_DER};
static const double small_nominal[] = {1};

static int stateless_evaluate(ModelValues *v)
{
  v->real[1] = v->relation[0] ? 1 : 0;
  return 0;
}

static void stateless_crossings(const ModelValues *v, double *z)
{
  z[0] = -sin(v->real[0]);
}

static const unsigned char stateless_kind[] = {VARIABLE_TIME,
                                               VARIABLE_CALCULATED};
static const double stateless_start[] = {0, 0};
static const Relation stateless_relation[] = {
    {0, 0, "stateless.mo:3: sin(time) > 0", 1, 0}};

const Model hand_stateless = {.contract = FOUCAULT_MODEL_CONTRACT,
                              .name = "Stateless",
                              .guid = HAND_GUID,
                              .n_real = 2,
                              .real_kind = stateless_kind,
                              .real_start = stateless_start,
                              .n_relations = 1,
                              .n_indicators = 1,
                              .relation = stateless_relation,
                              .tolerance = 1e-6,
                              .parameters = hand_nothing,
                              .starts = hand_no_starts,
                              .initialize = stateless_evaluate,
                              .evaluate = stateless_evaluate,
                              .crossings = stateless_crossings};

static int chatter_evaluate(ModelValues *v)
{
  v->real[SMALL_DER] = v->relation[0] ? 1 : -1;
  return 0;
}

static void chatter_crossings(const ModelValues *v, double *z)
{
  z[0] = v->real[SMALL_X];
}

static const double chatter_start[SMALL_N_REAL] = {0, 0.5, 0, 0};
static const Relation chatter_relation[] = {
    {0, 0, "chatter.mo:4: x < 0", 1, 0}};

const Model hand_chatter = {.contract = FOUCAULT_MODEL_CONTRACT,
                            .name = "Chatter",
                            .guid = HAND_GUID,
                            .n_real = SMALL_N_REAL,
                            .real_kind = small_kind,
                            .real_start = chatter_start,
                            .n_states = 1,
                            .state = small_state,
                            .derivative = small_derivative,
                            .shown_state = small_state,
                            .shown_derivative = small_derivative,
                            .state_nominal = small_nominal,
                            .n_relations = 1,
                            .n_indicators = 1,
                            .relation = chatter_relation,
                            .tolerance = 1e-6,
                            .parameters = hand_nothing,
                            .starts = hand_no_starts,
                            .initialize = chatter_evaluate,
                            .evaluate = chatter_evaluate,
                            .crossings = chatter_crossings};

static int contradiction_evaluate(ModelValues *v)
{
  v->real[1] = v->relation[0] ? 1 : -1;
  return 0;
}

static void contradiction_crossings(const ModelValues *v, double *z)
{
  z[0] = v->real[1];
}

static const Relation contradiction_relation[] = {
    {0, 0, "contradiction.mo:3: y < 0", 1, 0}};

const Model hand_contradiction = {.contract = FOUCAULT_MODEL_CONTRACT,
                                  .name = "Contradiction",
                                  .guid = HAND_GUID,
                                  .n_real = 2,
                                  .real_kind = stateless_kind,
                                  .real_start = stateless_start,
                                  .n_relations = 1,
                                  .n_indicators = 1,
                                  .relation = contradiction_relation,
                                  .tolerance = 1e-6,
                                  .parameters = hand_nothing,
                                  .starts = hand_no_starts,
                                  .initialize = contradiction_evaluate,
                                  .evaluate = contradiction_evaluate,
                                  .crossings = contradiction_crossings};

/* --- models that end ----------------------------------------------------- */

static void root_residual(ModelValues *v, double *r)
{
  r[0] = v->real[SMALL_Y] * v->real[SMALL_Y] - (1 - v->real[SMALL_X]);
}

static void root_jacobian(ModelValues *v, double *entry)
{
  entry[0] = 2 * v->real[SMALL_Y];
}

static const int root_unknown[] = {SMALL_Y};
static const double root_nominal[] = {1};
static const int root_start[] = {0, 1};
static const int root_row[] = {0};
static const char *const root_equation[] = {"deadend.mo:5: y^2 = 1 - x"};
static const char *const root_name[] = {"y"};

static const Block root = {.number = 0,
                           .n = 1,
                           .n_columns = 1,
                           .unknown = root_unknown,
                           .nominal = root_nominal,
                           .n_nonzeros = 1,
                           .column_start = root_start,
                           .row = root_row,
                           .residual = root_residual,
                           .jacobian = root_jacobian,
                           .equation = root_equation,
                           .name = root_name};

static int dead_end_evaluate(ModelValues *v)
{
  v->real[SMALL_DER] = 1;
  return block_solve(v, &root);
}

static const double dead_end_start[SMALL_N_REAL] = {0, 0, 0, 1};

const Model hand_dead_end = {.contract = FOUCAULT_MODEL_CONTRACT,
                             .n_blocks = 1,
                             .block = &root,
                             .name = "DeadEnd",
                             .guid = HAND_GUID,
                             .n_real = SMALL_N_REAL,
                             .real_kind = small_kind,
                             .real_start = dead_end_start,
                             .n_states = 1,
                             .state = small_state,
                             .derivative = small_derivative,
                             .shown_state = small_state,
                             .shown_derivative = small_derivative,
                             .state_nominal = small_nominal,
                             .tolerance = 1e-6,
                             .parameters = hand_nothing,
                             .starts = hand_no_starts,
                             .initialize = dead_end_evaluate,
                             .evaluate = dead_end_evaluate,
                             .largest_block = 1,
                             .largest_block_nonzeros = 1};

static int not_finite_evaluate(ModelValues *v)
{
  v->real[SMALL_DER] = 1 / sqrt(1 - v->real[SMALL_X]);
  return 0;
}

static const double not_finite_start[SMALL_N_REAL] = {0, 0, 0, 0};
static const char *const not_finite_names[] = {"Atime\0Ax\0Ader(x)\0Ay\0", 0};
static const char *const not_finite_computed[] = {
    "@notfinite.mo:4: der(x) = 1/sqrt(1 - x)\0r2 r1\0!\0", 0};

const Model hand_not_finite = {.contract = FOUCAULT_MODEL_CONTRACT,
                               .name = "NotFinite",
                               .guid = HAND_GUID,
                               .n_real = SMALL_N_REAL,
                               .real_kind = small_kind,
                               .real_start = not_finite_start,
                               .n_states = 1,
                               .state = small_state,
                               .derivative = small_derivative,
                               .shown_state = small_state,
                               .shown_derivative = small_derivative,
                               .state_nominal = small_nominal,
                               .tolerance = 1e-6,
                               .parameters = hand_nothing,
                               .starts = hand_no_starts,
                               .initialize = not_finite_evaluate,
                               .evaluate = not_finite_evaluate,
                               .names = not_finite_names,
                               .computed = not_finite_computed};

static int decay_evaluate(ModelValues *v)
{
  v->real[SMALL_DER] = -v->real[SMALL_X] + v->real[SMALL_Y];
  return 0;
}

static const unsigned char decay_kind[] = {VARIABLE_TIME, VARIABLE_EXACT,
                                           VARIABLE_CALCULATED, VARIABLE_INPUT};
static const double decay_start[SMALL_N_REAL] = {0, 1, 0, 0};

const Model hand_decay = {.contract = FOUCAULT_MODEL_CONTRACT,
                          .name = "Decay",
                          .guid = HAND_GUID,
                          .n_real = SMALL_N_REAL,
                          .real_kind = decay_kind,
                          .real_start = decay_start,
                          .n_states = 1,
                          .state = small_state,
                          .derivative = small_derivative,
                          .shown_state = small_state,
                          .shown_derivative = small_derivative,
                          .state_nominal = small_nominal,
                          .tolerance = 1e-6,
                          .parameters = hand_nothing,
                          .starts = hand_no_starts,
                          .initialize = decay_evaluate,
                          .evaluate = decay_evaluate};

/* --- helpers of the tests ------------------------------------------------ */

static void keep_text(char *target, size_t size, const char *text)
{
  snprintf(target, size, "%s", text ? text : "");
}

void hand_log(fmi2ComponentEnvironment environment, fmi2String name,
              fmi2Status status, fmi2String category, fmi2String message, ...)
{
  HandLog *log = environment;
  va_list arguments;
  va_start(arguments, message);
  vsnprintf(log->last, sizeof log->last, message, arguments);
  va_end(arguments);
  log->n++;
  size_t length = strlen(log->last);
  if (length > log->longest) log->longest = length;
  keep_text(log->category, sizeof log->category, category);
  keep_text(log->name, sizeof log->name, name);
  if (status == fmi2Discard) log->n_discards++;
  if (status != fmi2Error) return;
  log->n_errors++;
  memcpy(log->last_error, log->last, sizeof log->last);
}

Instance *hand_instance(const Model *model, fmi2Type type, HandLog *log)
{
  memset(log, 0, sizeof *log);
  Logger logger = fmi2_logger(hand_log, log, "hand");
  return instance_create(model, (InstanceType)type, &logger, &integrator_cvode,
                         &runtime_mechanisms, fmi2_calls);
}

Instance *hand_running(const Model *model, fmi2Type type, HandLog *log,
                       double tolerance, double stop)
{
  Instance *inst = hand_instance(model, type, log);
  if (!inst) return NULL;
  if (fmi2SetupExperiment(inst, fmi2True, tolerance, 0, fmi2True, stop) ==
          fmi2OK &&
      fmi2EnterInitializationMode(inst) == fmi2OK &&
      fmi2ExitInitializationMode(inst) == fmi2OK) {
    return inst;
  }
  instance_free(inst);
  return NULL;
}

double hand_real(Instance *inst, fmi2ValueReference reference)
{
  double value = NAN;
  return fmi2GetReal(inst, &reference, 1, &value) == fmi2OK ? value : NAN;
}

double hand_pendulum_period(double g, double length, double amplitude)
{
  double a = 1, b = cos(amplitude / 2);
  for (int k = 0; k < 10; k++) {
    double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  return 2 * pi * sqrt(length / g) / a;
}

/* --- workspace of a block ------------------------------------------------ */

static void hand_store(FactorStore *store, HandBlockWork *room, int s)
{
  *store = (FactorStore){.state = &room->state[s],
                         .entry = room->entry[s],
                         .row_scale = room->vector[s],
                         .chosen = room->list[s],
                         .matrix = room->matrix[s],
                         .pivot = room->list[2 + s],
                         .column = room->list[4 + s],
                         .unknown = room->list[6 + s],
                         .lu = {.capacity = HAND_ENTRIES,
                                .start = room->start[s],
                                .index = room->index[s],
                                .value = room->value[s],
                                .pivot = room->vector[2 + s],
                                .row = room->list[8 + s],
                                .position = room->list[10 + s]}};
}

void hand_block_work(Instance *inst, HandBlockWork *room)
{
  BlockWork *w = inst->part[PART_BLOCK_WORK] = &room->work;
  BlockGuess *guess = inst->part[PART_BLOCK_GUESS] = &room->guess;
  guess->state = &room->guess_state;
  inst->part[PART_BLOCK_TRACK] = &room->track; /* n = 0: it is not used */
  for (int k = 0; k < HAND_BLOCK; k++) room->list[12][k] = k;
  *w = (BlockWork){.size = HAND_BLOCK,
                   .n_nonzeros = HAND_ENTRIES,
                   .dense_size = HAND_BLOCK,
                   .entry = room->entry[2],
                   .scaled = room->entry[3],
                   .residual = room->vector[4],
                   .trial = room->vector[5],
                   .step = room->vector[6],
                   .base = room->vector[7],
                   .guess = room->vector[8],
                   .right = room->vector[9],
                   .torn = room->vector[11],
                   .given = room->vector[12],
                   .identity = room->list[12],
                   .sparse = {room->vector[10], room->list[13], room->list[14],
                              room->list[15], room->list[16], room->list[17]},
                   .column = room->list[12],
                   .statistics = &inst->statistics,
                   .n_stores = 2,
                   .store = room->store};
  hand_store(&room->store[0], room, 0);
  hand_store(&room->store[1], room, 1);
}

Block hand_full_block(int n, HandFunction *residual, HandFunction *jacobian)
{
  static const int unknown[] = {1, 2};
  static const double one[] = {1, 1};
  static const int start_1[] = {0, 1}, start_2[] = {0, 2, 4};
  static const int row[] = {0, 1, 0, 1};
  static const char *const name[] = {"p", "q"};
  static const char *const equation[] = {"n.mo:1: first", "n.mo:2: second"};
  return (Block){.n = n,
                 .n_columns = n,
                 .unknown = unknown,
                 .nominal = one,
                 .n_nonzeros = n * n,
                 .column_start = n == 1 ? start_1 : start_2,
                 .row = row,
                 .residual = residual,
                 .jacobian = jacobian,
                 .equation = equation,
                 .name = name};
}
