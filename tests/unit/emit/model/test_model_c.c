/* test_model_c.c: the C of a hand-made system compiles without a warning, in
 * every compiler there is, and computes the right numbers.
 *
 *   parameter p = 2, q = p^2 + 1;   dependent
 *   x' = -q*x + (if x < 0 then 1 else y)   state x, start = 3*p
 *   y + z = x, y*z = q                     loop, not linear
 *   n = integer part of 2*x, b = x < 0
 */
#include "test.h"

#include "emit/model/model_c.h"
#include "emit/text/guid.h"
#include "emit/text/read_file.h"
#include "reduced_fixture.h"

static const char source[] = "model AlgebraicLoop\n"
                             "equation\n"
                             "  y +  z\n    = x; /* ?\?/ */\n"
                             "  y*z = q;\n"
                             "end AlgebraicLoop;\n";

static Span span_of(Fixture *f, const char *text)
{
  const SourceText *s = session_source(f->s, 0);
  const char *at = strstr(s->bytes, text);
  assert_non_null(at);
  int32_t begin = (int32_t)(at - s->bytes);
  return (Span){0, begin, begin + (int32_t)strlen(text)};
}

static void add_loop(Fixture *f, VarId y, VarId z, ExprId x, ExprId q)
{
  ExprTable *t = f->t;
  ExprId ey = fixture_value(f, y), ez = fixture_value(f, z);
  ReducedBlock *b = fixture_block(f, &f->r->continuous, 2);
  b->kind = BLOCK_SOLVE;
  b->how = fixture_array(f, 1, sizeof *b->how);
  b->unknown[0] = y;
  b->unknown[1] = z;
  b->span[0] = span_of(f, "y +  z\n    = x; /* ?\?/ */");
  b->span[1] = span_of(f, "y*z = q");
  b->residual[0] = expr_sub(t, expr_add(t, ey, ez), x);
  b->residual[1] = expr_sub(t, expr_mul(t, ey, ez), q);
  b->entry = fixture_array(f, 4, sizeof(JacobianEntry));
  b->n_entries = 4;
  b->entry[0] = (JacobianEntry){0, 0, fixture_number(f, 1)};
  b->entry[1] = (JacobianEntry){1, 0, ez};
  b->entry[2] = (JacobianEntry){0, 1, fixture_number(f, 1)};
  b->entry[3] = (JacobianEntry){1, 1, ey};
}

static Fixture loop_model(void)
{
  Fixture f = fixture_begin("AlgebraicLoop");
  ExprTable *t = f.t;
  session_add_source(f.s, "some/where/loop.mo", source,
                     (int32_t)strlen(source));
  VarId x = fixture_real(&f, "x"), der = fixture_real(&f, "der(x)");
  VarId p = fixture_real(&f, "p"), q = fixture_real(&f, "q");
  VarId y = fixture_real(&f, "y"), z = fixture_real(&f, "'z*/'");
  VarId n = fixture_var(&f, "n", VAR_INTEGER);
  VarId b = fixture_var(&f, "b", VAR_BOOLEAN);
  ExprId ex = fixture_value(&f, x), ep = fixture_value(&f, p);
  ExprId eq = fixture_value(&f, q), two = fixture_number(&f, 2);
  ExprId zero = fixture_number(&f, 0), one = fixture_number(&f, 1);
  fixture_show(&f, x, FMI_LOCAL, FMI_CONTINUOUS, FMI_EXACT, 6);
  fixture_show(&f, der, FMI_LOCAL, FMI_CONTINUOUS, FMI_CALCULATED, 0);
  fixture_show(&f, p, FMI_PARAMETER, FMI_FIXED, FMI_EXACT, 2);
  fixture_show(&f, q, FMI_CALCULATED_PARAMETER, FMI_FIXED, FMI_CALCULATED, 0);
  ReducedVar *row =
      fixture_show(&f, y, FMI_LOCAL, FMI_CONTINUOUS, FMI_APPROX, 5);
  row->has_min = row->has_nominal = true;
  row->nominal = 4;
  fixture_show(&f, z, FMI_LOCAL, FMI_CONTINUOUS, FMI_APPROX, 0.5);
  fixture_show(&f, n, FMI_LOCAL, FMI_DISCRETE, FMI_CALCULATED, 0);
  fixture_show(&f, b, FMI_LOCAL, FMI_DISCRETE, FMI_CALCULATED, 0);

  f.sys->relation[f.sys->n_relations++] = (EventRelation){
      .left = ex, .right = zero, .span = NO_SPAN, .event_time = NO_EXPR};
  ExprId below = expr_relation(t, EXPR_LT, ex, zero, 0);
  fixture_assign(&f, &f.r->parameters, q,
                 expr_add(t, expr_pow(t, ep, two), one));
  f.r->start[f.r->n_starts++] =
      (ReducedStart){x, expr_mul(t, fixture_number(&f, 3), ep), false};
  add_loop(&f, y, z, ex, eq);
  fixture_assign(&f, &f.r->continuous, der,
                 expr_sub(t, expr_if(t, below, one, fixture_value(&f, y)),
                          expr_mul(t, eq, ex)));
  fixture_assign(&f, &f.r->continuous, n,
                 expr_unary(t, EXPR_FLOOR, expr_mul(t, two, ex)));
  fixture_assign(&f, &f.r->continuous, b, below);
  f.r->state[0] = x;
  f.r->derivative[0] = der;
  f.r->state_nominal[0] = 1;
  f.r->n_states = 1;
  f.r->initial = f.r->continuous;
  return f;
}

