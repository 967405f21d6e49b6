/* test_reduced_check.c: whole results pass; each kind of damage is found. */
#include "test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model_text.h"
#include "reduce/reduced_check.h"

/* Assignments in three sequences, a linear and a nonlinear loop, events. */
static const char text[] =
    "model M\n"
    "  parameter Real p = 2, q = 3*p, r = q + p;\n"
    "  Real x(start = r, fixed = true), y, a, b, c(start = 1), d, late;\n"
    "  discrete Real n(start = 1);\n"
    "equation\n"
    "  der(x) = -x*q; y = 2*x + r; late = delay(y, 0.1);\n"
    "  a + p*b = x; p*a - b = y;\n"
    "  c + sin(d) = x; d + cos(c) = y;\n"
    "  when sample(0, 0.5) then n = pre(n) + 1; end when;\n"
    "  when x < 1 then reinit(x, q); end when;\n"
    "  assert(x < 13, \"far\");\n"
    "end M;";

static const char circle[] =
    "model M Real x(start = 1), y(start = 0), u, v, l; equation\n"
    "  der(x) = u; der(y) = v; der(u) = -x*l; der(v) = -y*l - 9.81;\n"
    "  x^2 + y^2 = 1; end M;";

typedef void Damage(const ModelText *m, ReducedSystem *r);

static ReducedBlock *loop(BlockSequence *sequence, bool linear)
{
  for (int k = 0; k < sequence->n_blocks; k++) {
    ReducedBlock *b = &sequence->block[k];
    if (b->kind == BLOCK_SOLVE && b->linear == linear) return b;
  }
  fail_msg("no such loop");
  return NULL;
}

static ReducedBlock *level(BlockSequence *sequence)
{
  for (int k = 0; k < sequence->n_blocks; k++) {
    if (sequence->block[k].kind == BLOCK_SELECT) return &sequence->block[k];
  }
  fail_msg("no such level");
  return NULL;
}

static void turn_round(BlockSequence *s)
{
  for (int i = 0, j = s->n_blocks - 1; i < j; i++, j--) {
    ReducedBlock b = s->block[i];
    s->block[i] = s->block[j];
    s->block[j] = b;
  }
}

/* --- sequences --- */

static void turn_parameters(const ModelText *m, ReducedSystem *r)
{
  (void)m;
  turn_round(&r->parameters);
}

static void turn_initial(const ModelText *m, ReducedSystem *r)
{
  (void)m;
  turn_round(&r->initial);
}

static void turn_continuous(const ModelText *m, ReducedSystem *r)
{
  (void)m;
  turn_round(&r->continuous);
}

static void leave_out(const ModelText *m, ReducedSystem *r)
{
  (void)m;
  r->continuous.n_blocks--;
}

static void compute_twice(const ModelText *m, ReducedSystem *r)
{
  (void)m;
  BlockSequence *s = &r->continuous;
  s->block[1] = s->block[0];
}

/* --- blocks --- */

static void lose_column(const ModelText *m, ReducedSystem *r)
{
  (void)m;
  loop(&r->continuous, true)->n_columns--;
}

static void lose_method(const ModelText *m, ReducedSystem *r)
{
  (void)m;
  loop(&r->continuous, false)->how = NULL;
}

static void entry_outside(const ModelText *m, ReducedSystem *r)
{
  (void)m;
  ReducedBlock *b = loop(&r->continuous, true);
  b->entry[0].row = b->n;
}

static void entry_twice(const ModelText *m, ReducedSystem *r)
{
  (void)m;
  ReducedBlock *b = loop(&r->continuous, true);
  b->entry[1] = b->entry[0];
}

static void tear_twice(const ModelText *m, ReducedSystem *r)
{
  (void)m;
  LoopMethod *how = loop(&r->continuous, false)->how;
  assert_true(how->n_inner > 0);
  how->inner[0] = how->torn[0];
}

static void inner_reads_itself(const ModelText *m, ReducedSystem *r)
{
  ReducedBlock *b = loop(&r->continuous, false);
  b->how->inner_value[0] =
      expr_var(m->sys->exprs, b->unknown[b->how->inner[0]]);
}

