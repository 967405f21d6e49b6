/* The part of the states by sparse factors, the rest by multiplication: a solution of
 * the whole system, for every choice of states. */
#include "test.h"

#include "core/solver_library.h"
#include "core/solver_memory.h"
#include "hand_selection.h"
#include "integrators/candidate_sparse.h"
#include "sparse/sparse_solver.h"
#include "vectors/vector_pool.h"

enum { N = 7, N_STATES = 4 };

/* One set: its rows are full. */
static const int column_start[] = {0, 4, 8, 12, 16};
static const int row[] = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};
static const int column[] = {2, 0, 3, 1};
static const int color_start[] = {0, 1, 2, 3, 4};
static const JacobianPattern full = {N_STATES, 16,          column_start, row,
                                     4,        color_start, column};

static int state_number(const Instance *inst, int variable)
{
  for (int k = 0; k < N_STATES; k++) {
    if (inst->state[k] == variable) return k;
  }
  return -1;
}

/* How a variable changes with state k: any numbers, where it is not a state. */
static double change(const Instance *inst, int variable, int k)
{
  int number = state_number(inst, variable);
  return number >= 0 ? number == k : sin(3 * variable + 5 * inst->state[k]);
}

static int any_tangent(ModelValues *v, Tangent *t)
{
  const Instance *inst = v->instance;
  for (int i = SPHERE_X; i <= SPHERE_DER_W; i++) {
    if (state_number(inst, i) >= 0) continue;
    t->d[i] = 0;
    for (int k = 0; k < N_STATES; k++) {
      t->d[i] += change(inst, i, k) * t->d[inst->state[k]];
    }
  }
  return 0;
}

/* Of (I - gamma J) x = b, for the states of now. */
static double largest_residual(const Candidates *c, double gamma,
                               const double *x, const double *b)
{
  double largest = 0;
  for (int i = 0; i < N; i++) {
    double sum = x[i] - b[i];
    for (int k = 0; k < N_STATES; k++) {
      sum -= gamma * change(c->inst, c->slope[i], k) * x[c->at[k]];
    }
    largest = fmax(largest, fabs(sum));
  }
  return largest;
}

/* The first state of the set and a candidate that is none change places. */
static void exchange(Candidates *c)
{
  int other = 0, was = c->at[0];
  while (c->is_state[other]) other++;
  c->is_state[was] = 0;
  c->is_state[other] = 1;
  c->at[0] = other;
  c->inst->state[0] = c->variable[other];
}

static void check(SUNLinearSolver solver, const Candidates *c, VectorPool *pool)
{
  N_Vector x = vector_pool_take(pool), b = vector_pool_take(pool);
  for (int i = 0; i < N; i++) N_VGetArrayPointer(b)[i] = cos(i);
  assert_true(candidate_sparse_fill(solver));
  for (int round = 0; round < 2; round++) { /* the Jacobian serves again */
    double gamma = round == 0 ? 0.1 : -0.03;
    candidate_sparse_set_gamma(solver, gamma);
    assert_int_equal(SUNLinSolSetup(solver, NULL), 0);
    assert_int_equal(SUNLinSolSolve(solver, NULL, x, b, 0), 0);
    assert_true(largest_residual(c, gamma, N_VGetArrayPointer(x),
                                 N_VGetArrayPointer(b)) < 1e-14);
  }
  N_VDestroy(x);
  N_VDestroy(b);
}

static void test_solution(void **state)
{
  (void)state;
  HandLog log;
  SUNContext context;
  double unknown[N];
  Model model = hand_sphere;
  model.tangent = any_tangent;
  model.jacobian = &full;
  model.sparse = &sparse_solver;
  Instance *inst = hand_running(&model, fmi2CoSimulation, &log, 1e-9, 1);
  SolverMemory *before = solver_memory_use(inst->solver_memory);
  assert_true(solver_memory_open_part(inst->solver_memory, 100000));
  assert_true(solver_library_create(&context));
  Candidates *c = candidates_create(inst);
  assert_non_null(c);
  assert_int_equal(c->n, N);
  candidates_begin(c, unknown);
  VectorPool *pool = vector_pool_create(2, N, context);
  SUNLinearSolver solver = candidate_sparse_create(c, context);
  assert_non_null(solver);
  assert_int_equal(SUNLinSolInitialize(solver), 0);
  check(solver, c, pool);
  for (int k = 0; k < 3; k++) {
    exchange(c);
    check(solver, c, pool);
  }
  solver_memory_use(before);
  instance_free(inst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_solution)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
