/* mechanism.h: what a mechanism of the runtime brings along, so that the core
 * can make, reset and save an instance without knowing any of them.
 *
 * A mechanism (guesses, delays, contacts, ...) keeps its memory in a part of
 * the instance: a struct of addresses and numbers at inst->part[PART_X], zero at
 * first. What its arrays hold is carved from one of two regions:
 *
 *   carving->arrays   numbers: part of every saved state, byte for byte. What a
 *                     run must find again after a state was restored lies here.
 *   carving->tables   structs that hold addresses.
 *
 * Numbers and addresses in the part itself are part of a saved state too, but
 * not where the part has memory of its own (`free`). Of a serialized state they
 * are what `take` says, and nothing where another binary restores it
 * (../fmi/carried_memory.h).
 *
 * The rows stand in ../mechanisms.def, their table in ../fmi/mechanisms.c.
 */
#ifndef FOUCAULT_MECHANISM_H
#define FOUCAULT_MECHANISM_H

#include "../model.h"
#include "carver.h"
#include "followed.h"
#include "points.h"
#include <stdbool.h>

struct Carried;
struct Instance;
struct StateFit;

enum {
#define MECHANISM(number, name) PART_##number,
#include "../mechanisms.def"
#undef MECHANISM
  N_PARTS
};

typedef struct Carving {
  Carver tables, arrays;
} Carving;

/* The largest part. */
enum { PART_MOST = 512 };
/* sizeof, refused by the compiler where it is larger. */
#define PART_SIZE(type)                                                        \
  (sizeof(type) * sizeof(char[sizeof(type) <= PART_MOST ? 1 : -1]))

/* What is NULL is not needed. */
typedef struct Mechanism {
  const char *name;
  size_t size; /* of its part; 0: it has none */
  /* Arrays for this model. Runs twice: see carver.h. */
  void (*carve)(void *part, const Model *model, Carving *carving);
  /* Once, with the arrays in place: what never changes, and memory of its own.
   * False: memory is short. */
  bool (*create)(struct Instance *inst);
  /* Back to what it was before initialization; values and states are there. */
  void (*reset)(struct Instance *inst);
  /* A run ends, by reset or free: values are still those of the run. */
  void (*end)(struct Instance *inst);
  void (*free)(struct Instance *inst); /* memory of its own */
  /* Bytes that a saved state needs beside the arrays: how many now, writes
   * them, takes them out of [*bytes, end) where a state of another instance is
   * restored. False: they do not fit, or memory is short. */
  size_t (*saved_size)(struct Instance *inst);
  void (*save)(struct Instance *inst, char *bytes);
  bool (*restore)(struct Instance *inst, const char **bytes, const char *end);
  /* Could its arrays have come about (state_fit.h)? Whatever stands in them, it
   * reads and writes within bounds afterwards. NULL: they hold numbers and
   * flags alone. */
  bool (*fits)(const struct StateFit *fit);
  /* Numbers of the part itself that a run needs (carried.h). */
  bool (*take)(struct Instance *inst, const struct Carried *c);
} Mechanism;

/* Lists of functions end with NULL. */
typedef void (*InstanceCall)(struct Instance *inst);

/* All that the core and evaluate/ know of the rooms above them. */
typedef struct Mechanisms {
  FollowFunction *follow;      /* the first: see followed.h */
  PointsFunction *points;      /* the second: see points.h */
  const Mechanism *const *row; /* [N_PARTS] */
  const InstanceCall *before_evaluation;
  const InstanceCall *after_evaluation;   /* that has succeeded */
  const InstanceCall *parameters_changed; /* dependent ones follow */
  /* Would an event at the present values change a relation? */
  bool (*event_is_due)(struct Instance *inst);
} Mechanisms;

#endif
