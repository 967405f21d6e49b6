/* circuit_topology.c: a forest of capacitors first, voltage sources next; what
 * then closes a loop, and what resistors still leave apart. */
#include "reduce/structure/circuit/circuit_topology.h"

#include <assert.h>

#include "base/disjoint_sets.h"

typedef struct Topology {
  Circuit *c;
  Arena *arena, *scratch;
  DisjointSets *sets; /* nodes joined so far */
  bool *is_datum;     /* [n_nodes + 1] */
  bool *is_tree;      /* [n_branches] of the forest */
  /* The forest, from its roots: */
  int *up;    /* [n_nodes + 1] branch towards the root; -1: a root */
  int *depth; /* [n_nodes + 1] */
} Topology;

/* --- the datum --- */

static int other_end(const CircuitBranch *b, int node)
{
  return b->from == node ? b->to : b->from;
}

/* Also the first node of each part that is nowhere joined to it. */
static void find_datums(Topology *t)
{
  const Circuit *c = t->c;
  DisjointSets *part = disjoint_sets_create(t->scratch, c->n_nodes + 1);
  bool *has_datum =
      arena_array(t->scratch, (size_t)c->n_nodes + 1, sizeof(bool));
  for (int k = 0; k < c->n_branches; k++) {
    disjoint_sets_unite(part, c->branch[k].from, c->branch[k].to, false);
  }
  for (int n = 0; n <= c->n_nodes; n++) {
    int root = disjoint_sets_root(part, n, NULL);
    t->is_datum[n] = !has_datum[root];
    has_datum[root] = true;
  }
}

static void count_potentials(Topology *t)
{
  Circuit *c = t->c;
  bool *is_known =
      arena_array(t->scratch, (size_t)c->n_nodes + 1, sizeof(bool));
  for (int n = 0; n <= c->n_nodes; n++) is_known[n] = t->is_datum[n];
  for (int k = 0; k < c->n_branches; k++) {
    const CircuitBranch *b = &c->branch[k];
    if (b->is_ground) is_known[other_end(b, CIRCUIT_DATUM)] = true;
  }
  c->n_potentials = 0;
  for (int n = 1; n <= c->n_nodes; n++) c->n_potentials += !is_known[n];
}

/* --- loops --- */

/* Branches of a kind join nodes; those that close a loop are none of the
 * forest. */
static int join_by(Topology *t, BranchKind kind)
{
  int n_closing = 0;
  for (int k = 0; k < t->c->n_branches; k++) {
    const CircuitBranch *b = &t->c->branch[k];
    if (b->kind != kind) continue;
    t->is_tree[k] = disjoint_sets_unite(t->sets, b->from, b->to, false);
    n_closing += !t->is_tree[k];
  }
  return n_closing;
}

/* The branches at each node, as `first[n] .. first[n+1]` of the result. */
static int *list_tree(const Topology *t, int *first)
{
  const Circuit *c = t->c;
  int *list = arena_array(t->scratch, 2 * (size_t)c->n_branches, sizeof(int));
  for (int k = 0; k < c->n_branches; k++) {
    if (!t->is_tree[k]) continue;
    first[c->branch[k].from + 2]++;
    first[c->branch[k].to + 2]++;
  }
  for (int n = 2; n <= c->n_nodes + 2; n++) first[n] += first[n - 1];
  for (int k = 0; k < c->n_branches; k++) {
    if (!t->is_tree[k]) continue;
    list[first[c->branch[k].from + 1]++] = k;
    list[first[c->branch[k].to + 1]++] = k;
  }
  return list;
}

/* Breadth first from each node that no other has reached. */
static void root_forest(Topology *t)
{
  const Circuit *c = t->c;
  size_t n_nodes = (size_t)c->n_nodes + 1;
  int *first = arena_array(t->scratch, n_nodes + 2, sizeof(int));
  int *list = list_tree(t, first);
  int *queue = arena_array(t->scratch, n_nodes, sizeof(int));
  for (int n = 0; n <= c->n_nodes; n++) t->depth[n] = -1;
  for (int start = 0; start <= c->n_nodes; start++) {
    if (t->depth[start] >= 0) continue;
    int begin = 0, end = 0;
    queue[end++] = start;
    t->depth[start] = 0;
    t->up[start] = -1;
    while (begin < end) {
      int n = queue[begin++];
      for (int i = first[n]; i < first[n + 1]; i++) {
        int far = other_end(&c->branch[list[i]], n);
        if (t->depth[far] >= 0) continue;
        t->depth[far] = t->depth[n] + 1;
        t->up[far] = list[i];
        queue[end++] = far;
      }
    }
  }
}

