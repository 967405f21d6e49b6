/* test_flat_check.c: each broken invariant stops the program. */
#include "test.h"

#include <sys/wait.h>
#include <unistd.h>

#include "flat_fixture.h"
#include "flatten/flat/procedure.h"

static const char model[] =
    "model M parameter Real p = 1; constant Integer c = 2; Real x(start = p);"
    " Boolean b(fixed = true); discrete Real k; Real y; connector C Real e;"
    " flow Real i; end C; C one, two;"
    " function f input Real u; input Real v; output Real w; protected Real "
    "a[2];"
    " algorithm for i in 1:2 loop a[i] := u + v; end for;"
    " w := g(a[1]); annotation(Inline = false); end f;"
    " function g input Real u; output Real w; algorithm w := u; w := w + 1;"
    " annotation(Inline = false); end g;"
    " equation der(x) = p*x; b = x > 1; assert(x < 100, \"large\");"
    " when x > 5 then if x > 4 then reinit(x, 1); end if; k = f(x, p);"
    " end when; connect(one, two); one.e = x;"
    " algorithm y := p; when x > 3 then y := 2; end when; end M;";

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

/* --- components, connections, algorithms --- */

static void bad_component(FlatModel *flat)
{
  flat->equation[0].component = flat->n_components;
}
static void bad_set(FlatModel *flat)
{
  flat->equation[0].connection_set = flat->n_connection_sets + 1;
}
static void bad_algorithm(FlatModel *flat)
{
  flat->equation[0].algorithm = flat->n_algorithms + 1;
}
static void bad_member(FlatModel *flat)
{
  flat->connection_set[0].member[0].variable.i = flat->n_vars;
}
static void bad_assigned(FlatModel *flat)
{
  flat->algorithm[0].variable[0].i = flat->n_vars;
}
static void bad_section(FlatModel *flat)
{
  flat->algorithm[0].procedure = flat->n_procedures;
}
static void bad_tolerance(FlatModel *flat)
{
  flat->experiment.is_tunable = true;
  flat->experiment.tolerance_parameter.i = flat->n_vars;
}
static void clock_left(FlatModel *flat)
{
  flat->equation[0].clock = flat->var[0].binding;
}

/* --- when-equations and assertions --- */

static void assertion_is_real(FlatModel *flat)
{
  flat->assertion[0].condition = flat->var[0].binding;
}
static void assertion_names_nothing(FlatModel *flat)
{
  flat->assertion[0].condition->arg[0]->variable.i = flat->n_vars;
}
static void no_message(FlatModel *flat)
{
  flat->assertion[0].message = NULL;
}
static void guard_is_real(FlatModel *flat)
{
  flat->when[0].branch[0].action[0].guard = flat->var[0].binding;
}
static void no_value(FlatModel *flat)
{
  flat->when[0].branch[0].action[0].value = NULL;
}
static void no_target(FlatModel *flat)
{
  flat->when[0].branch[0].action[0].target = flat->var[0].binding;
}

/* --- procedures --- */

static FlatProcedure *procedure(const FlatModel *flat, const char *name)
{
  for (int k = 0; k < flat->n_procedures; k++) {
    if (strcmp(flat->procedure[k]->name, name) == 0) return flat->procedure[k];
  }
  abort();
}
static FlatStatement *statement(const FlatModel *flat, const char *name,
                                StatementKind kind)
{
  FlatStatementList *list = &procedure(flat, name)->body;
  for (int k = 0; k < list->n_items; k++) {
    if (list->item[k].kind == kind) return &list->item[k];
  }
  abort();
}
static void bad_target(FlatModel *flat)
{
  statement(flat, "M.g", STATEMENT_ASSIGN)->target = 99;
}
static void bad_slot(FlatModel *flat)
{
  statement(flat, "M.g", STATEMENT_ASSIGN)->value->slot = 99;
}
static void bad_input(FlatModel *flat)
{
  procedure(flat, "M.f")->input[0] = -1;
}
static void bad_call(FlatModel *flat)
{
  statement(flat, "M.f", STATEMENT_CALL)->procedure = flat->n_procedures;
}
static void call_lacks_argument(FlatModel *flat)
{
  statement(flat, "M.f", STATEMENT_CALL)->n_args = 0;
}
static void bad_result(FlatModel *flat)
{
  statement(flat, "M.f", STATEMENT_CALL)->result[0] = 99;
}
static void lost_slot(FlatModel *flat)
{
  procedure(flat, "M.f")->n_slots++;
}
static void no_range(FlatModel *flat)
{
  statement(flat, "M.f", STATEMENT_FOR)->limit = NULL;
}
static void bad_destructor(FlatModel *flat)
{
  procedure(flat, "M.f")->destructor = flat->n_procedures;
}
static void slot_outside(FlatModel *flat)
{
  flat->var[0].binding->kind = FLAT_EXPR_LOCAL;
}
static void bad_output(FlatModel *flat)
{
  FlatExpr *call = flat->when[0].branch[0].action[1].value;
  if (call->kind != FLAT_EXPR_RESULT) abort();
  call->output = 1;
}

static void test_broken(void **state)
{
  (void)state;
  static const Break change[] = {
      no_name,        same_names,
      binding_type,   no_constant,
      start_varies,   bad_variable,
      bad_side,       no_argument,
      fixed_number,   der_of_parameter,
      boolean_varies, bad_component,
      bad_set,        bad_algorithm,
      bad_member,     bad_assigned,
      bad_section,    bad_tolerance,
      clock_left,     assertion_is_real,
      no_message,     assertion_names_nothing,
      guard_is_real,  no_value,
      no_target,      bad_target,
      bad_slot,       bad_input,
      bad_call,       call_lacks_argument,
      bad_result,     lost_slot,
      no_range,       bad_destructor,
      slot_outside,   bad_output,
  };
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
