/* test_reduce.c: all passes on textbook problems whose structure is known:
 * how often each equation is differentiated, size, index, states. */
#include "test.h"

#include "model_text.h"
#include "reduce/reduce.h"

/* nu: of the equations that remain when der(x) = v has become a chain. size:
 * equations with their derivatives, as many as there are unknowns. */
typedef struct Case {
  const char *name, *text;
  const char *nu;
  int size, index, n_states;
} Case;

#define PENDULUM(start)                                                        \
  "model M parameter Real m = 1, L = 1, g = 1; " start " Real lambda; "        \
  "equation m*der(vx) + lambda/L*x = 0; m*der(vy) + lambda/L*y + m*g = 0; "    \
  "x^2 + y^2 - L^2 = 0; der(x) = vx; der(y) = vy; end M;"

static const Case cases[] = {
    {"derivative chain",
     "model M Real x, y, z; equation der(x) = y; der(y) = z; x = sin(time); "
     "end M;",
     "2", 3, 3, 0},
    {"derivative chain with factors",
     "model M Real x, y, z; equation der(x) = 2*y; der(y) = 2*z; "
     "x = sin(time); end M;",
     "1 0 2", 6, 3, 0},
    {"superfluous differentiation",
     "model M Real x(start = 1, fixed = true), y; equation "
     "der(x) + der(y) = 1; x - 2*y = 0; end M;",
     "0 1", 3, 1, 1},
    {"linear, second order",
     "model M Real x1, x2(start = 1, fixed = true), x3, x4, w1, "
     "w2(fixed = true), w3; equation x1 + x2 + sin(time) = 0; "
     "x1 + x2 + x3 + cos(time) = 0; x1 + x4 + sin(2*time) = 0; "
     "2*der(w1) + der(w2) + der(w3) + der(x4) + exp(-time) = 0; "
     "der(x1) = w1; der(x2) = w2; der(x3) = w3; end M;",
     "2 2 1 0", 9, 2, 2},
    {"linear, second order, coupled",
     "model M Real x1, x2(start = 1, fixed = true), x3, x4, w1, "
     "w2(fixed = true), w3; equation x1 + x2 + sin(time) = 0; "
     "x1 + x2 + x3 + cos(time) = 0; der(x3) + x1 + x4 + sin(2*time) = 0; "
     "2*der(w1) + der(w2) + der(w3) + der(x4) + exp(-time) = 0; "
     "der(x1) = w1; der(x2) = w2; der(x3) = w3; end M;",
     "2 2 1 0", 9, 2, 2},
    {"pendulum, small swing",
     PENDULUM("Real x(start = sin(0.1), fixed = true), y(start = -cos(0.1)), "
              "vx(fixed = true), vy;"),
     "0 0 2", 5, 3, 2},
    {"pendulum, large swing",
     PENDULUM("Real x(start = 1), y(start = 0, fixed = true), vx, "
              "vy(start = -1, fixed = true);"),
     "0 0 2", 5, 3, 2},
    {"double pendulum",
     "model M parameter Real g = 1; Real x1(start = 0.84, fixed = true), "
     "y1(start = -0.54), x2(start = 1.13, fixed = true), y2(start = -1.49), "
     "vx1(fixed = true), vy1, vx2(fixed = true), vy2, l1, l2; equation "
     "der(vx1) = -2*l1*x1 + 2*l2*(x2 - x1); "
     "der(vy1) = -g - 2*l1*y1 + 2*l2*(y2 - y1); "
     "der(vx2) = -2*l2*(x2 - x1); der(vy2) = -g - 2*l2*(y2 - y1); "
     "x1^2 + y1^2 = 1; (x2 - x1)^2 + (y2 - y1)^2 = 1; der(x1) = vx1; "
     "der(y1) = vy1; der(x2) = vx2; der(y2) = vy2; end M;",
     "0 0 0 0 2 2", 10, 3, 4},
    {"condensed form",
     "model M Real z1a(start = -3), z1b(start = 0, fixed = true), z2, z3, z4, "
     "z5, z6; equation der(z1a) = z5 + z6 + sin(time); "
     "der(z1b) = 2*z5 + z6; der(z2) = z1a + z5 + cos(time); "
     "der(z3) = z1a + 2*z1b + sin(2*time); 0 = z4 + exp(-time); "
     "0 = z2 + cos(2*time); 0 = z3 + sin(3*time); end M;",
     "0 0 0 1 0 1 2", 11, 3, 1},
    {"Hessenberg form, order 2",
     "model M Real a(start = 1), b(start = 0.5, fixed = true), z; equation "
     "der(a) = -a + b + z + sin(time); der(b) = -2*b + z; "
     "0 = a + time*b - cos(time); end M;",
     "0 0 1", 4, 2, 1},
    {"Hessenberg form, order 3, first order",
     "model M Real v, w(fixed = true), p, q(start = 0.25, fixed = true), "
     "lam; equation der(v) = -v - p + lam; "
     "der(w) = -w - 4*q + 2*lam + sin(time); 2*der(p) = 2*v; "
     "2*der(q) = 2*w; 0 = p + 2*q - cos(time); end M;",
     "0 0 1 1 2", 9, 3, 2},
    {"semi-explicit",
     "model M Real x1(start = 0.5, fixed = true), x2, y, z; equation "
     "der(x1) = -x1 + y; der(x2) = 2*z; 0 = y - x1^2; 0 = x1^2 + x2 - 1; "
     "end M;",
     "0 0 0 1", 5, 2, 1},
    {"Miller integrator",
     "model M parameter Real C1 = 1, C2 = 1, G = 1, A = 1; Real J, u1, "
     "u2(fixed = true), u3, JV; equation J + G*(u1 - u2) = 0; "
     "C1*der(u2) - G*(u1 - u2) + C2*(der(u2) - der(u3)) = 0; "
     "JV - C2*(der(u2) - der(u3)) = 0; u1 - sin(time) = 0; u3 - A*u2 = 0; "
     "end M;",
     "0 0 0 0 1", 6, 2, 1},
    {"mass point on a paraboloid",
     "model M Real p1(start = 1, fixed = true), p2(fixed = true), "
     "p3(start = 1), v1(fixed = true), v2(start = 1.2, fixed = true), v3, "
     "lambda; equation der(p1) = v1; der(p2) = v2; der(p3) = v3; "
     "der(v1) = 2*lambda*p1; der(v2) = 2*lambda*p2; der(v3) = -lambda - 1; "
     "0 = p1^2 + p2^2 - p3; end M;",
     "0 0 0 2", 6, 3, 4},
    {"loop of capacitor and voltage source",
     "model M parameter Real C1 = 1, C2 = 1, R = 1; Real e1, "
     "e2(fixed = true), jV; equation C1*der(e1) + (e1 - e2)/R + jV = 0; "
     "C2*der(e2) - (e1 - e2)/R = 0; e1 = sin(time); end M;",
     "0 0 1", 4, 2, 1},
    {"cutset of inductors and current source",
     "model M parameter Real L1 = 1, L2 = 2, R1 = 1, R2 = 3; Real e1, e2, e3, "
     "j1(fixed = true), j2; equation j1 + j2 = sin(time); -j1 + e2/R1 = 0; "
     "-j2 + e3/R2 = 0; L1*der(j1) = e1 - e2; L2*der(j2) = e1 - e3; end M;",
     "1 0 0 0 0", 6, 2, 1},
    {"loop and cutset",
     "model M parameter Real C1 = 1, C2 = 2, L = 1, G = 1; Real e1, "
     "e2(fixed = true), e3, jL, jV; equation C1*(der(e1) - der(e2)) + jV = 0; "
     "C1*(der(e2) - der(e1)) + C2*der(e2) - jL + G*e2 = 0; "
     "jL - cos(2*time) = 0; L*der(jL) = e3 - e2; e1 = sin(time); end M;",
     "0 0 1 0 1", 7, 2, 1},
    {"loop and cutset with charges",
     "model M parameter Real C1 = 1, C2 = 2, L = 1, G = 1; Real e1, "
     "e2(fixed = true), e3, jL, jV, q1, q2, phi; equation der(q1) + 2*jV = 0; "
     "-der(q1) + der(q2) - jL + G*e2 = 0; jL - cos(2*time) = 0; "
     "der(phi) = e3 - e2; e1 = sin(time); q1 = C1*(e1 - e2); q2 = C2*e2; "
     "phi = L*jL; end M;",
     "0 0 1 0 1 1 1 1", 13, 2, 1},
    {"slider crank",
     "model M parameter Real a = 0.5, b = 1.5, m1 = 1, m2 = 2, g = 9.81; "
     "Real x1(start = 0.35), y1(start = 0.35, fixed = true), "
     "x2(start = 1.8), y2, vx1(start = -2), vy1(start = 2, fixed = true), "
     "vx2, vy2, l1, l2, l3; equation "
     "m1*der(vx1) = -2*l1*x1 + 2*l2*(x2 - x1); "
     "m1*der(vy1) = -m1*g - 2*l1*y1 + 2*l2*(y2 - y1); "
     "m2*der(vx2) = -2*l2*(x2 - x1); "
     "m2*der(vy2) = -m2*g - 2*l2*(y2 - y1) - l3; x1^2 + y1^2 = a^2; "
     "(x2 - x1)^2 + (y2 - y1)^2 = b^2; y2 = 0; der(x1) = vx1; "
     "der(y1) = vy1; der(x2) = vx2; der(y2) = vy2; end M;",
     "0 0 0 0 2 2 2", 13, 3, 2},
    {"pendulum of prescribed length",
     "model M parameter Real g = 1; Real x(start = 0.84, fixed = true), "
     "y(start = -0.54), vx(start = 0.3, fixed = true), vy, lam; equation "
     "der(vx) = -2*lam*x; der(vy) = -2*lam*y - g; "
     "x^2 + y^2 - (1 + 0.2*sin(2*time))^2 = 0; der(x) = vx; der(y) = vy; "
     "end M;",
     "0 0 2", 5, 3, 2},
    {"bead on a rotating rod",
     "model M parameter Real g = 1; Real x(start = 1, fixed = true), y, "
     "vx(fixed = true), vy, lam; equation der(vx) = -sin(time)*lam; "
     "der(vy) = -g + cos(time)*lam; 0 = -sin(time)*x + cos(time)*y; "
     "der(x) = vx; der(y) = vy; end M;",
     "0 0 2", 5, 3, 2},
    {"third-order motion on a circle",
     "model M parameter Real g = 1; Real x1(start = 1), x2(fixed = true), "
     "y11, y12(start = 0.5, fixed = true), y21, y22(fixed = true), z; "
     "equation der(y21) = -y11 - 2*z*x1; der(y22) = -y12 - 2*z*x2 - g; "
     "0 = x1^2 + x2^2 - 1; der(x1) = y11; der(x2) = y12; der(y11) = y21; "
     "der(y12) = y22; end M;",
     "0 0 3", 6, 4, 3},
    {"pendulum with two multipliers",
     "model M parameter Real g = 9.81, L = 1; Real x(start = 0.5, "
     "fixed = true), y(start = -0.87), vx(fixed = true), vy, lam, mu; "
     "equation der(x) = vx + 2*x*mu; der(y) = vy + 2*y*mu; "
     "der(vx) = -lam*x; der(vy) = -lam*y - g; 0 = x^2 + y^2 - L^2; "
     "0 = x*vx + y*vy; end M;",
     "0 0 0 0 1 1", 8, 2, 2},
    {"pendulum, constraint differentiated by hand",
     "model M parameter Real g = 9.81; Real x(start = 0.5, fixed = true), "
     "y(start = -0.87, fixed = true), vx(fixed = true), vy(fixed = true), "
     "lam; equation der(vx) = -lam*x; der(vy) = -lam*y - g; "
     "0 = vx^2 + vy^2 - lam*(x^2 + y^2) - g*y; der(x) = vx; der(y) = vy; "
     "end M;",
     "0 0 0", 3, 1, 4},
    {"pendulum, angle",
     "model M Real theta(start = 0.5, fixed = true), omega(fixed = true); "
     "equation der(theta) = omega; der(omega) = -9.81*sin(theta); end M;",
     "0", 1, 0, 2},
    {"resistor and capacitor",
     "model M parameter Real R = 1, C = 1, V = 1; Real vC(fixed = true), i; "
     "equation C*der(vC) = i; 0 = V - R*i - vC; end M;",
     "0 0", 2, 1, 1},
    {"reactor",
     "model M parameter Real K1 = 0.5, K2 = 50, K3 = 30, K4 = 1000; "
     "Real C(start = 1), R(start = 0.65), T(start = 260), TC(start = 260); "
     "equation der(C) = K1*(2.5 - C) - R; 0 = C - (1 + 0.1*sin(time)); "
     "der(T) = K1*(300 + 5*sin(time/2) - T) + K2*R - K3*(T - TC); "
     "0 = R - K3*exp(-K4/T)*C; end M;",
     "1 2 0 1", 8, 3, 0},
    {"disc on a parabola",
     "model M parameter Real r0 = 0.25, g = 1; Real x(start = 0.82), "
     "y(start = 0.68), vx, vy, s(start = 1, fixed = true), "
     "lam(start = -0.7); initial equation der(s) = 0; equation "
     "der(vx) = s/sqrt(1 + s^2)*lam; der(vy) = -g - lam/sqrt(1 + s^2); "
     "0 = (-s*(x - s) + (y - s^2/2))/sqrt(1 + s^2) - r0; "
     "0 = (x - s) + s*(y - s^2/2); der(x) = vx; der(y) = vy; end M;",
     "0 0 2 2", 8, 3, 2},
    {"disc on a parabola with friction",
     "model M parameter Real r0 = 0.25, g = 1; Real x(start = 0.82), "
     "y(start = 0.68), vx, vy, s(start = 1, fixed = true), "
     "beta(start = 0.5, fixed = true), lam(start = -0.7); initial equation "
     "der(s) = 0; equation "
     "der(vx) = -0.1*lam^2*beta + s/sqrt(1 + s^2)*lam; "
     "der(vy) = -g - lam/sqrt(1 + s^2); "
     "der(beta) = (vx + s*vy)/sqrt(1 + s^2) - beta; "
     "0 = (-s*(x - s) + (y - s^2/2))/sqrt(1 + s^2) - r0; "
     "0 = (x - s) + s*(y - s^2/2); der(x) = vx; der(y) = vy; end M;",
     "0 0 0 2 2", 9, 3, 3},
};

