/* lanes.c: see lanes.h. */
#include "emit/kernel/lanes.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "emit/text/c_text.h"
#include "emit/text/memory_stream.h"

static int lanes_slot(const ModelText *m, VarId var)
{
  return var.i < 0 ? 0 : m->reduced->slot[var.i];
}

/* What is written in place of a leaf: NULL where all lanes have the same. */
static const char *lanes_leaf(const void *context, ExprId leaf)
{
  const ModelText *m = context;
  const ExprNode *n = expr_node(m->reduced->exprs, leaf);
  int slot = 0;
  if (n->op == EXPR_VAR) {
    if (m->reduced->sys->var[n->var.i].type != VAR_REAL) return NULL;
    slot = lanes_slot(m, n->var);
  } else if (n->op == EXPR_DIRECTION) {
    slot = lanes_slot(m, n->var);
  } else if (n->op != EXPR_TIME) {
    return NULL;
  }
  return arena_printf(session_scratch(m->s), LANE_INDEX, slot);
}

Lanes lanes_enter(ModelText *m)
{
  Lanes lanes = {m, m->kernels};
  assert(!m->has_lanes && !m->loop && !m->twin);
  m->kernels = NULL;
  m->has_lanes = true;
  c_expression_holes(m->c, lanes_leaf, m);
  return lanes;
}

void lanes_leave(const Lanes *lanes)
{
  ModelText *m = lanes->m;
  assert(m->has_lanes);
  m->has_lanes = false;
  m->kernels = lanes->kernels;
  c_expression_holes(m->c, NULL, NULL);
}

/* What processors have instructions for is none; small powers are products. */
static bool is_call_of_c(const ModelText *m, const ExprNode *n)
{
  double exponent;
  ExprOp op = (ExprOp)n->op;
  if (op == EXPR_POW) {
    return !expr_is_const(m->reduced->exprs, n->arg[1], &exponent) ||
           fabs(exponent) > 2;
  }
  if (op == EXPR_ABS || op == EXPR_MIN || op == EXPR_MAX) return false;
  return expr_op_is_function(op) || expr_op_is_call(op);
}

bool lanes_call(const ModelText *m, const ExprId *root, int n)
{
  walk_from_all(m->walk, root, n, false);
  for (int k = 0; k < m->walk->n_nodes; k++) {
    const ExprNode *node = expr_node(m->reduced->exprs, m->walk->node[k]);
    if (is_call_of_c(m, node)) return true;
  }
  return false;
}

void lanes_write(ModelText *m, const Routine *r, int begin, int end,
                 const bool *calls,
                 void (*write)(ModelText *m, const Routine *r, int begin,
                               int end, FILE *out),
                 FILE *out)
{
  for (int k = begin; k < end;) {
    int next = k + 1;
    while (next < end && calls[next - begin] == calls[k - begin]) next++;
    char *text = NULL;
    size_t size;
    FILE *body = memory_stream(&text, &size);
    write(m, r, k, next, body);
    fclose(body);
    fputs("  for (int k = 0; k < POINT_LANES; k++) {\n", out);
    c_text_indented(out, text);
    fputs("  }\n", out);
    free(text);
    k = next;
  }
}
