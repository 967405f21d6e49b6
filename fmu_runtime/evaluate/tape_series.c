/* tape_series.c: see tape_series.h. Recurrences: Moore, Interval Analysis,
 * 1966. */
#include "tape_series.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"

static const Interval nothing = {0, 0};

static TapeSeries series_constant(Interval value)
{
  TapeSeries s = {.n = 1};
  s.term[0] = value;
  for (int k = 1; k < SERIES_TERMS; k++) s.term[k] = nothing;
  return s;
}

/* It may have any derivative. */
static TapeSeries series_rough(Interval value)
{
  TapeSeries s = {.n = SERIES_TERMS};
  s.term[0] = value;
  for (int k = 1; k < SERIES_TERMS; k++) s.term[k] = interval_all();
  return s;
}

/* Of what jumps from one value to another. */
static TapeSeries series_jump(Interval value)
{
  return value.low < value.high ? series_rough(value) : series_constant(value);
}

static int series_longer(int a, int b)
{
  return a > b ? a : b;
}

/* --- arithmetic ----------------------------------------------------------- */

static Interval series_scale(Interval a, double factor)
{
  return interval_multiply(a, interval_of(factor));
}

static TapeSeries series_negate(TapeSeries a)
{
  for (int k = 0; k < a.n; k++) a.term[k] = interval_negate(a.term[k]);
  return a;
}

static TapeSeries series_add(const TapeSeries *a, const TapeSeries *b)
{
  TapeSeries s = series_constant(nothing);
  s.n = series_longer(a->n, b->n);
  for (int k = 0; k < s.n; k++)
    s.term[k] = interval_add(a->term[k], b->term[k]);
  return s;
}

static TapeSeries series_subtract(const TapeSeries *a, const TapeSeries *b)
{
  TapeSeries minus = series_negate(*b);
  return series_add(a, &minus);
}

/* Term k of a*b. */
static Interval series_product_term(const TapeSeries *a, const TapeSeries *b,
                                    int k)
{
  Interval sum = nothing;
  for (int i = 0; i <= k; i++) {
    if (i >= a->n || k - i >= b->n) continue;
    sum = interval_add(sum, interval_multiply(a->term[i], b->term[k - i]));
  }
  return sum;
}

static int series_product_length(const TapeSeries *a, const TapeSeries *b)
{
  int n = a->n + b->n - 1;
  return n < SERIES_TERMS ? n : SERIES_TERMS;
}

static TapeSeries series_multiply(const TapeSeries *a, const TapeSeries *b)
{
  TapeSeries s = series_constant(nothing);
  s.n = series_product_length(a, b);
  for (int k = 0; k < s.n; k++) s.term[k] = series_product_term(a, b, k);
  return s;
}

/* Each pair of factors once: a square is not below zero. */
static TapeSeries series_square(const TapeSeries *a)
{
  TapeSeries s = series_constant(nothing);
  s.n = series_product_length(a, a);
  for (int k = 0; k < s.n; k++) {
    Interval sum = nothing;
    for (int i = 0; 2 * i < k; i++) {
      sum = interval_add(sum, interval_multiply(a->term[i], a->term[k - i]));
    }
    sum = series_scale(sum, 2);
    if (k % 2 == 0) {
      Interval middle = interval_power(a->term[k / 2], interval_of(2));
      sum = interval_add(sum, middle);
    }
    s.term[k] = sum;
  }
  return s;
}

static TapeSeries series_divide(const TapeSeries *a, const TapeSeries *b)
{
  Interval value = interval_divide(a->term[0], b->term[0]);
  if (b->n == 1) {
    TapeSeries s = *a;
    for (int k = 0; k < s.n; k++)
      s.term[k] = interval_divide(a->term[k], b->term[0]);
    return s;
  }
  if (interval_has(b->term[0], 0)) return series_rough(value);
  TapeSeries s = series_constant(value);
  s.n = SERIES_TERMS;
  for (int k = 1; k < SERIES_TERMS; k++) {
    Interval rest = a->term[k];
    for (int i = 1; i <= k && i < b->n; i++) {
      rest =
          interval_subtract(rest, interval_multiply(b->term[i], s.term[k - i]));
    }
    s.term[k] = interval_divide(rest, b->term[0]);
  }
  return s;
}