static void check_case(const Case *c)
{
  ModelText *m = model_text_run(c->text, "reduced");
  if (!m->ok) fail_msg("%s: %s", c->name, model_text_messages(m));
  char nu[100] = "", *at = nu;
  for (int k = 0; k < m->sys->n_given; k++) {
    at += sprintf(at, "%s%d", k > 0 ? " " : "", model_text_nu(m, k));
  }
  if (strcmp(nu, c->nu) != 0 || m->sys->n_eqs != c->size ||
      m->reduced->index != c->index || m->reduced->n_states != c->n_states) {
    fail_msg("%s: nu %s, size %d, index %d, %d states", c->name, nu,
             m->sys->n_eqs, m->reduced->index, m->reduced->n_states);
  }
  assert_string_equal(model_text_messages(m), ""); /* no condition missing */
  model_text_free(m);
}

static void test_textbook_cases(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    check_case(&cases[k]);
  }
}

/* Structure says one thing, numbers another: the numbers are right. */
static void test_misleading_structure(void **state)
{
  (void)state;
  static const char *const text[] = {
      "model M Real x, y; equation der(x) + time*der(y) = exp(-time); "
      "x + time*y = sin(time); end M;",
      "model M parameter Real A = 2; Real u1, u2, u3; equation "
      "der(u2) - (u1 - u2) + (der(u2) - der(u3)) = 0; u1 - sin(time) = 0; "
      "u3 - A*u2 = 0; end M;",
      "model M Real x(start = 1, fixed = true), y, vx(fixed = true), vy, z1, "
      "z2; equation der(x) = vx; der(y) = vy; "
      "der(vx) = -2*x*z2 + 2*(z1 + z2); der(vy) = -2*y*z2 - 1; "
      "0 = x + z1 + z2; 0 = x + x^2 + y^2 - 1 + z1 + z2; end M;"};
  static const int n_states[] = {0, 0, 2}, index[] = {1, 1, 3};
  for (size_t k = 0; k < sizeof text / sizeof text[0]; k++) {
    ModelText *m = model_text_at(text[k], "reduced");
    assert_int_equal(m->reduced->n_states, n_states[k]);
    assert_int_equal(m->reduced->index, index[k]);
    model_text_free(m);
  }
}

