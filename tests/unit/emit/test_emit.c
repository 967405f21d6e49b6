/* test_emit.c: from a hand-made system to an FMU, and all ways to fail. */
#include "test.h"

#include <sys/stat.h>
#include <unistd.h>

#include <zip.h>

#include "emit/emit.h"
#include "emit/fast/fast_compile.h"
#include "emit/text/guid.h"
#include "emit/text/read_file.h"
#include "reduced_fixture.h"

/* der(x) = -k*x */
static Fixture decay(double k)
{
  Fixture f = fixture_begin("Decay");
  f.s->messages = tmpfile();
  VarId x = fixture_real(&f, "x"), der = fixture_real(&f, "der(x)");
  fixture_show(&f, x, FMI_LOCAL, FMI_CONTINUOUS, FMI_EXACT, 1);
  fixture_show(&f, der, FMI_LOCAL, FMI_CONTINUOUS, FMI_CALCULATED, 0)
      ->derivative_of = 1;
  ExprId value =
      expr_neg(f.t, expr_mul(f.t, fixture_number(&f, k), fixture_value(&f, x)));
  fixture_assign(&f, &f.r->continuous, der, value);
  f.r->initial = f.r->continuous;
  f.r->state[0] = x;
  f.r->derivative[0] = der;
  f.r->state_nominal[0] = 1;
  f.r->n_states = 1;
  return f;
}

static void decay_end(Fixture *f)
{
  fclose(f->s->messages);
  fixture_end(f);
}

static const char *path_in(Fixture *f, const char *folder, const char *name)
{
  return arena_printf(f->s->session_arena, "%s/%s", folder, name);
}

static char *read_copy(Fixture *f, const char *path, size_t *size)
{
  FileBytes file;
  assert_true(read_file(f->s->session_arena, path, &file));
  char *copy = malloc(file.size + 1);
  assert_non_null(copy);
  memcpy(copy, file.bytes, file.size + 1);
  *size = file.size;
  return copy;
}

/* The FMU's bytes and its guid; free() by the caller. */
static char *emitted(double k, size_t *size, char guid[GUID_SIZE])
{
  Fixture f = decay(k);
  const char *folder = temporary_folder(f.s);
  EmitOptions options = {.output = path_in(&f, folder, "d.fmu"),
                         .keep_folder = path_in(&f, folder, "keep"),
                         .data_folder = FOUCAULT_DATA_DIR};
  EmitReport report;
  assert_true(emit_fmu(f.s, f.r, &options, &report));
  assert_true(report.compile_seconds > 0);
  size_t xml_size, c_size;
  char *xml = read_copy(&f, path_in(&f, folder, "keep/modelDescription.xml"),
                        &xml_size);
  char *c = read_copy(&f, path_in(&f, folder, "keep/model.c"), &c_size);
  const char *at = strstr(xml, "guid=\"");
  assert_non_null(at);
  snprintf(guid, GUID_SIZE, "%s", at + 6);
  assert_non_null(strstr(c, guid));
  free(xml);
  free(c);
  char *bytes = read_copy(&f, options.output, size);
  decay_end(&f);
  return bytes;
}

static void test_same_model_same_bytes(void **state)
{
  (void)state;
  size_t size[3];
  char guid[3][GUID_SIZE];
  char *a = emitted(2, &size[0], guid[0]);
  char *b = emitted(2, &size[1], guid[1]);
  char *other = emitted(3, &size[2], guid[2]);
  assert_int_equal(size[0], size[1]);
  assert_memory_equal(a, b, size[0]);
  assert_string_equal(guid[0], guid[1]);
  assert_string_not_equal(guid[0], guid[2]);
  assert_string_not_equal(guid[0], GUID_NONE);
  free(a);
  free(b);
  free(other);
}

