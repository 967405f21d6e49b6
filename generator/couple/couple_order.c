/* couple_order.c: see couple_order.h. */
#include "couple/couple_order.h"

#include <assert.h>

/* A graph in compressed rows: the successors of node i are
 * item[first[i]] ... item[first[i + 1] - 1]. */
typedef struct OrderGraph {
  int n;
  int *first, *item;
} OrderGraph;

/* --- who depends on whom --- */

static bool order_depends(const Couple *c, const CoupleOutput *o, int variable)
{
  const FmuDescription *d = c->member[o->member].description;
  if (o->structure < 0) return true;
  const FmuDependence *s = &d->output[o->structure];
  if (!s->is_known) return true;
  for (int i = 0; i < s->n_known; i++) {
    if (s->known[i] == variable) return true;
  }
  return false;
}

static bool order_is_edge(const Couple *c, const CoupleLink *link, int output)
{
  const CoupleOutput *o = &c->output[output];
  return !link->is_parameter && o->member == link->member &&
         order_depends(c, o, link->variable);
}

/* From outputs to those that depend on them; `by_member`: between FMUs. */
static OrderGraph order_graph(Session *s, const Couple *c, bool by_member)
{
  OrderGraph g = {.n = by_member ? c->n_members : c->n_outputs};
  g.first = arena_array(s->session_arena, (size_t)g.n + 1, sizeof(int));
  for (int pass = 0; pass < 2; pass++) {
    int n = 0;
    for (int i = 0; i < g.n; i++) {
      g.first[i] = n;
      for (int k = 0; k < c->n_links; k++) {
        const CoupleLink *link = &c->link[k];
        const CoupleOutput *from = &c->output[link->output];
        if (by_member) {
          if (from->member != i || link->member == i) continue;
          if (pass) g.item[n] = link->member;
          n++;
          continue;
        }
        if (link->output != i) continue;
        for (int o = 0; o < c->n_outputs; o++) {
          if (!order_is_edge(c, link, o)) continue;
          if (pass) g.item[n] = o;
          n++;
        }
      }
    }
    g.first[g.n] = n;
    if (!pass) g.item = arena_array(s->session_arena, (size_t)n, sizeof(int));
  }
  return g;
}

/* --- strong components --- */

typedef struct OrderSearch {
  const OrderGraph *g;
  int *index, *low, *next, *stack, *path, *component;
  int n_index, n_stack, n_components;
} OrderSearch;

static void order_enter(OrderSearch *t, int node)
{
  assert(t->index[node] == 0);
  t->index[node] = t->low[node] = ++t->n_index;
  t->next[node] = t->g->first[node];
  t->stack[t->n_stack++] = node;
}

static void order_close(OrderSearch *t, int node)
{
  int member;
  if (t->low[node] != t->index[node]) return;
  do {
    member = t->stack[--t->n_stack];
    t->component[member] = t->n_components;
  } while (member != node);
  t->n_components++;
}

static void order_search_from(OrderSearch *t, int root)
{
  int depth = 0;
  t->path[depth++] = root;
  order_enter(t, root);
  while (depth > 0) {
    int node = t->path[depth - 1];
    if (t->next[node] < t->g->first[node + 1]) {
      int to = t->g->item[t->next[node]++];
      if (t->index[to] == 0) {
        order_enter(t, to);
        t->path[depth++] = to;
      } else if (t->component[to] < 0 && t->index[to] < t->low[node]) {
        t->low[node] = t->index[to];
      }
      continue;
    }
    order_close(t, node);
    depth--;
    int above = depth > 0 ? t->path[depth - 1] : node;
    if (t->low[node] < t->low[above]) t->low[above] = t->low[node];
  }
}

/* Components are numbered from sinks to sources. */
static int *order_components(Session *s, const OrderGraph *g, int *n)
{
  Arena *arena = s->session_arena;
  size_t size = (size_t)g->n;
  OrderSearch t = {.g = g};
  t.index = arena_array(arena, size, sizeof(int));
  t.low = arena_array(arena, size, sizeof(int));
  t.next = arena_array(arena, size, sizeof(int));
  t.stack = arena_array(arena, size, sizeof(int));
  t.path = arena_array(arena, size, sizeof(int));
  t.component = arena_array(arena, size, sizeof(int));
  for (int i = 0; i < g->n; i++) t.component[i] = -1;
  for (int i = g->n - 1; i >= 0; i--) {
    if (t.index[i] == 0) order_search_from(&t, i);
  }
  *n = t.n_components;
  return t.component;
}

