/* test_circuit.c: nodes, branches and what they are, from equations alone;
 * hidden constraints of random circuits, by topology and by structure. */
#include "test.h"

#include "base/disjoint_sets.h"
#include "model_text.h"
#include "reduce/index/index_minimal_extension.h"
#include "reduce/structure/circuit/circuit.h"

/* One letter each; names say nothing. */
#define LIBRARY                                                                \
  "connector N Real v; flow Real i; end N; "                                   \
  "partial model T N p, n; Real v, i; equation v = p.v - n.v; i = p.i; "       \
  "p.i + n.i = 0; end T; "                                                     \
  "model G N p; equation p.v = 0; end G; "                                     \
  "model C extends T; parameter Real k = 1; equation k*der(v) = i; end C; "    \
  "model R extends T; parameter Real k = 1; equation v = k*i; end R; "         \
  "model L extends T; parameter Real k = 1; equation k*der(i) = v; end L; "    \
  "model V extends T; parameter Real k = 1; equation v = sin(k*time); end V; " \
  "model I extends T; parameter Real k = 1; equation i = sin(k*time); end I; "

static void look(ModelText *m)
{
  if (!m->ok) fail_msg("%s", model_text_messages(m));
  m->sys->choice.circuit = true;
  assert_true(circuit_find(m->sys, m->s));
}

static ModelText *circuit_of(const char *text)
{
  ModelText *m = model_text_run(text, "homotopy");
  look(m);
  return m;
}

/* "aC bR": name and kind of each branch, g for a ground. */
static void expect(const char *text, const char *wanted)
{
  ModelText *m = circuit_of(text);
  char got[200] = "";
  const Circuit *c = m->sys->circuit;
  for (int k = 0; c && k < c->n_branches; k++) {
    const CircuitBranch *b = &c->branch[k];
    size_t used = strlen(got);
    snprintf(got + used, sizeof got - used, "%s%s%c", k > 0 ? " " : "", b->name,
             b->is_ground ? 'g' : "CVRLI"[b->kind]);
  }
  assert_string_equal(got, wanted);
  model_text_free(m);
}

#define BETWEEN(element)                                                       \
  LIBRARY element " model M E e; V s; G g; equation connect(e.p, s.p); "       \
                  "connect(e.n, g.p); connect(s.n, g.p); end M;"

/* The order of the derivatives decides, not how the law is written. */
static void test_kinds(void **state)
{
  (void)state;
  expect(BETWEEN("model E extends C; end E;"), "eC sV gg");
  expect(BETWEEN("model E extends R; end E;"), "eR sV gg");
  expect(BETWEEN("model E extends L; end E;"), "eL sV gg");
  expect(BETWEEN("model E extends T; Real q; equation q = 2*v + v^3; "
                 "der(q) = i; end E;"),
         "eC sV gg");
  expect(BETWEEN("model E extends T; Real f; equation der(f) = v; "
                 "f = atan(i); end E;"),
         "eL sV gg");
  /* in parallel; in a row: a state inside */
  expect(BETWEEN("model E extends T; equation i = v + 2*der(v); end E;"),
         "eC sV gg");
  expect(BETWEEN("model E extends T; Real u; equation v = u + 3*i; "
                 "der(u) = i; end E;"),
         "eR sV gg");
  expect(BETWEEN("model E extends T; Real x; equation der(x) = v - x; "
                 "i = 2*x; end E;"),
         "eL sV gg");
  expect(BETWEEN("model E extends T; equation i = exp(v) - 1; end E;"),
         "eR sV gg");
  expect(BETWEEN("model E extends T; equation v = i; end E;"), "eR sV gg");
}

/* What another branch carries makes a source of this one. */
static void test_controlled_sources(void **state)
{
  (void)state;
  const char *text =
      LIBRARY "model A N p, n, q, m; equation p.i = 0; p.i + n.i = 0; "
              "q.v - m.v = 3*(p.v - n.v); q.i + m.i = 0; end A; "
              "model B N p, n, q, m; equation p.v = n.v; p.i + n.i = 0; "
              "q.i = 5*p.i; q.i + m.i = 0; end B; "
              "model M A a; B b; V s; R r; G g; equation "
              "connect(s.p, a.p); connect(s.n, g.p); connect(a.n, g.p); "
              "connect(a.q, b.p); connect(a.m, g.p); connect(b.n, r.p); "
              "connect(b.q, r.p); connect(b.m, g.p); connect(r.n, g.p); "
              "end M;";
  expect(text, "aI a.qV bV b.qI sV rR gg");
}

/* A pin of a model around passes the current on; a pin that nothing is
 * connected to carries none. */
static void test_hierarchy(void **state)
{
  (void)state;
  expect(LIBRARY "model S N p, n; R r; C c; equation connect(p, r.p); "
                 "connect(r.n, c.p); connect(c.n, n); end S; "
                 "model M S a, b; V s; G g; equation connect(s.p, a.p); "
                 "connect(a.n, b.p); connect(b.n, g.p); connect(s.n, g.p); "
                 "end M;",
         "a.rR a.cC b.rR b.cC sV gg");
}

