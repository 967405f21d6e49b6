/* index_baumgarte.c: polynomials in D = d/dt, their coefficients expressions
 * of the parameters alpha and beta. */
#include "reduce/index/index_baumgarte.h"

#include <assert.h>

#include "reduce/index/index_none.h"
#include "reduce/system/generated_root.h"

/* Of both parameters: dies out in about half a second, critically damped. */
static const double DEFAULT_RATE = 10;

/* coefficient[k] belongs to D^k; the highest one is 1. */
typedef struct Polynomial {
  ExprId *coefficient;
  int degree;
} Polynomial;

static VarId add_rate(System *sys, Session *s, Name root, const char *word,
                      const char *description)
{
  char *text = arena_printf(session_scratch(s), "%s.%s", root, word);
  VarId v = system_add_var(sys, session_name(s, text));
  Var *var = &sys->var[v.i];
  var->kind = VAR_PARAMETER;
  var->is_generated = true;
  var->attributes = system_attributes(
      sys, (VarAttributes){.description = description, .unit = "1/s"});
  var->binding = expr_const(sys->exprs, DEFAULT_RATE);
  var->min = expr_const(sys->exprs, 0);
  return v;
}

/* p times a monic factor with the lower coefficients factor[0..degree-1]. */
static void index_baumgarte_multiply(ExprTable *t, Polynomial *p,
                                     const ExprId *factor, int degree)
{
  int n = p->degree;
  for (int k = n + degree; k >= 0; k--) {
    ExprId sum = k >= degree ? p->coefficient[k - degree] : expr_const(t, 0);
    for (int i = 0; i < degree && i <= k; i++) {
      if (k - i > n) continue;
      sum = expr_add(t, sum, expr_mul(t, factor[i], p->coefficient[k - i]));
    }
    p->coefficient[k] = sum;
  }
  p->degree = n + degree;
}

static Polynomial make_polynomial(ExprTable *t, int order, ExprId alpha,
                                  ExprId beta, Arena *arena)
{
  Polynomial p = {arena_array(arena, (size_t)order + 1, sizeof(ExprId)), 0};
  ExprId two = expr_const(t, 2);
  ExprId twice[2] = {expr_mul(t, beta, beta), expr_mul(t, two, alpha)};
  p.coefficient[0] = expr_const(t, 1);
  if (order % 2) index_baumgarte_multiply(t, &p, &alpha, 1);
  while (p.degree < order) index_baumgarte_multiply(t, &p, twice, 2);
  assert(p.degree == order);
  return p;
}

/* The most differentiated version e of an equation. */
static void stabilize(System *sys, EqId e, ExprId alpha, ExprId beta,
                      Arena *scratch)
{
  ExprTable *t = sys->exprs;
  Eq *top = &sys->eq[e.i];
  int order = system_eq_order(sys, e);
  assert(order > 0); /* the version of an equation that was differentiated */
  Polynomial p = make_polynomial(t, order, alpha, beta, scratch);
  if (!top->has_start_residual) top->start_residual = top->residual;
  top->has_start_residual = true;
  for (int k = order - 1; k >= 0; k--) {
    e = sys->eq[e.i].integral;
    ExprId term = expr_mul(t, p.coefficient[k], sys->eq[e.i].residual);
    top->residual = expr_add(t, top->residual, term);
  }
}

bool index_baumgarte_select(System *sys, Session *s)
{
  assert(sys->eq_var);
  ArenaMark mark = arena_mark(session_scratch(s));
  Name root = generated_root(sys, s, "baumgarte");
  VarId alpha = add_rate(sys, s, root, "alpha",
                         "damping of the violation of constraints");
  VarId beta = add_rate(sys, s, root, "beta",
                        "stiffness that pulls back to the constraints");
  ExprId a = expr_var(sys->exprs, alpha), b = expr_var(sys->exprs, beta);
  for (int k = 0; k < sys->n_eqs; k++) {
    const Eq *eq = &sys->eq[k];
    if (eq->derivative.i >= 0 || eq->integral.i < 0) continue;
    stabilize(sys, (EqId){k}, a, b, session_scratch(s));
  }
  arena_release(mark);
  return index_none_select(sys, s);
}
