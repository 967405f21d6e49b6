/* relation_path.c: see relation_path.h. */
#include "relation_path.h"
#include "../core/runtime_assert.h"
#include "../core/thresholds.h"
#include "events.h"
#include <math.h>
#include <string.h>

/* Relations that turn in a circle. Workspace, a part of the
 * instance. */
typedef struct RelationPath {
  int turns;           /* how often the relations were what they had been */
  int age, patience;   /* of the copy, in rounds */
  int last;            /* relation that alone has changed on the way; -1 */
  double last_size;    /* of its crossing then */
  unsigned char *seen; /* [n_relations] the copy */
  double *at;          /* [n_relations] crossings at the point reached */
  double *doubt; /* [n_relations] size of its crossings where it has changed
                    alone, twice in a row; 0: it has not */
} RelationPath;

static RelationPath *relation_path_of(const Instance *inst)
{
  return inst->part[PART_RELATION_PATH];
}

static void keep_copy(Instance *inst)
{
  RelationPath *path = relation_path_of(inst);
  memcpy(path->seen, inst->values.relation, (size_t)inst->model->n_relations);
  path->age = 0;
}

static bool is_copy(const Instance *inst)
{
  return memcmp(relation_path_of(inst)->seen, inst->values.relation,
                (size_t)inst->model->n_relations) == 0;
}

/* A circle is found at the latest when a copy has been kept for as many
 * rounds as it is long. */
void relation_path_round(Instance *inst, int round)
{
  RUNTIME_ASSERT(round >= 0 && inst->model->n_relations > 0);
  RelationPath *path = relation_path_of(inst);
  if (round == 0) {
    path->turns = 0;
    path->patience = 1;
    path->last = -1;
    memset(path->doubt, 0,
           (size_t)inst->model->n_relations * sizeof path->doubt[0]);
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
  return relation_path_of(inst)->turns > 0;
}

bool relation_path_is_lost(const Instance *inst)
{
  return relation_path_of(inst)->turns >= PATH_MOST_TURNS;
}

double relation_path_place(const Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_relations);
  const RelationPath *path = relation_path_of(inst);
  if (path->turns == 0 || inst->model->relation[k].timed) return 0;
  double place = path->at[k] / (path->at[k] - event_work_of(inst)->crossing[k]);
  return place > 0 && place <= 1 ? place : 0;
}

bool relation_path_turns_back(const Instance *inst, int k, double place)
{
  const RelationPath *path = relation_path_of(inst);
  return path->turns >= PATH_TURN_BACK && k >= 0 && k == path->last &&
         place <= PATH_AT_ONCE;
}

double relation_path_backwards(const Instance *inst, int k)
{
  RUNTIME_ASSERT(k >= 0 && k < inst->model->n_relations);
  const RelationPath *path = relation_path_of(inst);
  if (inst->model->relation[k].timed || k == path->last) return HUGE_VAL;
  double backwards =
      path->at[k] / (event_work_of(inst)->crossing[k] - path->at[k]);
  return backwards > 0 ? backwards : HUGE_VAL;
}

void relation_path_advance(Instance *inst, double place, int k)
{
  RUNTIME_ASSERT(k >= -1 && k < inst->model->n_relations);
  RUNTIME_ASSERT(place <= 1);
  RelationPath *path = relation_path_of(inst);
  double part = path->turns > 0 ? place : 1;
  double size = k >= 0 ? fabs(event_work_of(inst)->crossing[k]) : 0;
  if (k >= 0 && k == path->last) path->doubt[k] = fmax(size, path->last_size);
  path->last = k;
  path->last_size = size;
  for (int i = 0; i < inst->model->n_relations; i++) {
    path->at[i] += part * (event_work_of(inst)->crossing[i] - path->at[i]);
  }
}

bool relation_path_widens(Instance *inst)
{
  const RelationPath *path = relation_path_of(inst);
  bool any = false;
  for (int k = 0; k < inst->model->n_relations; k++) {
    double limit = PATH_DOUBT * scale_of_relation(inst, k);
    double band = PATH_DOUBT_BAND * path->doubt[k];
    if (!(path->doubt[k] <= limit) || band <= events_band(inst, k)) continue;
    event_work_of(inst)->band[k] = band;
    any = true;
  }
  return any;
}

int relation_path_most_rounds(const Instance *inst)
{
  return PATH_ROUNDS + 2 * inst->model->n_relations;
}

/* --- its memory ---------------------------------------------------------- */

static void carve_path(void *part, const Model *m, Carving *c)
{
  RelationPath *path = part;
  path->seen = carve(&c->arrays, m->n_relations, 1);
  path->at = carve(&c->arrays, m->n_relations, sizeof(double));
  path->doubt = carve(&c->arrays, m->n_relations, sizeof(double));
}

const Mechanism relation_path_mechanism = {.name = "relation_path",
                                           .size = PART_SIZE(RelationPath),
                                           .carve = carve_path};