/* One pin: the other end is the datum. A temperature is a potential. */
static void test_heat(void **state)
{
  (void)state;
  const char *text =
      "connector H Real T; flow Real Q; end H; "
      "model Mass H a; equation 2*der(a.T) = a.Q; end Mass; "
      "model Wall H a, b; equation a.Q = 3*(a.T - b.T); a.Q + b.Q = 0; "
      "end Wall; "
      "model Air H a; equation a.T = 280 + sin(time); end Air; "
      "model Bath H a; parameter Real t = 300; equation a.T = t; end Bath; "
      "model M Mass m; Wall w, u; Air o; Bath k; equation "
      "connect(m.a, w.a); connect(w.b, o.a); connect(m.a, u.a); "
      "connect(u.b, k.a); end M;";
  expect(text, "mC wR uR oV kg");
}

/* Flows of second order are not a circuit; one beside them is. */
static void test_left_out(void **state)
{
  (void)state;
  ModelText *m = circuit_of(
      LIBRARY
      "connector F Real s; flow Real f; end F; "
      "model Body F a; Real v; equation der(a.s) = v; 2*der(v) = a.f; "
      "end Body; "
      "model Spring F a, b; equation a.f = 3*(a.s - b.s); a.f + b.f = 0; "
      "end Spring; "
      "model M Body x, y; Spring c; R r; V u; G g; equation "
      "connect(x.a, c.a); connect(c.b, y.a); connect(u.p, r.p); "
      "connect(u.n, g.p); connect(r.n, g.p); end M;");
  const Circuit *c = m->sys->circuit;
  assert_non_null(c);
  assert_int_equal(c->n_branches, 3);
  assert_string_equal(
      c->left_out, "'x' is neither source nor resistor, capacitor or inductor");
  model_text_free(m);
}

static void test_none(void **state)
{
  (void)state;
  expect("model M Real x; equation der(x) = -x; end M;", "");
}

/* --- random circuits --- */

typedef struct RandomCircuit {
  char text[6000];
  int n_capacitor_loops;
} RandomCircuit;

static void put(RandomCircuit *r, const char *format, ...)
{
  size_t used = strlen(r->text);
  va_list list;
  va_start(list, format);
  vsnprintf(r->text + used, sizeof r->text - used, format, list);
  va_end(list);
}

/* Wires 0 to n; 0 is the ground. Capacitors that close a loop of capacitors
 * are counted. */
static void make_random(RandomCircuit *r)
{
  int from[12], to[12], n_nodes = 2 + rand() % 4;
  int n = n_nodes + 1 + rand() % 3;
  Arena *arena = arena_create("test");
  DisjointSets *sets = disjoint_sets_create(arena, n_nodes + 1);
  *r = (RandomCircuit){.text = LIBRARY "model M G g; "};
  put(r, "N w[%d]; ", n_nodes + 1);
  for (int k = 0; k < n; k++) {
    char kind = "CVRLIRR"[rand() % 7];
    from[k] = k < n_nodes ? k + 1 : 1 + rand() % n_nodes;
    to[k] = rand() % (k < n_nodes ? k + 1 : from[k]);
    put(r, "%c b%d(k = %d); ", kind, k, k + 2);
    if (kind != 'C') continue;
    bool joins = disjoint_sets_unite(sets, from[k], to[k], false);
    r->n_capacitor_loops += !joins;
  }
  put(r, "equation connect(g.p, w[1]); ");
  for (int k = 0; k < n; k++) {
    put(r, "connect(b%d.p, w[%d]); connect(b%d.n, w[%d]); ", k, from[k] + 1, k,
        to[k] + 1);
  }
  put(r, "end M;");
  arena_destroy(arena);
}

/* Nodal analysis hides one constraint for each loop and cutset. Voltages of
 * capacitors are unknowns here: a loop of capacitors alone is one more. */
static bool check_random(void)
{
  RandomCircuit r;
  make_random(&r);
  ModelText *m = model_text_unmerged(r.text, "reduced");
  bool ok = m->ok; /* sources alone in a loop or cutset: refused */
  if (ok) {
    FirstOrderSize size =
        index_minimal_extension_size(m->sys, m->s, m->reduced->n_states);
    ModelText *seen = circuit_of(r.text);
    const Circuit *c = seen->sys->circuit;
    int hidden = c->n_loops + c->n_cutsets + r.n_capacitor_loops;
    if (size.minimal - size.given != hidden) {
      fail_msg("%d loops, %d cutsets, %d of capacitors; %d hidden: %s",
               c->n_loops, c->n_cutsets, r.n_capacitor_loops,
               size.minimal - size.given, r.text);
    }
    assert_null(c->left_out);
    model_text_free(seen);
  }
  model_text_free(m);
  return ok;
}

static void test_random_circuits(void **state)
{
  (void)state;
  int n = 0;
  srand(3);
  for (int round = 0; round < 150; round++) n += check_random();
  assert_true(n > 60);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_controlled_sources),
      cmocka_unit_test(test_hierarchy),
      cmocka_unit_test(test_heat),
      cmocka_unit_test(test_left_out),
      cmocka_unit_test(test_none),
      cmocka_unit_test(test_random_circuits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
