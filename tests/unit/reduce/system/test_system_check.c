/* test_system_check.c: a whole system passes; each kind of damage is found. */
#include "test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model_text.h"
#include "reduce/system/system_check.h"

static const char text[] =
    "model M\n"
    "  parameter Real p = 2;\n"
    "  Real x(start = p, fixed = true), y, z, w; discrete Real n(start = 1);\n"
    "  Boolean b;\n"
    "initial equation\n"
    "  pre(n) = p;\n"
    "equation\n"
    "  der(x) = -x; y = delay(x, 0.1); b = x < p; z = x; w = 2*y + sin(z);\n"
    "  when sample(0, 0.5) then n = pre(n) + 1; end when;\n"
    "  when b then reinit(x, p); end when;\n"
    "  assert(x < 13, \"far\");\n"
    "end M;";

/* A circle whose states are chosen while the model runs: it has a set. */
static const char circle[] =
    "model M Real x(start = 1), y(start = 0), u, v, l; equation\n"
    "  der(x) = u; der(y) = v; der(u) = -x*l; der(v) = -y*l - 9.81;\n"
    "  x^2 + y^2 = 1; end M;";

/* Two families, and that of the derivatives of the second. */
static const char loops[] =
    "model M Real x[8], y[8]; equation\n"
    "  for k in 1:8 loop der(x[k]) = y[k]; end for;\n"
    "  for k in 1:8 loop x[k] = sin(time) + y[1]; end for; end M;";

typedef void Damage(ModelText *m);

static VarId var(const ModelText *m, const char *name)
{
  return model_text_var(m, name);
}

static ExprId der_x(const ModelText *m)
{
  return expr_var(m->sys->exprs, var(m, "der(x)"));
}

/* --- variables --- */

static void lose_integral(ModelText *m)
{
  m->sys->var[var(m, "der(x)").i].integral = NO_VAR;
}

static void lose_derivative(ModelText *m)
{
  m->sys->var[var(m, "x").i].derivative = NO_VAR;
}

static void point_outside(ModelText *m)
{
  m->sys->var[var(m, "n").i].pre = (VarId){m->sys->n_vars};
}

static void lose_pre(ModelText *m)
{
  m->sys->var[var(m, "n").i].pre = NO_VAR;
}

static void chain_aliases(ModelText *m)
{
  m->sys->var[var(m, "w").i].alias_of = var(m, "z");
}

static void leave_set(ModelText *m)
{
  m->sys->var[var(m, "x").i].set = m->sys->n_sets;
}

/* --- expressions --- */

static void hold_absent(ModelText *m)
{
  System *sys = m->sys;
  sys->var[var(m, "p").i].kind = VAR_ABSENT;
}

static void hold_alias(ModelText *m)
{
  m->sys->assertion[0].condition = expr_var(m->sys->exprs, var(m, "z"));
}

static void hold_outside(ModelText *m)
{
  m->sys->reinit[0].value =
      expr_var(m->sys->exprs, (VarId){m->sys->n_vars + 2});
}

static void hold_unknown_relation(ModelText *m)
{
  System *sys = m->sys;
  sys->discrete_eq[0].right =
      expr_relation(sys->exprs, EXPR_LT, der_x(m), expr_const(sys->exprs, 1),
                    sys->n_relations);
}

/* --- equations --- */

static void lose_residual(ModelText *m)
{
  m->sys->eq[0].residual = NO_EXPR;
}

static void lose_equation_chain(ModelText *m)
{
  m->sys->eq[m->sys->n_eqs - 1].integral = NO_EQ;
}

static void assign_twice(ModelText *m)
{
  m->sys->discrete_eq[1].left = m->sys->discrete_eq[0].left;
}

static void assign_continuous(ModelText *m)
{
  m->sys->discrete_eq[0].left = der_x(m);
}

static void assign_running_at_start(ModelText *m)
{
  m->sys->initial_discrete_eq[0].left = m->sys->discrete_eq[0].left;
}

/* --- families --- */

static void join_no_family(ModelText *m)
{
  m->sys->eq[0].family = m->sys->n_families + 1;
}

static void take_place_of_another(ModelText *m)
{
  m->sys->eq[1].position = m->sys->eq[0].position;
}

