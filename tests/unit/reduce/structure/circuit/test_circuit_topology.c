/* test_circuit_topology.c: loops and cutsets by hand, and of random circuits
 * against the projectors they stand for. */
#include "test.h"

#include "reduce/structure/circuit/circuit_topology.h"
#include "text_pile.h"

enum { MOST = 24 };

typedef struct Made {
  Arena *arena;
  Circuit c;
  CircuitBranch branch[MOST];
} Made;

/* "C12 V10": kind, from, to; 0 is the datum. Names count from a. */
static Made *made(const char *text)
{
  static const char letters[] = "CVRLI";
  static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  Made *m = calloc(1, sizeof *m);
  m->arena = arena_create("test");
  m->c.branch = m->branch;
  for (const char *t = text; *t; t += t[3] ? 4 : 3) {
    CircuitBranch *b = &m->branch[m->c.n_branches];
    b->name = names[m->c.n_branches++];
    b->kind = (BranchKind)(strchr(letters, t[0]) - letters);
    b->from = t[1] - '0';
    b->to = t[2] - '0';
    m->c.n_of[b->kind]++;
    if (b->from > m->c.n_nodes) m->c.n_nodes = b->from;
    if (b->to > m->c.n_nodes) m->c.n_nodes = b->to;
  }
  circuit_topology(&m->c, m->arena, m->arena);
  return m;
}

static void destroy(Made *m)
{
  arena_destroy(m->arena);
  free(m);
}

/* "ab c": branches of each set. */
static void expect_sets(const Made *m, const CircuitSet *set, int n,
                        const char *wanted)
{
  TextPile got = {.n = 0};
  for (int k = 0; k < n; k++) {
    if (k > 0) text_pile_add(&got, " ");
    for (int i = 0; i < set[k].n_branches; i++) {
      text_pile_add(&got, "%s", m->branch[set[k].branch[i]].name);
    }
  }
  assert_string_equal(got.text, wanted);
}

static void expect(const char *text, const char *loops, const char *cutsets)
{
  Made *m = made(text);
  expect_sets(m, m->c.loop, m->c.n_loops, loops);
  expect_sets(m, m->c.cutset, m->c.n_cutsets, cutsets);
  destroy(m);
}

static void test_by_hand(void **state)
{
  (void)state;
  expect("V10 R12 C20", "", "");
  expect("V10 C10 R12 C20", "ab", "");      /* loop of a source and C */
  expect("V10 C12 C20 R20", "abc", "");     /* two capacitors in a row */
  expect("C10 C10 R12 C20", "", "");        /* a loop of capacitors alone */
  expect("I10 L12 R20", "", "ab");          /* source and inductor in a row */
  expect("I10 L12 L13 R20 R30", "", "abc"); /* a part of one node */
  expect("I10 R10 L12 R20", "", "");
  expect("V10 C12 C20 R20 I30 L32", "abc", "ef");
  expect("L12 R20 R10", "", "");
  expect("V12 L23 L24 R30 R40 I10", "", "bcf"); /* part of two nodes */
}

/* Without a datum the first node takes its place. */
static void test_floating(void **state)
{
  (void)state;
  Made *m = made("V12 R12");
  assert_int_equal(m->c.n_potentials, 1);
  assert_int_equal(m->c.n_cutsets, 0);
  destroy(m);
  m = made("V10 R10 L23 R23"); /* the second part floats */
  assert_int_equal(m->c.n_potentials, 2);
  assert_int_equal(m->c.n_cutsets, 0);
  destroy(m);
}

/* --- random circuits --- */

static int incidence(const CircuitBranch *b, int node)
{
  return (b->from == node) - (b->to == node);
}

/* The sum of what the branches of a cutset carry out of a part is free of all
 * others: a set of nodes with Q^T A = 0 but for inductors and current sources.
 * The nodes are those that the cutset separates from the datum. */
static void check_cutset(const Circuit *c, const CircuitSet *cutset)
{
  bool is_cut[MOST] = {false}, inside[MOST] = {false};
  for (int k = 0; k < cutset->n_branches; k++) {
    int b = cutset->branch[k];
    assert_true(c->branch[b].kind >= BRANCH_INDUCTOR);
    is_cut[b] = true;
  }
  inside[0] = true; /* the side of the datum, without the cutset */
  for (int round = 0; round <= c->n_nodes; round++) {
    for (int k = 0; k < c->n_branches; k++) {
      const CircuitBranch *b = &c->branch[k];
      if (!is_cut[k] && inside[b->from] != inside[b->to]) {
        inside[b->from] = inside[b->to] = true;
      }
    }
  }
  for (int k = 0; k < c->n_branches; k++) {
    int sum = 0;
    for (int n = 0; n <= c->n_nodes; n++) {
      if (!inside[n]) sum += incidence(&c->branch[k], n);
    }
    assert_true(sum == 0 || is_cut[k]);
  }
}

