/* tape.c: see tape.h. */
#include "tape.h"
#include "../core/runtime_assert.h"
#include "../carry/state_fit.h"
#include "input_motion.h"

/* The part of the instance. */
typedef struct TapeMemory {
  int *first;                /* [tape_n_items()] operand of each item */
  unsigned char *leaf;       /* [n_tape_operands] its TAPE_* */
  unsigned char *has_inputs; /* [tape_n_items()] */
} TapeMemory;

static TapeMemory *tapes_of(const Instance *inst)
{
  return inst->part[PART_TAPES];
}

int tape_first_forcing(const Model *m)
{
  return m->n_relations + m->n_assertions;
}

int tape_n_items(const Model *m)
{
  return tape_first_forcing(m) + m->n_forcings;
}

const Tape *tape_of_item(const Instance *inst, int item)
{
  const Model *m = inst->model;
  RUNTIME_ASSERT(item >= 0 && item < tape_n_items(m));
  int number = m->tape_of ? m->tape_of[item] : 0;
  return number > 0 ? &m->tape[number - 1] : NULL;
}

bool tape_exists(const Instance *inst, int item)
{
  return tape_of_item(inst, item) != NULL;
}

/* --- leaves -------------------------------------------------------------- */

static const Interval zero = {0, 0};

static TapeValue held(double value)
{
  return (TapeValue){interval_of(value), zero};
}

static bool tape_is_leaf(int op)
{
  return op <= TAPE_INPUT;
}

double tape_held_value(const Instance *inst, int op, int index)
{
  const ModelValues *v = &inst->values;
  switch (op) {
  case TAPE_NUMBER: return inst->model->tape_number[index];
  case TAPE_REAL: return v->real[index];
  case TAPE_INTEGER: return v->integer[index];
  case TAPE_BOOLEAN: return v->boolean[index];
  case TAPE_RELATION: return v->relation[index];
  }
  return 0;
}

static TapeValue tape_leaf_value(const Instance *inst, const TapeView *view,
                                 int op, int index)
{
  if (op == TAPE_STATE) {
    RUNTIME_ASSERT(view->state);
    return view->state(view->context, index);
  }
  if (op == TAPE_INPUT) {
    TapeValue input;
    input.value = input_motion_value(inst, index, view->time, &input.slope);
    return input;
  }
  return held(tape_held_value(inst, op, index));
}

/* --- arithmetic ---------------------------------------------------------- */

static Interval tape_add(Interval a, Interval b)
{
  return interval_add(a, b);
}

static Interval multiply(Interval a, Interval b)
{
  return interval_multiply(a, b);
}

static Interval tape_square(Interval a)
{
  return interval_power(a, interval_of(2));
}

static Interval tape_inverse_of(Interval a)
{
  return interval_divide(interval_of(1), a);
}

/* The slope of f(a), whose derivative is given. */
static TapeValue chain(Interval value, Interval derivative, TapeValue a)
{
  if (interval_is_zero(a.slope)) return (TapeValue){value, zero};
  if (interval_is_empty(derivative)) derivative = interval_all();
  return (TapeValue){value, multiply(derivative, a.slope)};
}

/* The same of a function that has values in [least, most] only. */
static TapeValue chain_within(Interval value, Interval derivative, TapeValue a,
                              double least, double most)
{
  if (!(a.value.low >= least && a.value.high <= most))
    derivative = interval_all();
  return chain(value, derivative, a);
}

/* A function that jumps has every slope but where it is constant. */
static TapeValue step_value(Interval value)
{
  return (TapeValue){value, value.low < value.high ? interval_all() : zero};
}

static TapeValue tape_product(TapeValue a, TapeValue b)
{
  return (TapeValue){
      multiply(a.value, b.value),
      tape_add(multiply(a.slope, b.value), multiply(a.value, b.slope))};
}

/* A square is not below zero. */
static TapeValue tape_squared(TapeValue a)
{
  Interval half = multiply(a.value, a.slope);
  return (TapeValue){tape_square(a.value), tape_add(half, half)};
}