/* Runs the model as the runtime would, with Newton for loops of two. */
static const char driver[] =
    "#include <stdio.h>\n"
    "#include \"model.h\"\n"
    "const struct IntegratorMethod { int any; } integrator_cvode = {0};\n"
    "int block_tangent(ModelValues *v, const Block *b, Tangent *t)\n"
    "{\n"
    "  (void)v; (void)b; (void)t;\n"
    "  return 0;\n"
    "}\n"
    "int block_divisor(ModelValues *v, const char *const *t, int k, double a)\n"
    "{\n"
    "  (void)v; (void)t; (void)k; (void)a;\n"
    "  return 1;\n"
    "}\n"
    "int block_kinsol(ModelValues *v, const Block *b)\n"
    "{\n"
    "  (void)v;\n"
    "  (void)b;\n"
    "  return 1;\n"
    "}\n"
    "int block_solve(ModelValues *v, const Block *b)\n"
    "{\n"
    "  double r[2], a[4], *y = &v->real[b->unknown[0]];\n"
    "  double *z = &v->real[b->unknown[1]];\n"
    "  if (b->n != 2 || b->n_nonzeros != 4) return 1;\n"
    "  for (int k = 0; k < 50; k++) {\n"
    "    b->residual(v, r);\n"
    "    b->jacobian(v, a);\n"
    "    double det = a[0] * a[3] - a[2] * a[1];\n"
    "    *y -= (a[3] * r[0] - a[2] * r[1]) / det;\n"
    "    *z -= (a[0] * r[1] - a[1] * r[0]) / det;\n"
    "  }\n"
    "  printf(\"%s|%s|%s|%g|%g\\n\", b->equation[0], b->equation[1],\n"
    "         b->name[1], b->nominal[0], b->minimum[0]);\n"
    "  return 0;\n"
    "}\n"
    "int main(void)\n"
    "{\n"
    "  const Model *m = &foucault_model;\n"
    "  double real[7], z[1];\n"
    "  int integer[1] = {0}, boolean[1] = {0};\n"
    "  unsigned char relation[1] = {0}, keep[7] = {0};\n"
    "  ModelValues v = {.real = real, .integer = integer,\n"
    "                   .boolean = boolean, .relation = relation,\n"
    "                   .parameter_block = m->parameter_block,\n"
    "                   .initial_block = m->initial_block,\n"
    "                   .continuous_block = m->block};\n"
    "  for (int k = 0; k < m->n_real; k++) real[k] = m->real_start[k];\n"
    "  real[m->state[0]] = 0;\n"
    "  if (m->parameters(&v)) return 1;\n"
    "  m->starts(&v, keep);\n"
    "  printf(\"%g %g\\n\", real[4], real[1]);\n"
    "  if (m->initialize(&v) || m->evaluate(&v)) return 1;\n"
    "  m->crossings(&v, z);\n"
    "  printf(\"%.12g %.12g %.12g %d %d %g\\n\", real[5], real[6], real[2],\n"
    "         integer[0], boolean[0], z[0]);\n"
    "  relation[0] = 1;\n"
    "  if (m->evaluate(&v)) return 1;\n"
    "  printf(\"%.12g %d\\n\", real[2], boolean[0]);\n"
    "  printf(\"%d %d %d %d\\n\", m->real_kind[0] == VARIABLE_TIME,\n"
    "         m->real_kind[1] == VARIABLE_EXACT,\n"
    "         m->real_kind[4] == VARIABLE_DEPENDENT,\n"
    "         m->boolean_kind[0] == VARIABLE_CALCULATED);\n"
    "  printf(\"%d %d %d\\n\", m->largest_block, m->largest_block_nonzeros,\n"
    "         m->n_sets);\n"
    "  return 0;\n"
    "}\n";

