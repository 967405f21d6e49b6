/* spatial.c: see spatial.h. */
#include "flatten/calls/spatial.h"

#include <assert.h>
#include <string.h>

#include "flatten/classes/written.h"
#include "flatten/expressions/expressions.h"
#include "flatten/flat/builtin_word.h"

/* in0, in1, x, positive; then the points, then the values. */
typedef struct Line {
  FlatExpr *end[2], *x, *positive;
  FlatExpr **point, **value;
  int n_points;
} Line;

bool spatial_is_call(const AstReference *name)
{
  return builtin_word(name) == WORD_SPATIAL_DISTRIBUTION;
}

static FlatExpr *scalar(const Flattening *f, Context context,
                        const AstExpr *call, int i, const char *word,
                        FlatType type)
{
  const AstExpr *written = written_argument(call, i, word);
  if (!written) {
    fault_error(f->faults, call->span, E208,
                "'spatialDistribution' needs the argument '%s'", word);
    return NULL;
  }
  Value *value = expression_value(f, context, written);
  if (!value) return NULL;
  if (!value_is_scalar(value)) {
    fault_unsupported(f->faults, written->span,
                      "'spatialDistribution' of an array");
    return NULL;
  }
  FlatExpr *given = value_at(&f->typing, value, 0);
  FlatExpr *converted = types_convert(&f->typing, given, type);
  if (!converted) {
    fault_error(f->faults, written->span, E204,
                "'%s' of 'spatialDistribution' must be %s, this is %s", word,
                types_a_name(type), types_expr_name(given));
  }
  return converted;
}

/* {a, b} where nothing is written. */
static FlatExpr **vector(const Flattening *f, Context context,
                         const AstExpr *call, int i, const char *word,
                         double last, int *n)
{
  const Typing *t = &f->typing;
  const AstExpr *written = written_argument(call, i, word);
  Value *value = written ? expression_value(f, context, written) : NULL;
  if (written && !value) return NULL;
  if (value && (value->kind == VALUE_RECORD || value->rank != 1 ||
                value->n_elements < 2)) {
    fault_error(f->faults, written->span, E213,
                "'%s' of 'spatialDistribution' must be a vector of two "
                "elements or more",
                word);
    return NULL;
  }
  assert(!value || value->n_elements >= 2);
  *n = value ? value->n_elements : 2;
  FlatExpr **list = arena_array(f->s->flat_arena, (size_t)*n, sizeof list[0]);
  for (int k = 0; k < *n; k++) {
    FlatExpr *one =
        value ? value_at(t, value, k) : types_real(t, call->span, k * last);
    list[k] = types_convert(t, one, FLAT_REAL);
    if (list[k] && list[k]->variability <= FLAT_PARAMETER) continue;
    fault_error(f->faults, one->span, list[k] ? E209 : E204,
                "'%s' of 'spatialDistribution' must be Reals that do not "
                "change in time",
                word);
    return NULL;
  }
  return list;
}

/* Those that are written as numbers rise from 0 to 1. */
static bool check_points(const Flattening *f, const Line *line)
{
  double before = 0;
  for (int k = 0; k < line->n_points; k++) {
    const FlatExpr *point = line->point[k];
    if (point->kind != FLAT_EXPR_REAL) continue;
    bool is_first = k == 0, is_last = k == line->n_points - 1;
    bool fits = point->real >= before && (!is_first || point->real == 0) &&
                (is_last ? point->real == 1 : point->real <= 1);
    before = point->real;
    if (fits) continue;
    fault_error(f->faults, point->span, E204,
                "the initial points of 'spatialDistribution' must rise from 0 "
                "to 1");
    return false;
  }
  return true;
}

static bool spatial_read_line(const Flattening *f, Context context,
                              const AstExpr *call, Line *line)
{
  int n_values = 0;
  line->end[0] = scalar(f, context, call, 0, "in0", FLAT_REAL);
  line->end[1] = scalar(f, context, call, 1, "in1", FLAT_REAL);
  line->x = scalar(f, context, call, 2, "x", FLAT_REAL);
  line->positive =
      scalar(f, context, call, 3, "positiveVelocity", FLAT_BOOLEAN);
  line->point =
      vector(f, context, call, 4, "initialPoints", 1, &line->n_points);
  line->value = vector(f, context, call, 5, "initialValues", 0, &n_values);
  if (!line->end[0] || !line->end[1] || !line->x || !line->positive ||
      !line->point || !line->value) {
    return false;
  }
  if (n_values == line->n_points) return check_points(f, line);
  fault_error(f->faults, call->span, E213,
              "%d initial points, but %d initial values", line->n_points,
              n_values);
  return false;
}

static FlatExpr *from_end(const Typing *t, FlatExpr *point)
{
  Span span = point->span;
  if (point->kind == FLAT_EXPR_REAL)
    return types_real(t, span, 1 - point->real);
  return types_binary(t, span, FLAT_SUBTRACT, types_real(t, span, 1), point);
}

/* The line as it is seen from its other end. */
static Line turned(const Flattening *f, const Line *line, Span span)
{
  assert(line->n_points >= 2);
  const Typing *t = &f->typing;
  int n = line->n_points;
  Line other = {.end = {line->end[1], line->end[0]}, .n_points = n};
  other.x = types_unary(t, span, FLAT_NEGATE, line->x);
  other.positive = types_unary(t, span, FLAT_NOT, line->positive);
  other.point = arena_array(f->s->flat_arena, (size_t)n, sizeof(FlatExpr *));
  other.value = arena_array(f->s->flat_arena, (size_t)n, sizeof(FlatExpr *));
  for (int k = 0; k < n; k++) {
    other.value[k] = line->value[n - 1 - k];
    other.point[k] = from_end(t, line->point[n - 1 - k]);
  }
  return other;
}

static Value *at_begin(const Flattening *f, const Line *line, Span span)
{
  assert(line->end[0] && line->end[1] && line->x && line->positive);
  int n = line->n_points;
  FlatExpr **arg =
      arena_array(f->s->flat_arena, 4 + 2 * (size_t)n, sizeof arg[0]);
  arg[0] = line->end[0];
  arg[1] = line->end[1];
  arg[2] = line->x;
  arg[3] = line->positive;
  for (int k = 0; k < n; k++) {
    arg[4 + k] = line->point[k];
    arg[4 + n + k] = line->value[k];
  }
  return value_of(&f->typing, types_spatial(&f->typing, span, arg, 4 + 2 * n));
}

bool spatial_results(const Flattening *f, Context context, const AstExpr *call,
                     Value *result[2])
{
  Line line;
  if (f->typing.n_functions > 0 || f->typing.build) {
    fault_error(f->faults, call->span, E237,
                "'spatialDistribution' is allowed in equations only");
    return false;
  }
  if (!spatial_read_line(f, context, call, &line)) return false;
  Line other = turned(f, &line, call->span);
  result[0] = at_begin(f, &line, call->span);
  result[1] = at_begin(f, &other, call->span);
  return true;
}
