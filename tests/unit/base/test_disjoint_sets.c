/* test_disjoint_sets.c: against sets that are painted over. */
#include "test.h"

#include "base/disjoint_sets.h"

enum { N = 40 };

/* Each element has the number of its set and a sign. */
typedef struct Painted {
  int set[N], sign[N];
} Painted;

static bool paint(Painted *p, int a, int b, bool is_opposite)
{
  int from = p->set[b], to = p->set[a];
  int turn = p->sign[a] * p->sign[b] * (is_opposite ? -1 : 1);
  if (from == to) return false;
  for (int k = 0; k < N; k++) {
    if (p->set[k] != from) continue;
    p->set[k] = to;
    p->sign[k] *= turn;
  }
  return true;
}

static void check(DisjointSets *sets, const Painted *p)
{
  for (int a = 0; a < N; a++) {
    for (int b = 0; b < N; b++) {
      bool a_negative, b_negative;
      int ra = disjoint_sets_root(sets, a, &a_negative);
      int rb = disjoint_sets_root(sets, b, &b_negative);
      assert_int_equal(ra == rb, p->set[a] == p->set[b]);
      if (ra != rb) continue;
      assert_int_equal(a_negative != b_negative, p->sign[a] != p->sign[b]);
    }
  }
}

static void test_against_painting(void **state)
{
  (void)state;
  srand(7);
  for (int round = 0; round < 20; round++) {
    Arena *arena = arena_create("test");
    DisjointSets *sets = disjoint_sets_create(arena, N);
    Painted p;
    for (int k = 0; k < N; k++) {
      p.set[k] = k;
      p.sign[k] = 1;
    }
    for (int step = 0; step < N; step++) {
      int a = rand() % N, b = rand() % N;
      bool is_opposite = rand() % 2;
      assert_int_equal(disjoint_sets_unite(sets, a, b, is_opposite),
                       paint(&p, a, b, is_opposite));
    }
    check(sets, &p);
    arena_destroy(arena);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_against_painting),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