/* The closing branch and the way through the forest from one end of it to the
 * other: as many branches as the climb takes. */
static CircuitSet trace_loop(const Topology *t, int closing)
{
  const Circuit *c = t->c;
  int a = c->branch[closing].from, b = c->branch[closing].to;
  int *way = arena_array(t->scratch, (size_t)t->depth[a] + (size_t)t->depth[b],
                         sizeof(int));
  int n = 0;
  while (a != b) {
    int *end = t->depth[a] >= t->depth[b] ? &a : &b;
    assert(t->up[*end] >= 0); /* the forest joins both ends */
    way[n++] = t->up[*end];
    *end = other_end(&c->branch[t->up[*end]], *end);
  }
  CircuitSet loop = {arena_array(t->arena, (size_t)n + 1, sizeof(int)), 0};
  loop.branch[loop.n_branches++] = closing;
  for (int i = 0; i < n; i++) loop.branch[loop.n_branches++] = way[i];
  return loop;
}

static void find_loops(Topology *t)
{
  assert(t->c->n_loops == 0 && t->c->n_cutsets == 0);
  Circuit *c = t->c;
  join_by(t, BRANCH_CAPACITOR);
  int n = join_by(t, BRANCH_VOLTAGE);
  if (n == 0) return;
  root_forest(t);
  c->loop = arena_array(t->arena, (size_t)n, sizeof c->loop[0]);
  for (int k = 0; k < c->n_branches; k++) {
    if (c->branch[k].kind != BRANCH_VOLTAGE || t->is_tree[k]) continue;
    c->loop[c->n_loops++] = trace_loop(t, k);
  }
}

/* --- cutsets --- */

/* For each node the number of the part it belongs to, -1 with the datum. */
static int *number_parts(Topology *t)
{
  Circuit *c = t->c;
  size_t n_nodes = (size_t)c->n_nodes + 1;
  int *of_root = arena_array(t->scratch, n_nodes, sizeof(int));
  int *of_node = arena_array(t->scratch, n_nodes, sizeof(int));
  for (int n = 0; n <= c->n_nodes; n++) of_root[n] = -2;
  for (int n = 0; n <= c->n_nodes; n++) {
    if (t->is_datum[n]) of_root[disjoint_sets_root(t->sets, n, NULL)] = -1;
  }
  for (int n = 0; n <= c->n_nodes; n++) {
    int *number = &of_root[disjoint_sets_root(t->sets, n, NULL)];
    if (*number == -2) *number = c->n_cutsets++;
    of_node[n] = *number;
  }
  return of_node;
}

static void enter_cutset(CircuitSet *cutset, int part, int branch)
{
  if (part < 0) return;
  CircuitSet *own = &cutset[part];
  if (own->branch) own->branch[own->n_branches] = branch;
  own->n_branches++;
}

/* Twice: to count, then to enter. */
static void enter_cutsets(const Topology *t, const int *part)
{
  const Circuit *c = t->c;
  for (int k = 0; k < c->n_branches; k++) {
    const CircuitBranch *b = &c->branch[k];
    int from = part[b->from], to = part[b->to];
    if (b->kind < BRANCH_INDUCTOR || from == to) continue;
    enter_cutset(c->cutset, from, k);
    enter_cutset(c->cutset, to, k);
  }
}

static void find_cutsets(Topology *t)
{
  Circuit *c = t->c;
  join_by(t, BRANCH_RESISTOR);
  const int *part = number_parts(t);
  size_t n = (size_t)c->n_cutsets;
  c->cutset = arena_array(t->arena, n, sizeof c->cutset[0]);
  enter_cutsets(t, part);
  for (int k = 0; k < c->n_cutsets; k++) {
    CircuitSet *own = &c->cutset[k];
    own->branch = arena_array(t->arena, (size_t)own->n_branches, sizeof(int));
    own->n_branches = 0;
  }
  enter_cutsets(t, part);
}

void circuit_topology(Circuit *c, Arena *arena, Arena *scratch)
{
  size_t n_nodes = (size_t)c->n_nodes + 1;
  Topology t = {.c = c, .arena = arena, .scratch = scratch};
  t.sets = disjoint_sets_create(scratch, c->n_nodes + 1);
  t.is_datum = arena_array(scratch, n_nodes, sizeof(bool));
  t.is_tree = arena_array(scratch, (size_t)c->n_branches, sizeof(bool));
  t.up = arena_array(scratch, n_nodes, sizeof(int));
  t.depth = arena_array(scratch, n_nodes, sizeof(int));
  find_datums(&t);
  count_potentials(&t);
  find_loops(&t);
  find_cutsets(&t);
}
