/* test_fast_link.c: small objects beside the runtime, and broken ones. */
#include "test.h"

#include <dlfcn.h>
#include <unistd.h>

#include "emit/fast/fast_compile.h"
#include "emit/fast/fast_link.h"

#define RUNTIME FOUCAULT_DATA_DIR "/lib/runtime.so"

/* Calls and addresses of all kinds: of its own, of the runtime, of the
 * system. */
static const char sound[] = "double sin(double x);\n"
                            "int block_solve(void);\n"
                            "static double table[3] = {1, 2, 3};\n"
                            "static double zeros[1000];\n"
                            "static double add(double x)\n"
                            "{\n"
                            "  zeros[3] += sin(x) + table[1];\n"
                            "  return zeros[3] + (block_solve == 0);\n"
                            "}\n"
                            "double *outside = &table[2];\n"
                            "const struct {\n"
                            "  double (*own)(double), (*imported)(double);\n"
                            "  int (*of_runtime)(void);\n"
                            "} foucault_model = {add, sin, block_solve};\n";

typedef struct Case {
  Arena *arena;
  char folder[64];
  FileBytes runtime, object;
} Case;

static const char *path_of(Case *c, const char *name)
{
  return arena_printf(c->arena, "%s/%s", c->folder, name);
}

static Case begin_empty(void)
{
  Case c = {.arena = arena_create("test"),
            .folder = "/tmp/test_fast_link_XXXXXX"};
  assert_non_null(mkdtemp(c.folder));
  return c;
}

static bool compile(Case *c, const char *text, const char **said)
{
  FastJob job = {.source = path_of(c, "a.c"),
                 .object = path_of(c, "a.o"),
                 .data_folder = FOUCAULT_DATA_DIR};
  FILE *out = fopen(job.source, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
  bool ok = fast_compile(c->arena, &job, said);
  if (ok) assert_true(read_file(c->arena, job.object, &c->object));
  unlink(job.source);
  unlink(job.object);
  return ok;
}

static Case begin(const char *text)
{
  Case c = begin_empty();
  const char *said = NULL;
  if (!compile(&c, text, &said)) fail_msg("TinyCC: %s", said);
  assert_true(read_file(c.arena, RUNTIME, &c.runtime));
  return c;
}

static void end(Case *c)
{
  rmdir(c->folder);
  arena_destroy(c->arena);
}

static void expect_reason(const char *text, const char *expected)
{
  Case c = begin(text);
  FileBytes library;
  const char *reason = NULL;
  assert_false(fast_link(c.arena, &c.runtime, &c.object, &library, &reason));
  assert_non_null(reason);
  if (!strstr(reason, expected)) fail_msg("%s", reason);
  end(&c);
}

static void test_sound(void **state)
{
  (void)state;
  Case c = begin(sound);
  FileBytes first, second;
  const char *reason;
  assert_true(fast_link(c.arena, &c.runtime, &c.object, &first, &reason));
  assert_true(fast_link(c.arena, &c.runtime, &c.object, &second, &reason));
  assert_int_equal(first.size, second.size);
  assert_memory_equal(first.bytes, second.bytes, first.size);
  const char *path = path_of(&c, "a.so");
  FILE *out = fopen(path, "wb");
  assert_non_null(out);
  assert_int_equal(fwrite(first.bytes, 1, first.size, out), first.size);
  fclose(out);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) fail_msg("%s", dlerror());
  assert_non_null(dlsym(library, "fmi2DoStep"));
  assert_null(dlsym(library, "foucault_model"));
  assert_null(dlsym(library, "outside"));
  dlclose(library);
  unlink(path);
  end(&c);
}

static void test_reasons(void **state)
{
  (void)state;
  expect_reason("int no_such_function(void);\n"
                "int (*const foucault_model)(void) = no_such_function;\n",
                "no_such_function");
  expect_reason("int other;\n", "does not define foucault_model");
}

/* It would be taken for a function that returns an int. */
static void test_undeclared(void **state)
{
  (void)state;
  Case c = begin_empty();
  const char *said = NULL;
  assert_false(compile(&c, "double f(double x) { return cbrt(x); }\n", &said));
  assert_non_null(strstr(said, "cbrt"));
  end(&c);
}

/* Nothing but a false: the sanitizers watch. The bytes are at the end of an
 * allocation of their own. */
static bool link_copy(Case *c, const FileBytes *object, size_t size)
{
  Arena *arena = arena_create("test");
  char *bytes = malloc(size + 1);
  memcpy(bytes, object->bytes, size);
  FileBytes part = {bytes, size}, library;
  const char *reason = NULL;
  bool ok = fast_link(arena, &c->runtime, &part, &library, &reason);
  assert_true(ok || reason);
  free(bytes);
  arena_destroy(arena);
  return ok;
}

static void test_truncated(void **state)
{
  (void)state;
  Case c = begin(sound);
  for (size_t size = 0; size < c.object.size; size += 13)
    assert_false(link_copy(&c, &c.object, size));
  FileBytes runtime = c.runtime;
  for (size_t size = 0; size < runtime.size; size += 20011) {
    c.runtime.size = size;
    assert_false(link_copy(&c, &c.object, c.object.size));
  }
  end(&c);
}

static void test_damaged(void **state)
{
  (void)state;
  Case c = begin(sound);
  uint32_t random = 1;
  for (int k = 0; k < 1000; k++) {
    random = random * 1664525u + 1013904223u;
    size_t at = (random >> 8) % c.object.size;
    char kept = c.object.bytes[at];
    c.object.bytes[at] = (char)(kept ^ (1 << (random >> 29)));
    link_copy(&c, &c.object, c.object.size);
    c.object.bytes[at] = kept;
  }
  end(&c);
}

int main(void)
{
  if (!fast_compile_is_there()) return 0;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sound),      cmocka_unit_test(test_reasons),
      cmocka_unit_test(test_undeclared), cmocka_unit_test(test_truncated),
      cmocka_unit_test(test_damaged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