static TapeSeries series_inverse(const TapeSeries *a)
{
  TapeSeries one = series_constant(interval_of(1));
  return series_divide(&one, a);
}

/* --- functions by their derivatives ------------------------------------------ */

/* Term k of v, where v' = w u' and w is known below k. */
static Interval chain_term(const TapeSeries *w, const TapeSeries *u, int k)
{
  Interval sum = nothing;
  RUNTIME_ASSERT(k > 0);
  for (int i = 1; i <= k && i < u->n; i++) {
    Interval part = interval_multiply(u->term[i], w->term[k - i]);
    sum = interval_add(sum, i < k ? series_scale(part, (double)i / k) : part);
  }
  return sum;
}

static TapeSeries series_chain(Interval value, const TapeSeries *w,
                               const TapeSeries *u)
{
  TapeSeries v = series_constant(value);
  if (u->n == 1) return v;
  v.n = SERIES_TERMS;
  for (int k = 1; k < SERIES_TERMS; k++) v.term[k] = chain_term(w, u, k);
  return v;
}

static TapeSeries series_exp(const TapeSeries *u)
{
  TapeSeries v = series_constant(interval_exp(u->term[0]));
  if (u->n == 1) return v;
  v.n = SERIES_TERMS;
  for (int k = 1; k < SERIES_TERMS; k++) v.term[k] = chain_term(&v, u, k);
  return v;
}

/* s' = c u', c' = side s u'. */
static void series_wave(const TapeSeries *u, double side, TapeSeries *s,
                        TapeSeries *c)
{
  if (u->n == 1) return;
  s->n = c->n = SERIES_TERMS;
  for (int k = 1; k < SERIES_TERMS; k++) {
    s->term[k] = chain_term(c, u, k);
    c->term[k] = series_scale(chain_term(s, u, k), side);
  }
}

/* v' = (1 + side v^2) u'. */
static TapeSeries series_tangent(Interval value, double side,
                                 const TapeSeries *u)
{
  TapeSeries v = series_constant(value), w = series_constant(interval_of(1));
  if (u->n == 1) return v;
  if (!isfinite(value.low) || !isfinite(value.high)) return series_rough(value);
  v.n = w.n = SERIES_TERMS;
  for (int k = 0; k < SERIES_TERMS; k++) {
    if (k > 0) v.term[k] = chain_term(&w, u, k);
    Interval square = k == 0 ? interval_power(value, interval_of(2))
                             : series_product_term(&v, &v, k);
    w.term[k] = interval_add(w.term[k], series_scale(square, side));
  }
  return v;
}

static TapeSeries series_sqrt(const TapeSeries *u)
{
  Interval value = interval_sqrt(u->term[0]);
  TapeSeries v = series_constant(value);
  if (u->n == 1) return v;
  if (!(u->term[0].low > 0)) return series_rough(value);
  v.n = SERIES_TERMS;
  for (int k = 1; k < SERIES_TERMS; k++) {
    Interval rest = u->term[k];
    for (int i = 1; i < k; i++) {
      rest =
          interval_subtract(rest, interval_multiply(v.term[i], v.term[k - i]));
    }
    v.term[k] = interval_divide(rest, series_scale(value, 2));
  }
  return v;
}

static TapeSeries series_log(const TapeSeries *u, Interval value, double factor)
{
  if (u->n > 1 && !(u->term[0].low > 0)) return series_rough(value);
  if (u->n == 1) return series_constant(value);
  TapeSeries top = series_constant(interval_of(factor));
  TapeSeries w = series_divide(&top, u);
  return series_chain(value, &w, u);
}