/* reduce_system() runs the passes of its table and prints where asked. */
static void test_dump(void **state)
{
  (void)state;
  static const char *const pass[] = {"alias", "discrete", "singular",
                                     "pantelides", "index"};
  assert_int_equal(pass_find("lower"), -1);
  assert_int_equal(pass_find(""), -1);
  for (int k = 0; k < 5; k++) {
    assert_true(pass_find(pass[k]) >= 0);
    ModelText *m = model_text_run("model M Real x, y; equation der(x) = y; "
                                  "x + y = time; end M;",
                                  "lower");
    char *dump = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&dump, &size);
    ReduceOptions options = {pass[k], out};
    assert_non_null(reduce_system(m->s, m->sys, &options));
    fclose(out);
    assert_non_null(strstr(dump, "system M\n"));
    assert_int_equal(strstr(dump, " state") != NULL, k == 4);
    model_text_free(m);
    free(dump);
  }
}

/* The same model gives the same bytes. */
static void test_same_bytes_every_time(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    ModelText *a = model_text_run(cases[k].text, "reduced");
    ModelText *b = model_text_run(cases[k].text, "reduced");
    assert_string_equal(model_text_reduced(a), model_text_reduced(b));
    model_text_free(a);
    model_text_free(b);
  }
}

/* --- size --- */

