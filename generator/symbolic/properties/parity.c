/* parity.c: linear algebra on bits. */
#include "symbolic/properties/parity.h"

#include <assert.h>
#include <math.h>

bool parity_is_odd(ParityForm form, ParityForm choice)
{
  ParityForm both = form & choice;
  for (int shift = PARITY_BITS / 2; shift > 0; shift /= 2)
    both ^= both >> shift;
  return both & 1;
}

static ParityForm lowest_bit(ParityForm form)
{
  return form & (~form + 1);
}

/* Each rule has a lowest bit that no other has: those before it are cleared
 * of it, so that parity_choices() can read the rules one by one. */
static void add_rule(ParityRules *rules, ParityForm form)
{
  for (int k = 0; k < rules->n; k++) {
    if (form & lowest_bit(rules->rule[k])) form ^= rules->rule[k];
  }
  if (form == 0) return;
  for (int k = 0; k < rules->n; k++) {
    if (rules->rule[k] & lowest_bit(form)) rules->rule[k] ^= form;
  }
  assert(rules->n < PARITY_BITS); /* independent ones are no more */
  rules->rule[rules->n++] = form;
}

typedef struct Parity {
  Walk *walk;
  ParityForm *form; /* by position in the walk */
  ParityRules *rules;
} Parity;

static ParityForm form_at(const Parity *p, ExprId e)
{
  return p->form[walk_position(p->walk, e)];
}

/* No operand may change. */
static ParityForm keep_operands(Parity *p, const ExprNode *n)
{
  for (int k = 0; k < n->n_args; k++) {
    add_rule(p->rules, form_at(p, n->arg[k]));
  }
  return 0;
}

/* Both do the same; zero does all. */
static ParityForm parity_join(Parity *p, ExprId a, ExprId b)
{
  if (expr_is_zero(p->walk->exprs, a)) return form_at(p, b);
  ParityForm form = form_at(p, a);
  if (!expr_is_zero(p->walk->exprs, b))
    add_rule(p->rules, form ^ form_at(p, b));
  return form;
}

static ParityForm form_of_power(Parity *p, const ExprNode *n)
{
  double exponent;
  bool is_whole = expr_is_const(p->walk->exprs, n->arg[1], &exponent) &&
                  exponent == floor(exponent);
  if (!is_whole) return keep_operands(p, n);
  return fmod(exponent, 2) == 0 ? 0 : form_at(p, n->arg[0]);
}

/* What happens to a function when its operands change their signs. */
typedef enum FunctionParity { NONE, ODD, EVEN, ODD_IN_A } FunctionParity;

static ParityForm form_of_function(Parity *p, const ExprNode *n,
                                   FunctionParity parity)
{
  switch (parity) {
  case NONE: return keep_operands(p, n);
  case ODD: return form_at(p, n->arg[0]);
  case EVEN: return 0;
  case ODD_IN_A:
    add_rule(p->rules, form_at(p, n->arg[1]));
    return form_at(p, n->arg[0]);
  }
  assert(false);
  return 0;
}

static ParityForm form_of_operator(Parity *p, const ExprNode *n)
{
  switch ((ExprOp)n->op) {
  case EXPR_ADD:
  case EXPR_SUB: return parity_join(p, n->arg[0], n->arg[1]);
  case EXPR_MUL:
  case EXPR_DIV: return form_at(p, n->arg[0]) ^ form_at(p, n->arg[1]);
  case EXPR_POW: return form_of_power(p, n);
  case EXPR_NEG: return form_at(p, n->arg[0]);
#define MATH_FUNCTION(NAME, name, n_args, type, kind, facts)                   \
  case EXPR_##NAME:                                                            \
    return form_of_function(p, n, facts);
#define PARITY(parity) parity
#include "base/builtin_functions.def"
  case EXPR_IF:
    add_rule(p->rules, form_at(p, n->arg[0]));
    return parity_join(p, n->arg[1], n->arg[2]);
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_TIME:
  case EXPR_DIRECTION:
  case EXPR_LT:
  case EXPR_LE:
  case EXPR_EQ:
  case EXPR_NE:
  case EXPR_AND:
  case EXPR_OR:
  case EXPR_NOT:
  case EXPR_INITIAL:
  case EXPR_ARG:
  case EXPR_CALL:
  case EXPR_RESULT:
  case N_EXPR_OPS: break;
  }
  return keep_operands(p, n);
}

ParityForm parity_of(Walk *walk, ExprId e, const ParityForm *of_var,
                     ParityRules *rules, Arena *scratch)
{
  walk_from(walk, e, false);
  ArenaMark mark = arena_mark(scratch);
  size_t n_nodes = (size_t)walk->n_nodes;
  Parity p = {walk, arena_array(scratch, n_nodes, sizeof(ParityForm)), rules};
  for (int k = 0; k < walk->n_nodes; k++) {
    const ExprNode *n = expr_node(walk->exprs, walk->node[k]);
    p.form[k] = n->op == EXPR_VAR ? of_var[n->var.i] : form_of_operator(&p, n);
  }
  ParityForm form = p.form[walk->n_nodes - 1];
  arena_release(mark);
  return form;
}

int parity_choices(const ParityRules *rules, int n_bits, ParityForm *choice)
{
  ParityForm decided = 0;
  int n = 0;
  assert(n_bits >= 0 && n_bits <= PARITY_BITS);
  for (int k = 0; k < rules->n; k++) decided |= lowest_bit(rules->rule[k]);
  for (int i = 0; i < n_bits; i++) {
    ParityForm bit = (ParityForm)1 << i;
    if (decided & bit) continue;
    choice[n] = bit;
    for (int k = 0; k < rules->n; k++) {
      if (rules->rule[k] & bit) choice[n] |= lowest_bit(rules->rule[k]);
    }
    n++;
  }
  return n;
}