/* side: 1 - u^2 (asin, acos), or 1 + u^2 (atan). */
static TapeSeries one_and_square(const TapeSeries *u, double side)
{
  TapeSeries s = series_square(u), one = series_constant(interval_of(1));
  return side > 0 ? series_add(&one, &s) : series_subtract(&one, &s);
}

static TapeSeries series_arc(const TapeSeries *u, int op)
{
  Interval x = u->term[0];
  Interval value = op == TAPE_ASIN ? interval_asin(x) : interval_acos(x);
  if (u->n == 1) return series_constant(value);
  TapeSeries below = one_and_square(u, -1);
  if (!(below.term[0].low > 0)) return series_rough(value);
  TapeSeries root = series_sqrt(&below), w = series_inverse(&root);
  if (op == TAPE_ACOS) w = series_negate(w);
  return series_chain(value, &w, u);
}

static TapeSeries series_atan(const TapeSeries *u)
{
  TapeSeries below = one_and_square(u, 1), w = series_inverse(&below);
  return series_chain(interval_atan(u->term[0]), &w, u);
}

/* Of a/b; beside the axis on which b is zero and behind it, of any slope. */
static TapeSeries series_angle(const TapeSeries *a, const TapeSeries *b)
{
  Interval value = interval_atan2(a->term[0], b->term[0]);
  if (a->n == 1 && b->n == 1) return series_constant(value);
  if (!(b->term[0].low > 0)) return series_rough(value);
  TapeSeries ratio = series_divide(a, b), s = series_atan(&ratio);
  s.term[0] = value;
  return s;
}

/* --- powers ------------------------------------------------------------------ */

static TapeSeries series_whole_power(const TapeSeries *u, int n)
{
  TapeSeries power = series_constant(interval_of(1)), base = *u;
  RUNTIME_ASSERT(n > 0);
  for (;; n /= 2) {
    if (n % 2 == 1)
      power = power.n == 1 && interval_has(power.term[0], 1)
                  ? base
                  : series_multiply(&power, &base);
    if (n <= 1) return power;
    base = series_square(&base);
  }
}

static TapeSeries series_power(const TapeSeries *u, const TapeSeries *p)
{
  Interval value = interval_power(u->term[0], p->term[0]);
  double n = p->term[0].low;
  if (u->n == 1 && p->n == 1) return series_constant(value);
  if (p->n == 1 && n == p->term[0].high && n == floor(n) && n != 0 &&
      fabs(n) <= SERIES_MOST_POWER) {
    TapeSeries s = series_whole_power(u, (int)fabs(n));
    if (n < 0) s = series_inverse(&s);
    s.term[0] = value;
    return s;
  }
  if (!(u->term[0].low > 0)) return series_rough(value);
  TapeSeries log_of = series_log(u, interval_log(u->term[0]), 1);
  TapeSeries exponent = series_multiply(p, &log_of);
  return series_exp(&exponent);
}

/* --- choices ------------------------------------------------------------------ */

static TapeSeries series_abs(const TapeSeries *a)
{
  if (a->term[0].low >= 0) return *a;
  if (a->term[0].high <= 0) return series_negate(*a);
  return series_rough(interval_abs(a->term[0]));
}

static TapeSeries series_choose(const TapeSeries *a, const TapeSeries *b,
                                bool is_max)
{
  Interval x = a->term[0], y = b->term[0];
  if (x.high <= y.low) return is_max ? *b : *a;
  if (y.high <= x.low) return is_max ? *a : *b;
  return series_rough(is_max ? interval_max(x, y) : interval_min(x, y));
}

static TapeSeries series_branch(const TapeSeries *condition,
                                const TapeSeries *then,
                                const TapeSeries *otherwise)
{
  if (condition->term[0].low > 0) return *then;
  if (condition->term[0].high < 1) return *otherwise;
  return series_rough(interval_hull(then->term[0], otherwise->term[0]));
}

/* --- a run --------------------------------------------------------------------- */