/* Each node of a loop is touched by two of its branches. */
static void check_loop(const Circuit *c, const CircuitSet *loop)
{
  int touched[MOST] = {0}, n_sources = 0;
  for (int k = 0; k < loop->n_branches; k++) {
    const CircuitBranch *b = &c->branch[loop->branch[k]];
    assert_true(b->kind <= BRANCH_VOLTAGE);
    n_sources += b->kind == BRANCH_VOLTAGE;
    touched[b->from]++;
    touched[b->to]++;
  }
  assert_true(n_sources > 0);
  for (int n = 0; n <= c->n_nodes; n++) {
    assert_true(touched[n] == 0 || touched[n] == 2);
  }
}

static int rank_of(double a[MOST][MOST], int n_rows, int n_columns)
{
  int rank = 0;
  for (int col = 0; col < n_columns && rank < n_rows; col++) {
    int best = rank;
    for (int r = rank; r < n_rows; r++) {
      if (a[r][col] * a[r][col] > a[best][col] * a[best][col]) best = r;
    }
    if (a[best][col] * a[best][col] < 1e-18) continue;
    for (int k = 0; k < n_columns; k++) {
      double kept = a[best][k];
      a[best][k] = a[rank][k];
      a[rank][k] = kept;
    }
    for (int r = rank + 1; r < n_rows; r++) {
      double f = a[r][col] / a[rank][col];
      for (int k = 0; k < n_columns; k++) a[r][k] -= f * a[rank][k];
    }
    rank++;
  }
  return rank;
}

/* Rank of the incidence of all branches up to a kind. */
static int rank_up_to(const Circuit *c, BranchKind kind)
{
  double a[MOST][MOST] = {{0}};
  int n = 0;
  for (int k = 0; k < c->n_branches; k++) {
    if (c->branch[k].kind > kind) continue;
    for (int i = 1; i <= c->n_nodes; i++) {
      a[n][i - 1] = incidence(&c->branch[k], i);
    }
    n++;
  }
  return rank_of(a, n, c->n_nodes);
}

/* A tree that reaches every node, then further branches. */
static void random_text(char *text)
{
  int n_nodes = 2 + rand() % 5, n = n_nodes + rand() % 4;
  for (int k = 0; k < n; k++) {
    int from = k < n_nodes ? k + 1 : 1 + rand() % n_nodes;
    int to = rand() % (k < n_nodes ? k + 1 : from);
    text[4 * k] = "CVRLI"[rand() % 5];
    text[4 * k + 1] = (char)('0' + from);
    text[4 * k + 2] = (char)('0' + to);
    text[4 * k + 3] = ' ';
  }
  text[4 * n - 1] = 0;
}

/* dim ker Q_C^T A_V = n_V - (rank [A_C A_V] - rank A_C), and the columns of
 * Q_CRV are as many as rank [A_C A_V A_R] leaves. */
static void test_random_circuits(void **state)
{
  (void)state;
  srand(11);
  for (int round = 0; round < 2000; round++) {
    char text[MOST * 4];
    random_text(text);
    if (strlen(text) > 8 * 4) continue; /* names end with h */
    Made *m = made(text);
    const Circuit *c = &m->c;
    int rank_c = rank_up_to(c, BRANCH_CAPACITOR);
    int rank_cv = rank_up_to(c, BRANCH_VOLTAGE);
    assert_int_equal(c->n_loops, c->n_of[BRANCH_VOLTAGE] - rank_cv + rank_c);
    assert_int_equal(c->n_cutsets, c->n_nodes - rank_up_to(c, BRANCH_RESISTOR));
    for (int k = 0; k < c->n_loops; k++) check_loop(c, &c->loop[k]);
    for (int k = 0; k < c->n_cutsets; k++) check_cutset(c, &c->cutset[k]);
    destroy(m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_by_hand),
      cmocka_unit_test(test_floating),
      cmocka_unit_test(test_random_circuits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