#define LOOP_LINE                                                              \
  "loop.mo:3: y + z = x; /* ?\?/ */|loop.mo:5: y*z = q|'z*/'|4|0\n"
static const char wanted[] =
    "5 6\n" LOOP_LINE LOOP_LINE "5 1 -25 12 0 6\n" LOOP_LINE "-29 1\n"
    "1 1 1 1\n"
    "2 4 0\n";

static void write_text(const char *path, const char *text)
{
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
}

/* Writes model.c into a folder of its own; its path. */
static const char *write_model(Fixture *f, const char *folder, bool loops)
{
  const char *path = arena_printf(f->s->session_arena, "%s/model.c", folder);
  FILE *out = fopen(path, "w");
  long guid_at;
  assert_non_null(out);
  ModelCOptions options = {.data_folder = FOUCAULT_SOURCE_DIR,
                           .no_loops = !loops};
  assert_true(model_c_write(f->s, f->r, &options, out, &guid_at));
  fclose(out);
  FileBytes file;
  assert_true(read_file(f->s->session_arena, path, &file));
  assert_memory_equal(file.bytes + guid_at, GUID_NONE, GUID_SIZE - 1);
  return path;
}

static void compile_and_run(Fixture *f, const char *folder,
                            const char *compiler)
{
  Arena *arena = f->s->session_arena;
  FileBytes out;
  const char *command = arena_printf(
      arena,
      "cd '%s' && %s -std=c99 -O1 -Wall -Wextra -Wpedantic -Wshadow -Werror "
      "-I'%s/fmu_runtime' -o run model.c driver.c -lm && ./run > out",
      folder, compiler, FOUCAULT_SOURCE_DIR);
  assert_int_equal(system(command), 0);
  assert_true(read_file(arena, arena_printf(arena, "%s/out", folder), &out));
  assert_string_equal(out.bytes, wanted);
}

static void test_compiles_and_computes(void **state)
{
  (void)state;
  Fixture f = loop_model();
  const char *folder = temporary_folder(f.s);
  write_model(&f, folder, true);
  write_text(arena_printf(f.s->session_arena, "%s/driver.c", folder), driver);
  compile_and_run(&f, folder, "cc");
  if (system("command -v clang > /dev/null") == 0) {
    compile_and_run(&f, folder, "clang");
  }
  fixture_end(&f);
}

/* The text of model.c, made in a session of its own; free() by the caller. */
static char *model_text(void)
{
  Fixture f = loop_model();
  FileBytes file;
  const char *path = write_model(&f, temporary_folder(f.s), true);
  assert_true(read_file(f.s->session_arena, path, &file));
  char *copy = strdup(file.bytes);
  fixture_end(&f);
  return copy;
}

static void test_same_bytes(void **state)
{
  (void)state;
  char *a = model_text(), *b = model_text();
  assert_string_equal(a, b);
  free(a);
  free(b);
}

/* A model with nothing in it is a model. */
static void test_empty_model(void **state)
{
  (void)state;
  Fixture f = fixture_begin("Empty");
  const char *folder = temporary_folder(f.s);
  write_model(&f, folder, true);
  const char *command =
      arena_printf(f.s->session_arena,
                   "cd '%s' && cc -std=c99 -Wall -Wextra -Wpedantic -Werror "
                   "-I'%s/fmu_runtime' -c model.c",
                   folder, FOUCAULT_SOURCE_DIR);
  assert_int_equal(system(command), 0);
  fixture_end(&f);
}