static TapeSeries series_function(int op, const TapeSeries *a)
{
  Interval x = a->term[0];
  TapeSeries s, c;
  switch (op) {
  case TAPE_NEG: return series_negate(*a);
  case TAPE_SIN:
  case TAPE_COS:
    s = series_constant(interval_sin(x));
    c = series_constant(interval_cos(x));
    series_wave(a, -1, &s, &c);
    return op == TAPE_SIN ? s : c;
  case TAPE_SINH:
  case TAPE_COSH:
    s = series_constant(interval_sinh(x));
    c = series_constant(interval_cosh(x));
    series_wave(a, 1, &s, &c);
    return op == TAPE_SINH ? s : c;
  case TAPE_TAN: return series_tangent(interval_tan(x), 1, a);
  case TAPE_TANH: return series_tangent(interval_tanh(x), -1, a);
  case TAPE_ASIN:
  case TAPE_ACOS: return series_arc(a, op);
  case TAPE_ATAN: return series_atan(a);
  case TAPE_EXP: return series_exp(a);
  case TAPE_LOG: return series_log(a, interval_log(x), 1);
  case TAPE_LOG10:
    return series_log(a, interval_log10(x), 0.43429448190325182765);
  case TAPE_SQRT: return series_sqrt(a);
  case TAPE_ABS: return series_abs(a);
  case TAPE_SIGN: return series_jump(interval_sign(x));
  case TAPE_FLOOR: return series_jump(interval_floor(x));
  case TAPE_CEIL: return series_jump(interval_ceil(x));
  }
  return series_rough(interval_all());
}

static TapeSeries series_operate(int op, const TapeSeries *a,
                                 const TapeSeries *b)
{
  switch (op) {
  case TAPE_ADD: return series_add(a, b);
  case TAPE_SUB: return series_subtract(a, b);
  case TAPE_MUL: return a == b ? series_square(a) : series_multiply(a, b);
  case TAPE_DIV: return series_divide(a, b);
  case TAPE_POW: return series_power(a, b);
  case TAPE_ATAN2: return series_angle(a, b);
  case TAPE_MIN:
  case TAPE_MAX: return series_choose(a, b, op == TAPE_MAX);
  case TAPE_LT:
  case TAPE_LE:
  case TAPE_EQ:
  case TAPE_NE: return series_jump(tape_compare(op, a->term[0], b->term[0]));
  case TAPE_AND: return series_jump(interval_min(a->term[0], b->term[0]));
  case TAPE_OR: return series_jump(interval_max(a->term[0], b->term[0]));
  case TAPE_NOT:
    return series_jump(interval_subtract(interval_of(1), a->term[0]));
  }
  return series_function(op, a);
}

static TapeSeries series_of_time(Interval time)
{
  TapeSeries s = series_constant(time);
  s.term[1] = interval_of(1);
  s.n = 2;
  return s;
}

TapeSeries tape_series_run(const Instance *inst, int item, Interval time)
{
  const Tape *tape = tape_of_item(inst, item);
  RUNTIME_ASSERT(tape && tape->n_steps > 0 && tape->n_steps <= TAPE_MOST_STEPS);
  const int *operand = tape_operands(inst, item);
  TapeSeries result[TAPE_MOST_STEPS];
  for (int k = 0; k < tape->n_steps; k++) {
    const TapeStep *s = &tape->step[k];
    RUNTIME_ASSERT(s->op != TAPE_STATE && s->op != TAPE_INPUT);
    if (s->op == TAPE_TIME)
      result[k] = series_of_time(time);
    else if (s->op < TAPE_STATE)
      result[k] = series_constant(
          interval_of(tape_held_value(inst, s->op, operand[s->a])));
    else if (s->op == TAPE_IF)
      result[k] = series_branch(&result[s->a], &result[s->b], &result[s->c]);
    else
      result[k] = series_operate(s->op, &result[s->a], &result[s->b]);
  }
  return result[tape->n_steps - 1];
}