static void test_members(void **state)
{
  (void)state;
  Fixture f = decay(1);
  const char *folder = temporary_folder(f.s);
  EmitOptions options = {.output = path_in(&f, folder, "d.fmu"),
                         .include_sources = true,
                         .data_folder = FOUCAULT_DATA_DIR};
  EmitReport report;
  assert_true(emit_fmu(f.s, f.r, &options, &report));
  zip_t *z = zip_open(options.output, ZIP_RDONLY, NULL);
  assert_non_null(z);
  assert_string_equal(zip_get_name(z, 0, 0), "modelDescription.xml");
  assert_string_equal(zip_get_name(z, 1, 0), "binaries/linux64/Decay.so");
  assert_true(zip_name_locate(z, "documentation/licenses/foucault.txt", 0) > 0);
  assert_true(zip_name_locate(z, "sources/model.c", 0) > 0);
  assert_true(zip_name_locate(z, "sources/model.h", 0) > 0);
  zip_close(z);
  decay_end(&f);
}

/* The old FMU stays, and the error has this code. */
static void expect_failure(const EmitOptions *given, const char *environment,
                           DiagnosticCode code)
{
  Fixture f = decay(1);
  const char *folder = temporary_folder(f.s);
  EmitOptions options = *given;
  EmitReport report;
  options.output = path_in(&f, folder, "d.fmu");
  FILE *old = fopen(options.output, "w");
  assert_non_null(old);
  fputs("old", old);
  fclose(old);
  if (environment) setenv("CC", environment, 1);
  assert_false(emit_fmu(f.s, f.r, &options, &report));
  unsetenv("CC");
  assert_int_equal(f.s->n_errors, 1);
  assert_int_equal(f.s->diagnostic[0]->code, code);
  size_t size;
  char *now = read_copy(&f, options.output, &size);
  assert_string_equal(now, "old");
  free(now);
  decay_end(&f);
}

static void test_no_compiler(void **state)
{
  (void)state;
  EmitOptions options = {.data_folder = FOUCAULT_DATA_DIR,
                         .compiler = "no-such-compiler -O3"};
  expect_failure(&options, NULL, E502);
  options.compiler = NULL;
  expect_failure(&options, "/no/such/compiler", E502);
}

/* TinyCC takes its place, unless the program was built without. */
static void test_without_compiler(void **state)
{
  (void)state;
  EmitOptions options = {.data_folder = FOUCAULT_DATA_DIR};
  char *path = strdup(getenv("PATH"));
  setenv("PATH", "/no/such/folder", 1);
  if (fast_compile_is_there()) {
    Fixture f = decay(1);
    EmitReport report;
    options.output = path_in(&f, temporary_folder(f.s), "d.fmu");
    assert_true(emit_fmu(f.s, f.r, &options, &report));
    assert_true(report.by_tinycc);
    decay_end(&f);
  } else {
    expect_failure(&options, NULL, E502);
  }
  setenv("PATH", path, 1);
  free(path);
}

static void test_compiler_fails(void **state)
{
  (void)state;
  EmitOptions options = {.data_folder = FOUCAULT_DATA_DIR,
                         .compiler = "cc --no-such-option-of-cc"};
  expect_failure(&options, NULL, E503);
}

static void test_no_data_folder(void **state)
{
  (void)state;
  EmitOptions options = {.data_folder = "/no/such/folder"};
  expect_failure(&options, NULL, E504);
  setenv("FOUCAULT_HOME", "/no/such/folder", 1);
  options.data_folder = NULL;
  expect_failure(&options, NULL, E504);
  unsetenv("FOUCAULT_HOME");
}

/* What the compiler says is part of the message. */
static void test_compiler_output_is_shown(void **state)
{
  (void)state;
  Fixture f = decay(1);
  const char *folder = temporary_folder(f.s);
  EmitOptions options = {.output = path_in(&f, folder, "d.fmu"),
                         .data_folder = FOUCAULT_DATA_DIR,
                         .compiler = "cc --no-such-option-of-cc"};
  EmitReport report;
  assert_false(emit_fmu(f.s, f.r, &options, &report));
  const Diagnostic *d = f.s->diagnostic[0];
  assert_true(d->n_notes > 0);
  assert_non_null(strstr(d->note[0].text, "no-such-option-of-cc"));
  decay_end(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_model_same_bytes),
      cmocka_unit_test(test_members),
      cmocka_unit_test(test_no_compiler),
      cmocka_unit_test(test_without_compiler),
      cmocka_unit_test(test_compiler_fails),
      cmocka_unit_test(test_no_data_folder),
      cmocka_unit_test(test_compiler_output_is_shown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