static TapeValue quotient(TapeValue a, TapeValue b)
{
  Interval value = interval_divide(a.value, b.value);
  if (interval_is_zero(a.slope) && interval_is_zero(b.slope))
    return (TapeValue){value, zero};
  if (interval_has(b.value, 0)) return (TapeValue){value, interval_all()};
  Interval top = interval_subtract(a.slope, multiply(value, b.slope));
  return (TapeValue){value, interval_divide(top, b.value)};
}

static TapeValue power(TapeValue a, TapeValue b)
{
  Interval value = interval_power(a.value, b.value);
  double n = b.value.low;
  if (b.value.low == b.value.high && interval_is_zero(b.slope)) {
    Interval less = interval_power(a.value, interval_of(n - 1));
    double least = n == floor(n) ? -HUGE_VAL : 0;
    if (n < 0 && interval_has(a.value, 0)) less = interval_all();
    return chain_within(value, multiply(interval_of(n), less), a, least,
                        HUGE_VAL);
  }
  if (!(a.value.low > 0)) return (TapeValue){value, interval_all()};
  Interval part =
      tape_add(multiply(b.slope, interval_log(a.value)),
               multiply(b.value, interval_divide(a.slope, a.value)));
  return (TapeValue){value, multiply(value, part)};
}

static TapeValue angle(TapeValue a, TapeValue b)
{
  Interval value = interval_atan2(a.value, b.value);
  if (b.value.low <= 0 && interval_has(a.value, 0))
    return (TapeValue){value, interval_all()};
  Interval top =
      interval_subtract(multiply(b.value, a.slope), multiply(a.value, b.slope));
  Interval size = tape_add(tape_square(a.value), tape_square(b.value));
  return (TapeValue){value, interval_divide(top, size)};
}

/* --- choices ------------------------------------------------------------- */

/* min or max: the slope of the one that it is, or of either. */
static TapeValue tape_choose(TapeValue a, TapeValue b, bool is_max)
{
  Interval value =
      is_max ? interval_max(a.value, b.value) : interval_min(a.value, b.value);
  bool a_first = a.value.high < b.value.low,
       b_first = b.value.high < a.value.low;
  if (a_first) return (TapeValue){value, is_max ? b.slope : a.slope};
  if (b_first) return (TapeValue){value, is_max ? a.slope : b.slope};
  return (TapeValue){value, interval_hull(a.slope, b.slope)};
}

static Interval truth(bool surely, bool surely_not)
{
  return (Interval){surely ? 1 : 0, surely_not ? 0 : 1};
}

Interval tape_compare(int op, Interval a, Interval b)
{
  bool apart = a.high < b.low || b.high < a.low;
  bool same = a.low == a.high && b.low == b.high && a.low == b.low;
  switch (op) {
  case TAPE_LT: return truth(a.high < b.low, a.low >= b.high);
  case TAPE_LE: return truth(a.high <= b.low, a.low > b.high);
  case TAPE_EQ: return truth(same, apart);
  default: return truth(apart, same);
  }
}

static TapeValue tape_logical(int op, Interval a, Interval b)
{
  switch (op) {
  case TAPE_AND: return step_value(interval_min(a, b));
  case TAPE_OR: return step_value(interval_max(a, b));
  default: return step_value(interval_subtract(interval_of(1), a));
  }
}

static TapeValue branch(Interval condition, TapeValue then, TapeValue otherwise)
{
  if (condition.low > 0) return then;
  if (condition.high < 1) return otherwise;
  return (TapeValue){interval_hull(then.value, otherwise.value),
                     interval_all()};
}

/* --- functions of one number --------------------------------------------- */