/* An RC ladder of N cells: N states, 2 N + 1 equations, no recursion over
 * it. */
static void test_ladder(void **state)
{
  (void)state;
  enum { N = 3000 };
  char *text = malloc(N * 200 + 200), *at = text;
  at += sprintf(at, "model M Real u0;\n");
  for (int k = 1; k <= N; k++) {
    at += sprintf(at, "Real u%d(start = 0, fixed = true), i%d;\n", k, k);
  }
  at += sprintf(at, "equation u0 = sin(time);\n");
  for (int k = 1; k <= N; k++) {
    at += sprintf(at, "2*i%d = u%d - u%d;\n", k, k - 1, k);
    if (k < N)
      at += sprintf(at, "der(u%d) = i%d - i%d;\n", k, k, k + 1);
    else
      at += sprintf(at, "der(u%d) = 3*i%d;\n", k, k);
  }
  sprintf(at, "end M;");
  ModelText *m = model_text_at(text, "reduced");
  assert_int_equal(m->reduced->n_states, N);
  assert_int_equal(m->reduced->continuous.n_blocks, 2 * N + 1);
  assert_int_equal(m->reduced->index, 1);
  model_text_free(m);
  free(text);
}

/* A chain of N assignments written backwards: deep for every search. */
static void test_backward_chain(void **state)
{
  (void)state;
  enum { N = 20000 };
  char *text = malloc(N * 60 + 200), *at = text;
  at += sprintf(at, "model M Real x0");
  for (int k = 1; k <= N; k++) at += sprintf(at, ",\nx%d", k);
  at += sprintf(at, "; equation\n");
  for (int k = 0; k < N; k++) {
    at += sprintf(at, "x%d = 0.5*x%d + 1;\n", k, k + 1);
  }
  sprintf(at, "x%d = time; end M;", N);
  ModelText *m = model_text_at(text, "reduced");
  const BlockSequence *q = &m->reduced->continuous;
  assert_int_equal(q->n_blocks, N + 1);
  assert_int_equal(q->block[N].unknown[0].i, 0);
  model_text_free(m);
  free(text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_textbook_cases),
      cmocka_unit_test(test_misleading_structure),
      cmocka_unit_test(test_dump),
      cmocka_unit_test(test_same_bytes_every_time),
      cmocka_unit_test(test_ladder),
      cmocka_unit_test(test_backward_chain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
