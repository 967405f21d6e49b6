/* relation_path.c: see relation_path.h. */
#include "relation_path.h"
#include <string.h>

static const int usual_rounds = 100;

/* A way may come through a place again from elsewhere, but not for ever. */
static const int most_turns = 4;

static void keep_copy(Instance *inst)
{
  RelationPath *path = &inst->path;
  memcpy(path->seen, inst->values.relation, (size_t)inst->model->n_relations);
  path->age = 0;
}

static bool is_copy(const Instance *inst)
{
  return memcmp(inst->path.seen, inst->values.relation,
                (size_t)inst->model->n_relations) == 0;
}

/* A circle is found at the latest when a copy has been kept for as many
 * rounds as it is long. */
void relation_path_round(Instance *inst, int round)
{
  RelationPath *path = &inst->path;
  if (round == 0) {
    path->turns = 0;
    path->patience = 1;
    keep_copy(inst);
  } else if (is_copy(inst)) {
    path->turns++;
    path->age = 0;
  } else if (++path->age == path->patience) {
    path->patience *= 2;
    keep_copy(inst);
  }
}

bool relation_path_walks(const Instance *inst)
{
  return inst->path.turns > 0;
}

bool relation_path_is_lost(const Instance *inst)
{
  return inst->path.turns >= most_turns;
}

double relation_path_place(const Instance *inst, int k)
{
  const RelationPath *path = &inst->path;
  if (path->turns == 0 || inst->model->relation[k].timed) return 0;
  double place = path->at[k] / (path->at[k] - inst->crossing[k]);
  return place > 0 && place <= 1 ? place : 0;
}

void relation_path_advance(Instance *inst, double place)
{
  RelationPath *path = &inst->path;
  double part = path->turns > 0 ? place : 1;
  for (int k = 0; k < inst->model->n_relations; k++) {
    path->at[k] += part * (inst->crossing[k] - path->at[k]);
  }
}

int relation_path_most_rounds(const Instance *inst)
{
  return usual_rounds + 2 * inst->model->n_relations;
}