static TapeValue function_of(int op, TapeValue a)
{
  Interval x = a.value, one = interval_of(1), v;
  switch (op) {
  case TAPE_SIN: return chain(interval_sin(x), interval_cos(x), a);
  case TAPE_COS:
    return chain(interval_cos(x), interval_negate(interval_sin(x)), a);
  case TAPE_TAN:
    v = interval_tan(x);
    if (!isfinite(v.low)) return chain(v, interval_all(), a); /* a pole */
    return chain(v, tape_add(one, tape_square(v)), a);
  case TAPE_ASIN:
  case TAPE_ACOS:
    v = tape_inverse_of(interval_sqrt(interval_subtract(one, tape_square(x))));
    if (op == TAPE_ASIN) return chain_within(interval_asin(x), v, a, -1, 1);
    return chain_within(interval_acos(x), interval_negate(v), a, -1, 1);
  case TAPE_ATAN:
    return chain(interval_atan(x),
                 tape_inverse_of(tape_add(one, tape_square(x))), a);
  case TAPE_SINH: return chain(interval_sinh(x), interval_cosh(x), a);
  case TAPE_COSH: return chain(interval_cosh(x), interval_sinh(x), a);
  case TAPE_TANH:
    v = interval_tanh(x);
    return chain(v, interval_subtract(one, tape_square(v)), a);
  case TAPE_EXP: v = interval_exp(x); return chain(v, v, a);
  case TAPE_LOG:
    return chain_within(interval_log(x), tape_inverse_of(x), a, 0, HUGE_VAL);
  case TAPE_LOG10:
    v = multiply(interval_of(0.43429448190325182765), tape_inverse_of(x));
    return chain_within(interval_log10(x), v, a, 0, HUGE_VAL);
  case TAPE_SQRT:
    v = interval_sqrt(x);
    return chain_within(v, multiply(interval_of(0.5), tape_inverse_of(v)), a, 0,
                        HUGE_VAL);
  case TAPE_ABS: v = interval_sign(x); return chain(interval_abs(x), v, a);
  case TAPE_SIGN: return step_value(interval_sign(x));
  case TAPE_FLOOR: return step_value(interval_floor(x));
  case TAPE_CEIL: return step_value(interval_ceil(x));
  case TAPE_NEG:
    return (TapeValue){interval_negate(x), interval_negate(a.slope)};
  }
  return (TapeValue){interval_all(), interval_all()};
}

static TapeValue operate(int op, TapeValue a, TapeValue b)
{
  switch (op) {
  case TAPE_ADD:
    return (TapeValue){tape_add(a.value, b.value), tape_add(a.slope, b.slope)};
  case TAPE_SUB:
    return (TapeValue){interval_subtract(a.value, b.value),
                       interval_subtract(a.slope, b.slope)};
  case TAPE_MUL: return tape_product(a, b);
  case TAPE_DIV: return quotient(a, b);
  case TAPE_POW: return power(a, b);
  case TAPE_ATAN2: return angle(a, b);
  case TAPE_MIN:
  case TAPE_MAX: return tape_choose(a, b, op == TAPE_MAX);
  case TAPE_LT:
  case TAPE_LE:
  case TAPE_EQ:
  case TAPE_NE: return step_value(tape_compare(op, a.value, b.value));
  case TAPE_AND:
  case TAPE_OR:
  case TAPE_NOT: return tape_logical(op, a.value, b.value);
  }
  return function_of(op, a);
}

/* --- a run --------------------------------------------------------------- */

const int *tape_operands(const Instance *inst, int item)
{
  return inst->model->tape_operand + tapes_of(inst)->first[item];
}

TapeValue tape_run(const Instance *inst, int item, const TapeView *view)
{
  const Tape *tape = tape_of_item(inst, item);
  RUNTIME_ASSERT(tape && tape->n_steps > 0 && tape->n_steps <= TAPE_MOST_STEPS);
  const int *operand = tape_operands(inst, item);
  TapeValue result[TAPE_MOST_STEPS];
  for (int k = 0; k < tape->n_steps; k++) {
    const TapeStep *s = &tape->step[k];
    RUNTIME_ASSERT(tape_is_leaf(s->op) || s->a < k);
    if (s->op == TAPE_TIME)
      result[k] = (TapeValue){view->time, interval_of(1)};
    else if (tape_is_leaf(s->op))
      result[k] = tape_leaf_value(inst, view, s->op, operand[s->a]);
    else if (s->op == TAPE_IF)
      result[k] = branch(result[s->a].value, result[s->b], result[s->c]);
    else if (s->op == TAPE_MUL && s->a == s->b)
      result[k] = tape_squared(result[s->a]);
    else
      result[k] = operate(s->op, result[s->a], result[s->b]);
  }
  return result[tape->n_steps - 1];
}