static void derive_into_another(ModelText *m)
{
  Eq *eq = &m->sys->eq[m->sys->n_eqs - 1];
  eq->family = m->sys->eq[eq->integral.i].family;
}

/* --- events and the past --- */

static void lose_side(ModelText *m)
{
  m->sys->relation[0].right = NO_EXPR;
}

static void lose_interval(ModelText *m)
{
  m->sys->sample[0].interval = NO_EXPR;
}

static void reset_alias(ModelText *m)
{
  m->sys->reinit[0].state = var(m, "z");
}

static void delay_absent(ModelText *m)
{
  m->sys->var[m->sys->delay[0].x.i].kind = VAR_ABSENT;
}

static void delay_into_unknown(ModelText *m)
{
  m->sys->delay[0].y = var(m, "w");
}

static void lose_condition(ModelText *m)
{
  m->sys->assertion[0].condition = NO_EXPR;
}

/* --- sets and monitors --- */

static void choose_one_more(ModelText *m)
{
  SelectionSet *set = &m->sys->set[0];
  for (int c = 0; c < set->n_columns; c++) set->chosen[c] = true;
}

static void order_too_high(ModelText *m)
{
  m->sys->set[0].order[0] = m->sys->set[0].n_levels + 1;
}

static void state_of_another_kind(ModelText *m)
{
  m->sys->set[0].state[0] = var(m, "x");
}

static void monitor_of_nothing(ModelText *m)
{
  System *sys = m->sys;
  sys->monitor = arena_array(sys->arena, 1, sizeof sys->monitor[0]);
  sys->monitor[0] = (Monitor){
      .var = var(m, "l"), .residual = sys->eq[0].residual, .given = {0}};
  sys->n_monitors = 1;
}

static void frame_of_nothing(ModelText *m)
{
  System *sys = m->sys;
  sys->frame = arena_array(sys->arena, 1, sizeof sys->frame[0]);
  sys->n_frames = 1;
}

/* --- all of them --- */

/* The check ends the process: it is run in one of its own. */
static bool is_found(ModelText *m)
{
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    signal(SIGABRT, SIG_DFL);
    if (!freopen("/dev/null", "w", stderr)) _exit(2);
    system_check(m->sys);
    _exit(0);
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void expect_found(const char *model, const char *stage, Damage *damage,
                         const char *name)
{
  ModelText *m = model_text_at(model, stage);
  assert_false(is_found(m));
  damage(m);
  if (!is_found(m)) fail_msg("%s: not found", name);
  model_text_free(m);
}

typedef struct Row {
  Damage *damage;
  const char *name;
} Row;

#define ROW(damage)                                                            \
  {                                                                            \
    damage, #damage                                                            \
  }

static void test_damage(void **state)
{
  (void)state;
  static const Row row[] = {
      ROW(lose_integral),      ROW(lose_derivative),
      ROW(point_outside),      ROW(lose_pre),
      ROW(chain_aliases),      ROW(leave_set),
      ROW(hold_absent),        ROW(hold_alias),
      ROW(hold_outside),       ROW(hold_unknown_relation),
      ROW(lose_residual),      ROW(assign_twice),
      ROW(assign_continuous),  ROW(assign_running_at_start),
      ROW(lose_side),          ROW(lose_interval),
      ROW(reset_alias),        ROW(delay_absent),
      ROW(delay_into_unknown), ROW(lose_condition),
  };
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    expect_found(text, "time_relations", row[k].damage, row[k].name);
  }
}

static void test_damage_of_sets(void **state)
{
  (void)state;
  static const Row row[] = {
      ROW(lose_equation_chain), ROW(choose_one_more),
      ROW(order_too_high),      ROW(state_of_another_kind),
      ROW(monitor_of_nothing),  ROW(frame_of_nothing),
  };
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    expect_found(circle, "index", row[k].damage, row[k].name);
  }
}

static void test_damage_of_families(void **state)
{
  (void)state;
  static const Row row[] = {
      ROW(join_no_family),
      ROW(take_place_of_another),
      ROW(derive_into_another),
  };
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    expect_found(loops, "pantelides", row[k].damage, row[k].name);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_damage),
      cmocka_unit_test(test_damage_of_families),
      cmocka_unit_test(test_damage_of_sets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
