/* model_points.c: see model_points.h. */
#include "emit/model/model_points.h"

#include "emit/kernel/lanes.h"
#include "emit/model/model_blocks.h"
#include "emit/model/model_tangent.h"

/* More would not fit into the caches side by side. */
enum { MOST_BLOCKS = 2000, MOST_NODES = 200 };

static bool has_call(const ModelText *m)
{
  for (int k = 0; k < m->walk->n_nodes; k++) {
    const ExprNode *n = expr_node(m->reduced->exprs, m->walk->node[k]);
    if (expr_op_is_call((ExprOp)n->op)) return true;
  }
  return m->walk->n_nodes > MOST_NODES;
}

/* An assignment that is a formula of moderate length? */
static bool is_formula(const ModelText *m, const ReducedBlock *b)
{
  if (b->kind != BLOCK_ASSIGN || b->divisor.i >= 0) return false;
  if (m->reduced->sys->var[b->unknown[0].i].type != VAR_REAL) return false;
  walk_from(m->walk, b->value, false);
  if (has_call(m)) return false;
  if (b->along.i >= 0) {
    walk_from(m->walk, b->along, false);
    return !has_call(m);
  }
  return true;
}

/* The text of what the runtime adds to evaluate() is in the other rooms: what
 * has any of it is evaluated by the runtime alone. */
static bool is_plain(const ReducedSystem *r)
{
  const System *sys = r->sys;
  for (int k = 0; k < sys->n_relations; k++) {
    if (!sys->relation[k].is_quiet) return false;
  }
  return sys->n_sets == 0 && sys->n_frames == 0 && sys->n_assertions == 0 &&
         sys->n_delays == 0 && r->n_constraints == 0 && r->n_states > 0;
}

static bool model_points_exist(const ModelText *m)
{
  const ReducedSystem *r = m->reduced;
  const BlockSequence *blocks = &r->continuous;
  if (!r->choice.points || !is_plain(r) || blocks->n_blocks > MOST_BLOCKS)
    return false;
  for (int k = 0; k < blocks->n_blocks; k++) {
    if (!is_formula(m, &blocks->block[k])) return false;
  }
  return true;
}

void model_points_write(ModelText *m, FILE *out)
{
  if (!model_points_exist(m)) return;
  const BlockSequence *blocks = &m->reduced->continuous;
  TangentPart part = {blocks, "continuous", NULL};
  fputs("/* ---- Many points at once ---- */\n\n", out);
  Lanes lanes = lanes_enter(m);
  model_blocks_write_lanes(m, blocks, "points_evaluate", out);
  model_tangent_write(m, &part, 1, "points_tangent", out);
  lanes_leave(&lanes);
  fputs("static const ModelPoints model_points = {\n"
        "  .evaluate = points_evaluate,\n"
        "  .tangent = points_tangent,\n"
        "};\n\n",
        out);
}

void model_points_member(const ModelText *m, FILE *out)
{
  if (model_points_exist(m)) fputs("  .points = &model_points,\n", out);
}