/* --- stages --- */

typedef struct OrderComponent {
  int n_nodes, level;
  bool is_loop;
} OrderComponent;

static OrderComponent *order_levels(Session *s, const OrderGraph *g,
                                    const int *of, int n)
{
  OrderComponent *k = arena_array(s->session_arena, (size_t)n, sizeof k[0]);
  for (int i = 0; i < g->n; i++) k[of[i]].n_nodes++;
  for (int c = n - 1; c >= 0; c--) { /* sources first */
    for (int i = 0; i < g->n; i++) {
      if (of[i] != c) continue;
      for (int e = g->first[i]; e < g->first[i + 1]; e++) {
        int to = of[g->item[e]];
        if (to == c)
          k[c].is_loop = true;
        else if (k[to].level <= k[c].level)
          k[to].level = k[c].level + 1;
      }
    }
  }
  return k;
}

static CoupleStage *order_add(Session *s, const Couple *c, const int *stage_of,
                              CoupleOrder *order)
{
  Arena *arena = s->session_arena;
  int number = order->n_stages++;
  CoupleStage *stage = &order->stage[number];
  stage->output = arena_array(arena, (size_t)c->n_outputs, sizeof(int));
  for (int m = 0; m < c->n_members; m++) {
    for (int o = 0; o < c->n_outputs; o++) {
      if (c->output[o].member == m && stage_of[o] == number)
        stage->output[stage->n_outputs++] = o;
    }
  }
  stage->link = arena_array(arena, (size_t)c->n_links, sizeof(int));
  for (int m = 0; m < c->n_members; m++) {
    for (int k = 0; k < c->n_links; k++) {
      const CoupleLink *link = &c->link[k];
      if (link->member == m && stage_of[link->output] == number)
        stage->link[stage->n_links++] = k;
    }
  }
  return stage;
}

/* One stage for all single outputs of a level, one for each loop. */
static void order_stages(Session *s, const Couple *c, CoupleOrder *order)
{
  OrderGraph g = order_graph(s, c, false);
  int n;
  int *of = order_components(s, &g, &n);
  OrderComponent *k = order_levels(s, &g, of, n);
  int *stage_of = arena_array(s->session_arena, (size_t)g.n, sizeof(int));
  for (int i = 0; i < g.n; i++) stage_of[i] = -1;
  order->stage =
      arena_array(s->session_arena, (size_t)n + 1, sizeof order->stage[0]);
  for (int level = 0; level <= n && order->n_stages < n; level++) {
    bool has_single = false;
    for (int i = 0; i < g.n; i++) {
      if (k[of[i]].level != level || k[of[i]].is_loop) continue;
      stage_of[i] = order->n_stages;
      has_single = true;
    }
    if (has_single) order_add(s, c, stage_of, order);
    for (int q = n - 1; q >= 0; q--) {
      if (k[q].level != level || !k[q].is_loop) continue;
      for (int i = 0; i < g.n; i++) {
        if (of[i] == q) stage_of[i] = order->n_stages;
      }
      order_add(s, c, stage_of, order)->is_loop = true;
      order->n_loops++;
    }
  }
}

/* Sources first; inside of a circle as in the file. */
static void order_members(Session *s, const Couple *c, CoupleOrder *order)
{
  assert(c->n_members > 0);
  OrderGraph g = order_graph(s, c, true);
  int n, next = 0;
  int *of = order_components(s, &g, &n);
  order->member =
      arena_array(s->session_arena, (size_t)c->n_members, sizeof(int));
  for (int q = n - 1; q >= 0; q--) {
    for (int i = 0; i < g.n; i++) {
      if (of[i] == q) order->member[next++] = i;
    }
  }
  assert(next == c->n_members);
}

CoupleOrder couple_order(Session *s, const Couple *c)
{
  CoupleOrder order = {0};
  order_stages(s, c, &order);
  order_members(s, c, &order);
  return order;
}
