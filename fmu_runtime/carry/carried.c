/* carried.c: see carried.h. */
#include "carried.h"
#include "../core/relocation.h"
#include "../core/runtime_assert.h"
#include "../core/solver_memory.h"
#include <limits.h>
#include <math.h>
#include <string.h>

/* Of counters: another one is made of it by adding one. */
static const long most_count = LONG_MAX / 4;

/* --- where it stands ------------------------------------------------------- */

/* A run of bytes and what they are a part of. */
typedef struct Place {
  const char *copy; /* NULL: it is nowhere */
  size_t size, at;
  bool has_addresses;
} Place;

/* Is it the piece at that place of its chunk? */
static bool is_in_piece(const CarriedPiece *p, size_t at)
{
  return at >= p->at && at - p->at < p->size;
}

static Place place_in_piece(const CarriedPiece *p, size_t at, size_t size)
{
  if (size > p->size - (at - p->at)) return (Place){.copy = NULL};
  return (Place){p->content, p->size, at - p->at, p->has_addresses};
}

static Place place_in_part(const Carried *c, size_t part, size_t at,
                           size_t size)
{
  for (size_t k = 0; k < c->n_pieces; k++) {
    const CarriedPiece *p = &c->piece[k];
    if (p->part == part && is_in_piece(p, at))
      return place_in_piece(p, at, size);
  }
  return (Place){.copy = NULL};
}

static Place place_in_chunk(const Carried *c, size_t chunk, size_t at,
                            size_t size)
{
  for (size_t k = 0; k < c->n_pieces; k++) {
    const CarriedPiece *p = &c->piece[k];
    if (p->chunk == chunk && is_in_piece(p, at))
      return place_in_piece(p, at, size);
  }
  return (Place){.copy = NULL};
}

static Place carried_place(const Carried *c, const void *own, size_t size)
{
  const Instance *inst = c->inst;
  uintptr_t at = (uintptr_t)own - (uintptr_t)inst;
  size_t part, offset;
  if (at < inst->head_size) {
    if (size > inst->head_size - at) return (Place){.copy = NULL};
    return (Place){c->head, inst->head_size, at, true};
  }
  if (!inst->solver_memory ||
      !solver_memory_place(inst->solver_memory, own, &part, &offset))
    return (Place){.copy = NULL};
  return place_in_part(c, part, offset, size);
}

/* NULL: it is not there, or holds an address. */
static const char *carried_bytes(const Place *p, size_t size)
{
  if (!p->copy) return NULL;
  if (p->has_addresses && !relocation_is_plain(p->copy, p->size, p->at, size))
    return NULL;
  return p->copy + p->at;
}

/* --- taking ---------------------------------------------------------------- */

bool carried_take(const Carried *c, void *own, size_t size)
{
  if (!own || size == 0) return true;
  Place place = carried_place(c, own, size);
  const char *bytes = carried_bytes(&place, size);
  if (bytes) memcpy(own, bytes, size);
  return bytes != NULL;
}

/* As carried_take(), where each element passes. */
static bool
carried_take_some(const Carried *c, void *own, size_t n, size_t size,
                  bool (*passes)(const char *element, const void *bounds),
                  const void *bounds)
{
  if (!own || n == 0) return true;
  RUNTIME_ASSERT(n <= SIZE_MAX / size);
  Place place = carried_place(c, own, n * size);
  const char *bytes = carried_bytes(&place, n * size);
  for (size_t k = 0; bytes && k < n; k++) {
    if (!passes(bytes + k * size, bounds)) return false;
  }
  if (bytes) memcpy(own, bytes, n * size);
  return bytes != NULL;
}

static bool byte_passes(const char *element, const void *high)
{
  return (unsigned char)*element <= *(const unsigned *)high;
}

bool carried_take_bytes(const Carried *c, unsigned char *own, size_t n,
                        unsigned high)
{
  return carried_take_some(c, own, n, 1, byte_passes, &high);
}

bool carried_take_flags(const Carried *c, bool *own, size_t n)
{
  const unsigned high = 1;
  return carried_take_some(c, own, n, sizeof own[0], byte_passes, &high);
}

static bool int_passes(const char *element, const void *bounds)
{
  const int *bound = bounds;
  int value;
  memcpy(&value, element, sizeof value);
  return value >= bound[0] && value <= bound[1];
}

bool carried_take_ints(const Carried *c, int *own, size_t n, int low, int high)
{
  const int bound[2] = {low, high};
  return carried_take_some(c, own, n, sizeof own[0], int_passes, bound);
}

bool carried_read_int(const Carried *c, const void *own, int *value)
{
  Place place = carried_place(c, own, sizeof *value);
  const char *bytes = carried_bytes(&place, sizeof *value);
  if (bytes) memcpy(value, bytes, sizeof *value);
  return bytes != NULL;
}

static bool count_passes(const char *element, const void *unused)
{
  long value;
  (void)unused;
  memcpy(&value, element, sizeof value);
  return value >= 0 && value <= most_count;
}

bool carried_take_counts(const Carried *c, long *own, size_t n)
{
  return carried_take_some(c, own, n, sizeof own[0], count_passes, NULL);
}

static bool number_passes(const char *element, const void *unused)
{
  double value;
  (void)unused;
  memcpy(&value, element, sizeof value);
  return !isnan(value);
}

bool carried_take_numbers(const Carried *c, double *own, size_t n)
{
  return carried_take_some(c, own, n, sizeof own[0], number_passes, NULL);
}

/* --- addresses ------------------------------------------------------------- */

static bool carried_address(const Carried *c, const void *own, uint64_t *region,
                            uint64_t *offset)
{
  Place place = carried_place(c, own, sizeof(void *));
  return place.copy && place.has_addresses &&
         relocation_address(place.copy, place.size, place.at, region, offset);
}

int64_t carried_offset(const Carried *c, const void *own)
{
  uint64_t region, offset;
  if (!carried_address(c, own, &region, &offset)) return -1;
  return region == c->image ? (int64_t)offset : -1;
}

bool carried_follow(const Carried *c, const void *own, void *to, size_t size)
{
  uint64_t region, offset;
  if (!carried_address(c, own, &region, &offset)) return false;
  if (region < c->first_chunk || region - c->first_chunk >= c->n_chunks)
    return false;
  /* regions begin with the newest chunk, places with the oldest */
  size_t chunk = c->n_chunks - 1 - (size_t)(region - c->first_chunk);
  Place place = place_in_chunk(c, chunk, (size_t)offset, size);
  const char *bytes = carried_bytes(&place, size);
  if (bytes) memcpy(to, bytes, size);
  return bytes != NULL;
}
