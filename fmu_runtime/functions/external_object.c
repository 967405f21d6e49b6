/* external_object.c: see external_object.h. */
#include "../external_object.h"
#include "../ModelicaUtilities.h"
#include "../core/instance.h"
#include "../core/runtime_assert.h"
#include <stdlib.h>
#include <string.h>

struct ExternalObject {
  void *made;
  int is_made; /* the constructor came to its end */
  ModelFunction destructor;
  double *argument; /* it was made with; NULL: memory was short */
};

/* The part of the instance. */
typedef struct ObjectsPart {
  ExternalObject *object; /* [n_objects] or NULL; memory of its own */
  ExternalObject *local;  /* of the functions that run now, likewise */
  int n_locals, cap_locals;
} ObjectsPart;

static ExternalObject *objects_of(const Instance *inst)
{
  const ObjectsPart *part = inst->part[PART_EXTERNAL_OBJECTS];
  return part->object;
}

/* Those of functions come after those of the model. */
static ExternalObject *object_at(const ModelValues *v, int k)
{
  Instance *inst = v->instance;
  const ObjectsPart *part = inst->part[PART_EXTERNAL_OBJECTS];
  int n = inst->model->n_objects;
  if (k < 0 || k >= n + part->n_locals) return NULL;
  return k < n ? &part->object[k] : &part->local[k - n];
}

/* The destructor finds the object by its number, as any function does. */
static void destroy(const ModelValues *v, int k)
{
  RUNTIME_ASSERT(object_at(v, k));
  ExternalObject *object = object_at(v, k);
  double number = k + 1, nothing[1];
  if (object->is_made) object->destructor(v, 0, &number, nothing);
  free(object->argument);
  *object = (ExternalObject){NULL, 0, NULL, NULL};
}

/* Room for one object of a function more. */
static bool reserve_local(ObjectsPart *part)
{
  if (part->n_locals < part->cap_locals) return true;
  int cap = part->cap_locals > 0 ? 2 * part->cap_locals : 4;
  ExternalObject *more = realloc(part->local, (size_t)cap * sizeof *more);
  if (!more) return false;
  part->local = more;
  part->cap_locals = cap;
  return true;
}

int external_object_find(const ModelValues *v, const double *in, int n,
                         double *out)
{
  if (n > 0 && in[n - 1] == EXTERNAL_OBJECT_LOCAL) {
    ObjectsPart *part = ((Instance *)v->instance)->part[PART_EXTERNAL_OBJECTS];
    *out = 0; /* no object: who uses it fails */
    return !reserve_local(part);
  }
  RUNTIME_ASSERT(n > 0 && object_at(v, (int)in[n - 1]));
  int k = (int)in[n - 1];
  const ExternalObject *object = object_at(v, k);
  size_t size = (size_t)n * sizeof in[0];
  if (object->is_made && object->argument &&
      memcmp(object->argument, in, size) == 0) {
    *out = k + 1;
    return 1;
  }
  destroy(v, k);
  return 0;
}

double external_object_keep(const ModelValues *v, const double *in, int n,
                            void *made, ModelFunction destructor)
{
  RUNTIME_ASSERT(destructor);
  Instance *inst = v->instance;
  ObjectsPart *part = inst->part[PART_EXTERNAL_OBJECTS];
  if (n > 0 && in[n - 1] == EXTERNAL_OBJECT_LOCAL) {
    RUNTIME_ASSERT(part->n_locals < part->cap_locals);
    part->local[part->n_locals++] = (ExternalObject){made, 1, destructor, NULL};
    return inst->model->n_objects + part->n_locals;
  }
  RUNTIME_ASSERT(n > 0 && object_at(v, (int)in[n - 1]));
  RUNTIME_ASSERT(!object_at(v, (int)in[n - 1])->is_made);
  int k = (int)in[n - 1];
  size_t size = (size_t)n * sizeof in[0];
  ExternalObject *object = object_at(v, k);
  *object = (ExternalObject){made, 1, destructor, malloc(size)};
  if (object->argument) memcpy(object->argument, in, size);
  return k + 1;
}

void *external_object(const ModelValues *v, double number)
{
  const ExternalObject *object =
      number >= 1 ? object_at(v, (int)number - 1) : NULL; /* it may be nan */
  if (!object || !object->is_made)
    ModelicaError("its external object was not made");
  return object->made;
}

int external_objects_mark(const ModelValues *v)
{
  const ObjectsPart *part =
      ((Instance *)v->instance)->part[PART_EXTERNAL_OBJECTS];
  return part->n_locals;
}

void external_objects_release(const ModelValues *v, int mark)
{
  Instance *inst = v->instance;
  ObjectsPart *part = inst->part[PART_EXTERNAL_OBJECTS];
  RUNTIME_ASSERT(mark >= 0 && mark <= part->n_locals);
  while (part->n_locals > mark) {
    destroy(v, inst->model->n_objects + part->n_locals - 1);
    part->n_locals--;
  }
}

void external_objects_destroy(Instance *inst)
{
  for (int k = inst->model->n_objects - 1; objects_of(inst) && k >= 0; k--) {
    destroy(&inst->values, k);
  }
}

/* --- its memory ---------------------------------------------------------- */

static bool create_objects(Instance *inst)
{
  ObjectsPart *part = inst->part[PART_EXTERNAL_OBJECTS];
  size_t n = (size_t)inst->model->n_objects;
  if (n > 0) part->object = calloc(n, sizeof(ExternalObject));
  return n == 0 || part->object;
}

static void free_objects(Instance *inst)
{
  const ObjectsPart *part = inst->part[PART_EXTERNAL_OBJECTS];
  free(part->local);
  free(part->object);
}

const Mechanism external_objects_mechanism = {.name = "external_objects",
                                              .size = PART_SIZE(ObjectsPart),
                                              .create = create_objects,
                                              .end = external_objects_destroy,
                                              .free = free_objects};
