/* test_interface_variables.c: arrays and second names of hand-made systems. */
#include "test.h"

#include "emit/interface/interface_variables.h"
#include "reduced_fixture.h"

static ReducedVar *show(Fixture *f, const char *name)
{
  return fixture_show(f, fixture_real(f, name), FMI_LOCAL, FMI_CONTINUOUS,
                      FMI_CALCULATED, 0);
}

static const InterfaceVariable *named(const InterfaceVariables *all,
                                      const char *name)
{
  for (int k = 0; k < all->n_variables; k++) {
    if (strcmp(all->variable[k].name, name) == 0) return &all->variable[k];
  }
  return NULL;
}

static InterfaceVariables *found(Fixture *f)
{
  return interface_variables_find(f->r, f->s->session_arena);
}

static void test_arrays(void **state)
{
  (void)state;
  Fixture f = fixture_begin("M");
  static const char *const name[] = {
      "x[1]",   "x[2]", "x[3]",   "m[1,1]",    "m[1,2]",   "m[2,1]",
      "m[2,2]", "a",    "r[2].d", "der(z[1])", "der(z[2])"};
  for (size_t k = 0; k < sizeof name / sizeof name[0]; k++) show(&f, name[k]);
  const InterfaceVariables *all = found(&f);
  const InterfaceVariable *x = named(all, "x"), *m = named(all, "m");
  assert_non_null(x);
  assert_int_equal(x->n, 3);
  assert_int_equal(x->dimension[0], 3);
  assert_int_equal(x->reference >> REFERENCE_SHIFT, REFERENCE_ARRAY);
  assert_non_null(m);
  assert_int_equal(m->n_dimensions, 2);
  assert_int_equal(m->dimension[0] * 10 + m->dimension[1], 22);
  assert_non_null(named(all, "der(z)"));
  assert_non_null(named(all, "a"));
  assert_non_null(named(all, "r[2].d"));
  assert_int_equal(all->n_runs, 3); /* each is one run */
  fixture_end(&f);
}

static void test_what_is_no_array(void **state)
{
  (void)state;
  Fixture f = fixture_begin("M");
  show(&f, "x[1]");
  show(&f, "x[2]")->has_min = true; /* not alike */
  show(&f, "y[1]");
  show(&f, "y[3]"); /* not whole */
  show(&f, "z[1]");
  show(&f, "a");
  show(&f, "z[2]"); /* scattered */
  const InterfaceVariables *all = found(&f);
  assert_int_equal(all->n_variables, 8); /* and time */
  assert_int_equal(all->n_arrays, 0);
  assert_non_null(named(all, "x[2]"));
  assert_non_null(named(all, "z[1]"));
  fixture_end(&f);
}

/* An output that shares the place of a local variable is the owner. */
static void test_second_names(void **state)
{
  (void)state;
  Fixture f = fixture_begin("M");
  ReducedVar *x = show(&f, "x");
  int place = x->value_reference;
  show(&f, "w")->value_reference = place;
  ReducedVar *y = show(&f, "y");
  y->value_reference = place;
  y->causality = FMI_OUTPUT;
  ReducedVar *u = show(&f, "u");
  u->value_reference = place;
  fixture_words(&f, u)->unit = "m"; /* says something else */
  const InterfaceVariables *all = found(&f);
  const InterfaceVariable *owner = named(all, "y");
  assert_ptr_equal(&all->variable[named(all, "x")->owner], owner);
  assert_ptr_equal(&all->variable[named(all, "w")->owner], owner);
  assert_int_equal(owner->reference, place);
  const InterfaceVariable *other = named(all, "u");
  assert_ptr_equal(&all->variable[other->owner], other);
  assert_int_not_equal(other->reference, place);
  fixture_end(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arrays),
      cmocka_unit_test(test_what_is_no_array),
      cmocka_unit_test(test_second_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
