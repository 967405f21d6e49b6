/* call_room.c: see ../call_room.h. Pieces of memory are a list; what comes
 * after the last one in use is kept for the next time. */
#include "../call_room.h"
#include "../core/instance.h"
#include "../core/runtime_assert.h"
#include <stdbool.h>
#include <stdlib.h>

typedef struct RoomPiece RoomPiece;
struct RoomPiece {
  RoomPiece *before, *after;
  size_t n, cap;
  double number[]; /* [cap] */
};

/* The part of the instance. */
typedef struct RoomPart {
  double *room[2]; /* [Model.call_room] or NULL */
  RoomPiece *last; /* in use; between two evaluations the first, and empty */
} RoomPart;

static RoomPart *call_room_of(const ModelValues *v)
{
  return ((const Instance *)v->instance)->part[PART_CALL_ROOM];
}

double *call_room(const ModelValues *v, int room, size_t first)
{
  RUNTIME_ASSERT(first <
                 ((const Instance *)v->instance)->model->call_room[room]);
  return call_room_of(v)->room[room] + first;
}

static RoomPiece *make_piece(RoomPiece *before, size_t cap)
{
  if (cap > ((size_t)-1 - sizeof(RoomPiece)) / sizeof(double)) return NULL;
  RoomPiece *piece = malloc(sizeof *piece + cap * sizeof piece->number[0]);
  if (!piece) return NULL;
  piece->before = before;
  piece->after = NULL;
  piece->n = 0;
  piece->cap = cap;
  if (before) before->after = piece;
  return piece;
}

double *call_room_take(const ModelValues *v, size_t n)
{
  RoomPart *part = call_room_of(v);
  RoomPiece *piece = part->last;
  RUNTIME_ASSERT(piece && piece->n <= piece->cap);
  while (piece && n > piece->cap - piece->n) {
    RoomPiece *full = piece;
    piece = full->after;
    if (!piece) piece = make_piece(full, n > full->cap ? n : 2 * full->cap);
  }
  if (!piece) return NULL;
  double *taken = piece->number + piece->n;
  piece->n += n;
  part->last = piece;
  return taken;
}

void call_room_give_back(const ModelValues *v, size_t n)
{
  RoomPart *part = call_room_of(v);
  RoomPiece *piece = part->last;
  RUNTIME_ASSERT(n <= piece->n);
  piece->n -= n;
  /* pieces may have been passed over because they were too small */
  while (piece->n == 0 && piece->before) piece = piece->before;
  part->last = piece;
}

/* --- its memory ---------------------------------------------------------- */

static bool create_rooms(Instance *inst)
{
  const Model *m = inst->model;
  RoomPart *part = inst->part[PART_CALL_ROOM];
  for (int k = 0; k < 2; k++) {
    if (m->call_room[k] == 0) continue;
    part->room[k] = calloc(m->call_room[k], sizeof(double));
    if (!part->room[k]) return false;
  }
  if (m->function_room == 0) return true;
  part->last = make_piece(NULL, m->function_room);
  return part->last != NULL;
}

static void free_rooms(Instance *inst)
{
  RoomPart *part = inst->part[PART_CALL_ROOM];
  RoomPiece *piece = part->last;
  while (piece && piece->after) piece = piece->after;
  while (piece) {
    RoomPiece *before = piece->before;
    free(piece);
    piece = before;
  }
  for (int k = 0; k < 2; k++) free(part->room[k]);
}

const Mechanism call_room_mechanism = {.name = "call_room",
                                       .size = PART_SIZE(RoomPart),
                                       .create = create_rooms,
                                       .free = free_rooms};
