/* relation_path.c: see relation_path.h. */
#include "relation_path.h"
#include <string.h>

static const int usual_rounds = 100;

/* The circle is found at the latest when a copy has been kept for as many
 * rounds as it is long. */
static bool was_here(Instance *inst)
{
  RelationPath *path = &inst->path;
  size_t size = (size_t)inst->model->n_relations;
  if (memcmp(path->seen, inst->values.relation, size) == 0) return true;
  if (++path->age == path->patience) {
    memcpy(path->seen, inst->values.relation, size);
    path->patience *= 2;
    path->age = 0;
  }
  return false;
}

void relation_path_round(Instance *inst, int round)
{
  RelationPath *path = &inst->path;
  if (round > 0) {
    path->walks = path->walks || was_here(inst);
    return;
  }
  path->walks = false;
  path->age = 0;
  path->patience = 1;
  memcpy(path->seen, inst->values.relation, (size_t)inst->model->n_relations);
}

double relation_path_place(const Instance *inst, int k)
{
  const RelationPath *path = &inst->path;
  if (!path->walks || inst->model->relation[k].timed) return 0;
  double place = path->at[k] / (path->at[k] - inst->crossing[k]);
  return place > 0 && place <= 1 ? place : 0;
}

void relation_path_advance(Instance *inst, double place)
{
  RelationPath *path = &inst->path;
  double part = path->walks ? place : 1;
  for (int k = 0; k < inst->model->n_relations; k++) {
    path->at[k] += part * (inst->crossing[k] - path->at[k]);
  }
}

int relation_path_most_rounds(const Instance *inst)
{
  return usual_rounds + 2 * inst->model->n_relations;
}
