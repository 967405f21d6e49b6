/* test_flat_check.c: each broken invariant stops the program. */
#include "test.h"

#include <sys/wait.h>
#include <unistd.h>

#include "flat_fixture.h"

static const char model[] =
    "model M parameter Real p = 1; constant Integer c = 2; Real x(start = p);"
    " Boolean b(fixed = true); equation der(x) = p*x; b = x > 1; end M;";

typedef void (*Break)(FlatModel *flat);

/* Checks in a child process, which is expected to be stopped. */
static bool is_found(Break change)
{
  FlatFixture *f = flat_fixture_create(model);
  change((FlatModel *)f->flat);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    fclose(stderr);
    flat_check(f->flat);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  flat_fixture_destroy(f);
  return WIFSIGNALED(status);
}

static void nothing(FlatModel *flat)
{
  (void)flat;
}
static void no_name(FlatModel *flat)
{
  flat->name = NULL;
}
static void same_names(FlatModel *flat)
{
  flat->var[0].name = flat->var[1].name;
}
static void binding_type(FlatModel *flat)
{
  flat->var[0].binding->type = FLAT_BOOLEAN;
}
static void no_constant(FlatModel *flat)
{
  flat->var[1].binding = NULL;
}
static void start_varies(FlatModel *flat)
{
  flat->var[2].start->variability = FLAT_CONTINUOUS;
}
static void bad_variable(FlatModel *flat)
{
  flat->equation[0].right->arg[1]->variable.i = 99;
}
static void bad_side(FlatModel *flat)
{
  flat->equation[0].left = flat->equation[1].left;
}
static void no_argument(FlatModel *flat)
{
  flat->equation[0].right->arg[0] = NULL;
}
static void der_of_parameter(FlatModel *flat)
{
  flat->equation[0].left->arg[0] = flat->equation[0].right->arg[0];
}
static void fixed_number(FlatModel *flat)
{
  flat->var[3].fixed = flat->var[0].binding;
}
static void boolean_varies(FlatModel *flat)
{
  flat->var[3].variability = FLAT_CONTINUOUS;
}

static void test_broken(void **state)
{
  (void)state;
  static const Break change[] = {no_name,          same_names,    binding_type,
                                 no_constant,      start_varies,  bad_variable,
                                 bad_side,         no_argument,   fixed_number,
                                 der_of_parameter, boolean_varies};
  assert_false(is_found(nothing));
  for (size_t i = 0; i < sizeof change / sizeof change[0]; i++) {
    if (!is_found(change[i])) fail_msg("change %zu is not found", i);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_broken)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