/* No literal is longer than C99 promises. */
static void test_many_values(void **state)
{
  (void)state;
  Fixture f = fixture_begin("Many");
  f.r->n_real = 10000;
  const char *folder = temporary_folder(f.s);
  write_model(&f, folder, true);
  write_text(arena_printf(f.s->session_arena, "%s/driver.c", folder),
             "#include \"model.h\"\n"
             "const struct IntegratorMethod { int any; } "
             "integrator_cvode = {0};\n"
             "int main(void)\n"
             "{\n"
             "  const unsigned char *kind = foucault_model.real_kind;\n"
             "  if (kind[0] != VARIABLE_TIME) return 1;\n"
             "  for (int k = 1; k < 10000; k++)\n"
             "    if (kind[k] != VARIABLE_CALCULATED) return 2;\n"
             "  return 0;\n"
             "}\n");
  const char *command =
      arena_printf(f.s->session_arena,
                   "cd '%s' && cc -std=c99 -Wall -Wextra -Wpedantic -Werror "
                   "-I'%s/fmu_runtime' -o run model.c driver.c -lm && ./run",
                   folder, FOUCAULT_SOURCE_DIR);
  assert_int_equal(system(command), 0);
  fixture_end(&f);
}

/* Long sequences become several C functions, run in order. */
static void test_long_sequence(void **state)
{
  (void)state;
  enum { N_BLOCKS = 1000 };
  Fixture f = fixture_begin("Long");
  VarId x = fixture_real(&f, "x");
  ReducedBlock *block = fixture_array(&f, N_BLOCKS, sizeof *block);
  ExprId next = expr_add(f.t, fixture_value(&f, x), fixture_number(&f, 1));
  for (int k = 0; k < N_BLOCKS; k++) {
    BlockSequence one = {0};
    block[k] = *fixture_assign(&f, &one, x, next);
  }
  f.r->continuous = (BlockSequence){block, N_BLOCKS, N_BLOCKS};
  const char *folder = temporary_folder(f.s);
  write_model(&f, folder, false);
  write_text(arena_printf(f.s->session_arena, "%s/driver.c", folder),
             "#include \"model.h\"\n"
             "const struct IntegratorMethod { int any; } "
             "integrator_cvode = {0};\n"
             "int main(void)\n"
             "{\n"
             "  double real[2] = {0, 0};\n"
             "  ModelValues v = {.real = real};\n"
             "  if (foucault_model.evaluate(&v)) return 1;\n"
             "  return real[1] == 1000 ? 0 : 2;\n"
             "}\n");
  const char *command =
      arena_printf(f.s->session_arena,
                   "cd '%s' && cc -std=c99 -Wall -Wextra -Wpedantic -Werror "
                   "-I'%s/fmu_runtime' -o run model.c driver.c -lm && ./run && "
                   "grep -q evaluate_2 model.c && ! grep -q evaluate_9 model.c",
                   folder, FOUCAULT_SOURCE_DIR);
  assert_int_equal(system(command), 0);
  fixture_end(&f);
}

static void test_integer_start_by_parameter(void **state)
{
  (void)state;
  static char text[100000];
  Fixture f = loop_model();
  long guid_at;
  f.r->start[f.r->n_starts++] =
      (ReducedStart){{6}, fixture_value(&f, (VarId){2}), false};
  FILE *out = tmpfile();
  ModelCOptions options = {.data_folder = FOUCAULT_SOURCE_DIR};
  assert_true(model_c_write(f.s, f.r, &options, out, &guid_at));
  rewind(out);
  text[fread(text, 1, sizeof text - 1, out)] = '\0';
  assert_non_null(strstr(text, "] = to_integer(v->real["));
  fclose(out);
  fixture_end(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_compiles_and_computes),
      cmocka_unit_test(test_same_bytes),
      cmocka_unit_test(test_empty_model),
      cmocka_unit_test(test_many_values),
      cmocka_unit_test(test_long_sequence),
      cmocka_unit_test(test_integer_start_by_parameter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