bool tape_has_inputs(const Instance *inst, int item)
{
  return tapes_of(inst)->has_inputs[item];
}

int tape_n_operands(const Instance *inst, int item)
{
  const Tape *tape = tape_of_item(inst, item);
  return tape ? tape->n_operands : 0;
}

int tape_first_operand(const Instance *inst, int item)
{
  RUNTIME_ASSERT(tape_exists(inst, item));
  return tapes_of(inst)->first[item];
}

double tape_operand_value(const Instance *inst, int item, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < tape_n_operands(inst, item));
  int at = tapes_of(inst)->first[item] + k;
  return tape_held_value(inst, tapes_of(inst)->leaf[at],
                         inst->model->tape_operand[at]);
}

/* --- between events -------------------------------------------------------- */

bool tape_renews(const Instance *inst, int item, double *kept)
{
  const Model *m = inst->model;
  const TapeMemory *t = tapes_of(inst);
  const Tape *tape = tape_of_item(inst, item);
  bool changed = false;
  if (!tape) return false;
  int end = t->first[item] + tape->n_operands;
  for (int k = t->first[item]; k < end; k++) {
    int op = t->leaf[k];
    if (op == TAPE_STATE) continue;
    double value = op == TAPE_INPUT
                       ? inst->values.real[m->tape_operand[k]]
                       : tape_held_value(inst, op, m->tape_operand[k]);
    if (value == kept[k]) continue;
    kept[k] = value;
    changed = true;
  }
  return changed;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_tapes(void *part, const Model *m, Carving *c)
{
  TapeMemory *t = part;
  bool has_tapes = m->tape_of != NULL;
  int n_items = has_tapes ? tape_n_items(m) : 0;
  t->first = carve(&c->arrays, n_items, sizeof(int));
  t->has_inputs = carve(&c->arrays, n_items, 1);
  t->leaf = carve(&c->arrays, has_tapes ? m->n_tape_operands : 0, 1);
}

static void mark_leaves(TapeMemory *t, const Tape *tape, int item)
{
  int first = t->first[item];
  for (int k = 0; k < tape->n_steps; k++) {
    const TapeStep *s = &tape->step[k];
    if (tape_is_leaf(s->op) && s->op != TAPE_TIME)
      t->leaf[first + s->a] = (unsigned char)s->op;
    if (s->op == TAPE_INPUT) t->has_inputs[item] = 1;
  }
}

static bool create_tapes(Instance *inst)
{
  const Model *m = inst->model;
  TapeMemory *t = tapes_of(inst);
  int n_items = m->tape_of ? tape_n_items(m) : 0, first = 0;
  for (int k = 0; k < n_items; k++) {
    const Tape *tape = tape_of_item(inst, k);
    t->first[k] = first;
    t->has_inputs[k] = 0;
    if (!tape) continue;
    mark_leaves(t, tape, k);
    first += tape->n_operands;
  }
  RUNTIME_ASSERT(n_items == 0 || first == m->n_tape_operands);
  return true;
}

static bool tapes_fit(const StateFit *fit)
{
  const Model *m = fit->inst->model;
  const TapeMemory *t = tapes_of(fit->inst);
  size_t n_items = m->tape_of ? (size_t)tape_n_items(m) : 0;
  size_t n_operands = m->tape_of ? (size_t)m->n_tape_operands : 0;
  return state_fit_same(fit, t->first, n_items * sizeof t->first[0]) &&
         state_fit_same(fit, t->has_inputs, n_items) &&
         state_fit_same(fit, t->leaf, n_operands);
}

const Mechanism tapes_mechanism = {.name = "tapes",
                                   .size = PART_SIZE(TapeMemory),
                                   .carve = carve_tapes,
                                   .create = create_tapes,
                                   .fits = tapes_fit};
