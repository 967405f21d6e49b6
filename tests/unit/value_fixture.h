/* value_fixture.h: a flat model with a few variables and Values as text.
 *
 * Variables: Real x[3], Real A[2, 2], Integer i, Boolean b, parameter
 * Real p, constant Integer n = 2. */
#ifndef FOUCAULT_TESTS_VALUE_FIXTURE_H
#define FOUCAULT_TESTS_VALUE_FIXTURE_H

#include "test.h"

#include "flatten/flat/constant_eval.h"
#include "flatten/print/flat_print.h"
#include "flatten/values/value.h"
#include "session_fixture.h"

#define N_VALUE_VARS 11

typedef struct ValueFixture {
  SessionFixture *f;
  Typing t;
  FlatModel flat;
  FlatVar var[N_VALUE_VARS];
  ConstantTable *constants;
  Value *x, *a, *i, *b, *p, *n;
  char *text[32]; /* of value_text(), freed in the end */
  int n_texts;
} ValueFixture;

static inline FlatExpr *value_fixture_constant(const void *context,
                                               FlatExpr *expr)
{
  return constant_eval((ConstantTable *)context, expr);
}

static inline Value *value_fixture_declare(ValueFixture *f, int first,
                                           FlatVar like, int rank,
                                           const int *dim, const char *names)
{
  int n = value_count(&f->t, NO_SPAN, rank, dim);
  for (int k = 0; k < n; k++) {
    f->var[first + k] = like;
    f->var[first + k].span = NO_SPAN;
    f->var[first + k].name = session_name_n(f->f->s, names + 2 * k, 2);
  }
  return value_variables(&f->t, NO_SPAN, (FlatVarId){first}, 1, &like, rank,
                         dim);
}

static inline int value_fixture_set_up(void **state)
{
  static const int three[] = {3}, two_two[] = {2, 2};
  ValueFixture *f = calloc(1, sizeof *f);
  f->f = session_fixture_create();
  f->t = (Typing){.faults = fault_create(f->f->s),
                  .arena = f->f->s->flat_arena,
                  .values = f->f->s->instance_arena};
  FlatVar real = {.type = FLAT_REAL, .variability = FLAT_CONTINUOUS};
  FlatVar integer = {.type = FLAT_INTEGER, .variability = FLAT_DISCRETE};
  FlatVar boolean = {.type = FLAT_BOOLEAN, .variability = FLAT_DISCRETE};
  FlatVar parameter = {.type = FLAT_REAL, .variability = FLAT_PARAMETER};
  FlatVar constant = {.type = FLAT_INTEGER,
                      .variability = FLAT_CONSTANT,
                      .binding = types_integer(&f->t, NO_SPAN, 2)};
  f->x = value_fixture_declare(f, 0, real, 1, three, "x1x2x3");
  f->a = value_fixture_declare(f, 3, real, 2, two_two, "a1a2a3a4");
  f->i = value_fixture_declare(f, 7, integer, 0, NULL, "ii");
  f->b = value_fixture_declare(f, 8, boolean, 0, NULL, "bb");
  f->p = value_fixture_declare(f, 9, parameter, 0, NULL, "pp");
  f->n = value_fixture_declare(f, 10, constant, 0, NULL, "nn");
  f->flat = (FlatModel){.name = session_name(f->f->s, "M"),
                        .var = f->var,
                        .n_vars = N_VALUE_VARS};
  f->constants = constant_table_create(f->t.faults, &f->flat);
  f->t.constant = value_fixture_constant;
  f->t.constant_context = f->constants;
  *state = f;
  return 0;
}

static inline int value_fixture_tear_down(void **state)
{
  ValueFixture *f = *state;
  for (int k = 0; k < f->n_texts; k++) free(f->text[k]);
  session_fixture_destroy(f->f);
  free(f);
  return 0;
}

/* --- Values --- */

static inline Value *value_fixture_integer(ValueFixture *f, int64_t i)
{
  return value_of(&f->t, types_integer(&f->t, NO_SPAN, i));
}

static inline Value *value_fixture_real(ValueFixture *f, double x)
{
  return value_of(&f->t, types_real(&f->t, NO_SPAN, x));
}

static inline Value *value_fixture_boolean(ValueFixture *f, bool b)
{
  return value_of(&f->t, types_boolean(&f->t, NO_SPAN, b));
}

static inline Value *value_fixture_string(ValueFixture *f, const char *text)
{
  return value_of(&f->t, types_string(&f->t, NO_SPAN, text));
}

/* A vector of the digits. */
static inline Value *value_fixture_digits(ValueFixture *f, const char *digits)
{
  Value *item[16];
  int n = (int)strlen(digits);
  for (int k = 0; k < n; k++)
    item[k] = value_fixture_integer(f, digits[k] - '0');
  return value_construct(&f->t, NO_SPAN, item, n);
}

static inline const FlatEnumeration *value_fixture_enumeration(ValueFixture *f)
{
  static FlatEnumeration type;
  static Name literal[3];
  literal[0] = session_name(f->f->s, "red");
  literal[1] = session_name(f->f->s, "green");
  literal[2] = session_name(f->f->s, "blue");
  type = (FlatEnumeration){session_name(f->f->s, "Color"), literal, 3};
  return &type;
}

/* A record (Real re, Integer k[2]) of numbers. */
static inline Value *value_fixture_record(ValueFixture *f, int number)
{
  static RecordType type;
  static Name name[2];
  name[0] = session_name(f->f->s, "re");
  name[1] = session_name(f->f->s, "k");
  type = (RecordType){
      .name = session_name(f->f->s, "R"), .field = name, .n_fields = 2};
  Value **field = arena_array(value_arena(&f->t), 2, sizeof field[0]);
  Value *item[] = {value_fixture_integer(f, number),
                   value_fixture_integer(f, -number)};
  field[0] = value_fixture_real(f, number);
  field[1] = value_construct(&f->t, NO_SPAN, item, 2);
  return value_record(&f->t, NO_SPAN, &type, 0, NULL, field);
}

/* --- text --- */

static inline void value_fixture_print(ValueFixture *f, const Value *v,
                                       FILE *out)
{
  fprintf(out, "%s:", value_type_text(&f->t, v));
  if (v->kind == VALUE_RECORD) {
    for (int k = 0; k < v->record->n_fields; k++) {
      fprintf(out, " %s ", v->record->field[k]);
      value_fixture_print(f, v->field[k], out);
      fputs(";", out);
    }
    return;
  }
  for (int k = 0; k < v->n_elements; k++) {
    fputs(k > 0 ? ", " : " ", out);
    flat_print_expr(&f->flat, value_at(&f->t, v, k), out);
  }
}

static inline const char *value_text(ValueFixture *f, const Value *v)
{
  size_t length;
  char **text = &f->text[f->n_texts++];
  assert_true(f->n_texts <= 32);
  FILE *out = open_memstream(text, &length);
  if (v)
    value_fixture_print(f, v, out);
  else
    fputs("none", out);
  fclose(out);
  return *text;
}

/* The value is as expected, or NULL after the message that is expected. */
#define assert_value(f, v, expected)                                           \
  assert_string_equal(value_text(f, v), expected)

static inline void value_fixture_message(ValueFixture *f, const Value *v,
                                         const char *message)
{
  assert_null(v);
  assert_non_null(strstr(session_fixture_messages(f->f), message));
}
#define assert_refused(f, v, message) value_fixture_message(f, v, message)

#define value_test(name)                                                       \
  cmocka_unit_test_setup_teardown(name, value_fixture_set_up,                  \
                                  value_fixture_tear_down)

#endif