static void value_reads_later(const ModelText *m, ReducedSystem *r)
{
  const BlockSequence *s = &r->continuous;
  for (int k = 0; k < s->n_blocks; k++) {
    if (s->block[k].kind != BLOCK_ASSIGN) continue;
    s->block[k].value = expr_var(m->sys->exprs, s->block[k].unknown[0]);
    return;
  }
}

static void level_of_nothing(const ModelText *m, ReducedSystem *r)
{
  ReducedBlock *b = level(&r->continuous);
  b->level = m->sys->set[b->set].n_levels + 1;
}

static void set_of_nothing(const ModelText *m, ReducedSystem *r)
{
  level(&r->continuous)->set = m->sys->n_sets;
}

/* --- slots and states --- */

static void share_slot(const ModelText *m, ReducedSystem *r)
{
  r->slot[model_text_var(m, "y").i] = r->slot[model_text_var(m, "a").i];
}

static void slot_outside(const ModelText *m, ReducedSystem *r)
{
  r->slot[model_text_var(m, "y").i] = r->n_real;
}

static void other_reference(const ModelText *m, ReducedSystem *r)
{
  r->var[r->row_of_var[model_text_var(m, "y").i]].value_reference++;
}

static void lose_derivative(const ModelText *m, ReducedSystem *r)
{
  (void)m;
  r->derivative[0] = r->state[0];
}

/* --- beside the blocks --- */

static void start_reads_state(const ModelText *m, ReducedSystem *r)
{
  assert_true(r->n_starts > 0);
  r->start[0].value = expr_var(m->sys->exprs, model_text_var(m, "y"));
}

static void reset_algebraic(const ModelText *m, ReducedSystem *r)
{
  (void)r;
  m->sys->reinit[0].state = model_text_var(m, "y");
}

/* --- variables that are named --- */

static void state_of_nothing(const ModelText *m, ReducedSystem *r)
{
  r->state_source[0] = (VarId){m->sys->n_vars};
}

static void start_of_absent(const ModelText *m, ReducedSystem *r)
{
  assert_true(r->n_starts > 0);
  m->sys->var[r->start[0].var.i].kind = VAR_ABSENT;
}

static void tangent_of_nothing(const ModelText *m, ReducedSystem *r)
{
  ReducedBlock *b = loop(&r->continuous, true);
  assert_true(b->n_tangents > 0);
  b->tangent[0].var = (VarId){m->sys->n_vars};
}

static void source_of_nothing(const ModelText *m, ReducedSystem *r)
{
  assert_true(r->scale.n_sources > 0);
  r->scale.source[0] = (VarId){m->sys->n_vars + 5};
}

/* --- all of them --- */

/* The check ends the process: it is run in one of its own. */
static bool is_found(const ReducedSystem *r)
{
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    signal(SIGABRT, SIG_DFL);
    if (!freopen("/dev/null", "w", stderr)) _exit(2);
    reduced_check(r);
    _exit(0);
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

typedef struct Row {
  Damage *damage;
  const char *name;
} Row;

#define ROW(damage)                                                            \
  {                                                                            \
    damage, #damage                                                            \
  }

static void expect_found(const char *model, const Row *row)
{
  ModelText *m = model_text_complete(model);
  ReducedSystem r = *m->reduced;
  assert_false(is_found(&r));
  row->damage(m, &r);
  if (!is_found(&r)) fail_msg("%s: not found", row->name);
  model_text_free(m);
}

static void test_damage(void **state)
{
  (void)state;
  static const Row row[] = {
      ROW(turn_parameters),   ROW(turn_initial),       ROW(turn_continuous),
      ROW(leave_out),         ROW(compute_twice),      ROW(lose_column),
      ROW(lose_method),       ROW(entry_outside),      ROW(entry_twice),
      ROW(tear_twice),        ROW(inner_reads_itself), ROW(value_reads_later),
      ROW(share_slot),        ROW(slot_outside),       ROW(other_reference),
      ROW(lose_derivative),   ROW(start_reads_state),  ROW(reset_algebraic),
      ROW(state_of_nothing),  ROW(start_of_absent),    ROW(tangent_of_nothing),
      ROW(source_of_nothing),
  };
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    expect_found(text, &row[k]);
  }
}

static void test_damage_of_sets(void **state)
{
  (void)state;
  static const Row row[] = {ROW(level_of_nothing), ROW(set_of_nothing)};
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    expect_found(circle, &row[k]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_damage),
      cmocka_unit_test(test_damage_of_sets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
