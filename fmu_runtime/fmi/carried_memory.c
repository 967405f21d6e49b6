/* carried_memory.c: which regions there are, and what belongs to the instance
 * that is restored rather than to the state. */
#include "carried_memory.h"
#include "../core/image.h"
#include "../core/relocation.h"
#include "../core/runtime_assert.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Regions by number; the chunks of the solver's memory come last. */
enum {
  REGION_IMAGE,
  REGION_HEAD,
  REGION_ARRAYS,
  REGION_TABLES,
  REGION_SOLVER,
  REGION_STDOUT, /* streams that SUNDIALS would write to, one place each */
  REGION_STDERR,
  REGION_CHUNKS
};

/* A chunk is not larger than so many times all bytes, or than so many. */
enum { CARRIED_ROOM = 16, CARRIED_LEAST_ROOM = 65536 };

/* At the beginning; the sizes of the chunks follow, then the head, the list of
 * free pieces, and the pieces of each chunk. */
typedef struct CarriedHead {
  unsigned char id[IMAGE_ID_SIZE];
  unsigned unused;
  uint64_t size, head_size, arrays_size, tables_size, n_chunks;
} CarriedHead;

static bool carried_memory_is_possible(Image *image)
{
#ifdef FOUCAULT_SOLVERS_IN_INSTANCE
  return image_find(image);
#else
  (void)image;
  return false;
#endif
}

static const Instance *instance_in(const ExactCopy *copy)
{
  return (const Instance *)(const void *)copy->block;
}

static size_t carried_memory_chunks(const ExactCopy *copy)
{
  return copy->solver ? solver_memory_count(copy->solver) : 0;
}

static Region region_of(const void *base, size_t size)
{
  return (Region){(uintptr_t)base, base ? size : 0};
}

/* `values`: the instance, or a copy of it; `inst`: where it lies or lay. */
static void name_regions(const Image *image, const Instance *inst,
                         const Instance *values, Region *region)
{
  region[REGION_IMAGE] = image->region;
  region[REGION_HEAD] = region_of(inst, values->head_size);
  region[REGION_ARRAYS] = region_of(values->arrays, values->arrays_size);
  region[REGION_TABLES] = region_of(values->tables, values->tables_size);
  region[REGION_SOLVER] =
      region_of(values->solver_memory, solver_memory_self());
  region[REGION_STDOUT] = region_of(stdout, 1);
  region[REGION_STDERR] = region_of(stderr, 1);
}

/* --- what is the instance's own ------------------------------------------ */

/* Parts with memory of their own are those of the instance, and so is all that
 * says where it lies, whom it logs to and which model it has: from `own`, an
 * instance of the same layout or zeros, into a copy of a head. `mechanisms`
 * and `part` are those of an instance at `base`. */
static void carried_memory_keep_own(const Mechanisms *mechanisms,
                                    void *const *part, const char *base,
                                    const Instance *own, Instance *head)
{
  for (int k = 0; k < N_PARTS; k++) {
    const Mechanism *row = mechanisms->row[k];
    if (!row->free || !part[k]) continue;
    size_t at = (size_t)((const char *)part[k] - base);
    memcpy((char *)head + at, (const char *)own + at, row->size);
  }
  head->logger = own->logger;
  head->array_pool = own->array_pool;
  head->block_size = own->block_size;
  head->arrays = own->arrays;
  head->tables = own->tables;
  head->model = own->model;
  head->given = own->given;
  head->mechanisms = own->mechanisms;
  head->calls = own->calls;
  head->has_event_mode = own->has_event_mode;
  head->may_return_early = own->may_return_early;
  head->intermediate = own->intermediate;
  head->sets_intermediate = own->sets_intermediate;
  head->intermediate_listener = own->intermediate_listener;
  head->method = own->method;
  head->solver_memory = own->solver_memory;
}

/* The copied head without what is the instance's own; NULL: memory is short. */
static char *head_to_carry(const ExactCopy *copy)
{
  const Instance *values = instance_in(copy);
  char *head = malloc(values->head_size);
  char *zeros = calloc(1, values->head_size);
  if (head && zeros) {
    memcpy(head, copy->block, values->head_size);
    carried_memory_keep_own(
        values->mechanisms, values->part, (const char *)copy->owner,
        (const Instance *)(const void *)zeros, (Instance *)(void *)head);
  } else {
    free(head);
    head = NULL;
  }
  free(zeros);
  return head;
}

/* --- sizes --------------------------------------------------------------- */

static size_t piece_size(size_t size, bool holds_numbers)
{
  return relocation_size(SOLVER_PIECE_HEAD) +
         (holds_numbers ? size : relocation_size(size));
}

static size_t content_size(const char *content, size_t used)
{
  size_t size = 0;
  for (size_t at = 0; at < used;) {
    bool holds_numbers;
    size_t piece = solver_memory_piece(content + at, &holds_numbers);
    size += piece_size(piece, holds_numbers);
    at += SOLVER_PIECE_HEAD + piece;
  }
  return size;
}

static size_t sizes_of_chunks(const ExactCopy *copy)
{
  size_t size = 0;
  for (size_t k = 0; k < carried_memory_chunks(copy); k++) {
    const char *content;
    SolverChunk chunk = solver_memory_chunk(copy->solver, k, &content);
    size += sizeof chunk + content_size(content, chunk.used);
  }
  return size;
}

size_t carried_memory_size(const ExactCopy *copy)
{
  Image image;
  if (!carried_memory_is_possible(&image)) return 0;
  return sizeof(CarriedHead) + sizes_of_chunks(copy) +
         relocation_size(instance_in(copy)->head_size) +
         relocation_size(sizeof(void *));
}

/* --- writing ------------------------------------------------------------- */

static char *write_content(const Region *region, size_t n, const char *content,
                           size_t used, char *bytes)
{
  for (size_t at = 0; at < used;) {
    bool holds_numbers;
    size_t size = solver_memory_piece(content + at, &holds_numbers);
    bytes = relocation_write(region, n, content + at, SOLVER_PIECE_HEAD, bytes);
    at += SOLVER_PIECE_HEAD;
    if (holds_numbers)
      memcpy(bytes, content + at, size);
    else
      relocation_write(region, n, content + at, size, bytes);
    bytes += holds_numbers ? size : relocation_size(size);
    at += size;
  }
  return bytes;
}

static char *write_chunks(const ExactCopy *copy, const Region *region, size_t n,
                          char *bytes)
{
  void *list = copy->solver ? solver_memory_free_list(copy->solver) : NULL;
  bytes = relocation_write(region, n, (const char *)&list, sizeof list, bytes);
  for (size_t k = 0; k < carried_memory_chunks(copy); k++) {
    const char *content;
    SolverChunk chunk = solver_memory_chunk(copy->solver, k, &content);
    bytes = write_content(region, n, content, chunk.used, bytes);
  }
  return bytes;
}

/* Their regions and, at bytes, their sizes. */
static char *list_chunks(const ExactCopy *copy, Region *region, char *bytes)
{
  for (size_t k = 0; k < carried_memory_chunks(copy); k++) {
    const char *content;
    SolverChunk chunk = solver_memory_chunk(copy->solver, k, &content);
    region[REGION_CHUNKS + k] = region_of(chunk.bytes, chunk.used);
    chunk.bytes = NULL;
    memcpy(bytes, &chunk, sizeof chunk);
    bytes += sizeof chunk;
  }
  return bytes;
}

bool carried_memory_write(const ExactCopy *copy, char *bytes)
{
  Image image;
  if (!carried_memory_is_possible(&image)) return true;
  const Instance *values = instance_in(copy);
  size_t n = REGION_CHUNKS + carried_memory_chunks(copy);
  Region *region = calloc(n, sizeof region[0]);
  char *block = head_to_carry(copy);
  if (!region || !block) {
    free(region);
    free(block);
    return false;
  }
  CarriedHead head;
  memset(&head, 0, sizeof head);
  memcpy(head.id, image.id, sizeof head.id);
  head.size = carried_memory_size(copy);
  head.head_size = values->head_size;
  head.arrays_size = values->arrays_size;
  head.tables_size = values->tables_size;
  head.n_chunks = n - REGION_CHUNKS;
  char *at = bytes;
  memcpy(at, &head, sizeof head);
  name_regions(&image, copy->owner, values, region);
  at = list_chunks(copy, region, at + sizeof head);
  at = relocation_write(region, n, block, values->head_size, at);
  at = write_chunks(copy, region, n, at);
  RUNTIME_ASSERT(at == bytes + head.size);
  free(region);
  free(block);
  return true;
}

/* --- reading ------------------------------------------------------------- */

/* Bytes that are read, from `at` on; at NULL: they do not fit together. */
typedef struct Reader {
  const Region *region;
  size_t n;
  const char *at, *end;
} Reader;

/* So many bytes, without addresses. */
static void pass_numbers(Reader *r, size_t size)
{
  if (!r->at || size > (size_t)(r->end - r->at))
    r->at = NULL;
  else
    r->at += size;
}

/* A copy of so many bytes whose addresses have regions, and its bits. */
static void pass_copy(Reader *r, size_t size)
{
  const char *copy = r->at;
  pass_numbers(r, size);
  pass_numbers(r, relocation_size(size) - size);
  if (r->at && !relocation_fits(r->region, r->n, copy, size)) r->at = NULL;
}

static void pass_content(Reader *r, size_t used)
{
  for (size_t at = 0; r->at && at < used;) {
    const char *piece = r->at;
    bool holds_numbers;
    pass_copy(r, SOLVER_PIECE_HEAD);
    if (!r->at) return;
    bool size_is_address = piece[SOLVER_PIECE_HEAD] & 2;
    size_t size = solver_memory_piece(piece, &holds_numbers);
    at += SOLVER_PIECE_HEAD;
    if (size_is_address || at > used || size > used - at) {
      r->at = NULL;
    } else if (holds_numbers) {
      pass_numbers(r, size);
    } else {
      pass_copy(r, size);
    }
    at += size;
  }
}

/* Regions of the chunks whose sizes are at bytes. False: one is impossible. */
static bool regions_of_chunks(const char *bytes, size_t size, size_t n,
                              Region *region)
{
  for (size_t k = 0; k < n; k++) {
    SolverChunk chunk;
    memcpy(&chunk, bytes + k * sizeof chunk, sizeof chunk);
    if (chunk.used > chunk.size || chunk.used > size) return false;
    if (chunk.size / CARRIED_ROOM > size + CARRIED_LEAST_ROOM) return false;
    region[k] = (Region){0, chunk.used};
  }
  return true;
}

/* Nothing is read beyond the end, or written beyond a piece; each address is
 * within its region. What the solver makes of its numbers is its own affair. */
static bool carried_memory_is_sound(const Instance *inst, const Image *image,
                                    const char *bytes, size_t size,
                                    size_t n_chunks)
{
  if (n_chunks > size / sizeof(SolverChunk)) return false;
  size_t n = REGION_CHUNKS + n_chunks;
  Region *region = calloc(n, sizeof region[0]);
  if (!region) return false;
  name_regions(image, inst, inst, region);
  Reader r = {region, n, bytes, bytes + size};
  if (!regions_of_chunks(bytes, size, n_chunks, region + REGION_CHUNKS))
    r.at = NULL;
  pass_numbers(&r, n_chunks * sizeof(SolverChunk));
  if (r.at) pass_copy(&r, inst->head_size);
  if (r.at) pass_copy(&r, sizeof(void *));
  for (size_t k = 0; k < n_chunks; k++) {
    pass_content(&r, region[REGION_CHUNKS + k].size);
  }
  free(region);
  return r.at == r.end;
}

bool carried_memory_fits(const Instance *inst, const char *bytes, size_t size)
{
  Image image;
  CarriedHead head;
  if (size < sizeof head || !carried_memory_is_possible(&image)) return false;
  memcpy(&head, bytes, sizeof head);
  return memcmp(head.id, image.id, sizeof head.id) == 0 && head.size == size &&
         head.head_size == inst->head_size &&
         head.arrays_size == inst->arrays_size &&
         head.tables_size == inst->tables_size &&
         head.n_chunks <= RELOCATION_MOST - REGION_CHUNKS &&
         (inst->solver_memory || head.n_chunks == 0) &&
         carried_memory_is_sound(inst, &image, bytes + sizeof head,
                                 size - sizeof head, (size_t)head.n_chunks);
}

/* NULL: an address has no region. */
static const char *read_content(const Region *region, size_t n,
                                const char *bytes, size_t used, char *content)
{
  for (size_t at = 0; bytes && at < used;) {
    bytes = relocation_read(region, n, bytes, SOLVER_PIECE_HEAD, content + at);
    if (!bytes) return NULL;
    bool holds_numbers;
    size_t size = solver_memory_piece(content + at, &holds_numbers);
    at += SOLVER_PIECE_HEAD;
    if (holds_numbers) {
      memcpy(content + at, bytes, size);
      bytes += size;
    } else {
      bytes = relocation_read(region, n, bytes, size, content + at);
    }
    at += size;
  }
  return bytes;
}

static bool carried_memory_read_all(Instance *inst, const Region *region,
                                    const SolverChunk *chunk, size_t n_chunks,
                                    const char *bytes, char *head)
{
  size_t n = REGION_CHUNKS + n_chunks;
  void *list = NULL;
  bytes = relocation_read(region, n, bytes, inst->head_size, head);
  if (bytes)
    bytes = relocation_read(region, n, bytes, sizeof list, (char *)&list);
  for (size_t k = 0; bytes && k < n_chunks; k++) {
    bytes = read_content(region, n, bytes, chunk[k].used, chunk[k].bytes);
  }
  if (!bytes) return false;
  if (inst->solver_memory) {
    solver_memory_set_free_list(inst->solver_memory, list);
  }
  carried_memory_keep_own(inst->mechanisms, inst->part, (const char *)inst,
                          inst, (Instance *)(void *)head);
  memcpy(inst, head, inst->head_size);
  return true;
}

bool carried_memory_read(Instance *inst, const char *bytes)
{
  Image image;
  CarriedHead carried;
  memcpy(&carried, bytes, sizeof carried);
  if (!carried_memory_is_possible(&image)) return false;
  size_t n = (size_t)carried.n_chunks;
  Region *region = calloc(REGION_CHUNKS + n, sizeof region[0]);
  SolverChunk *chunk = calloc(n + 1, sizeof chunk[0]);
  char *head = malloc(inst->head_size);
  bool good = region && chunk && head;
  if (good) {
    memcpy(chunk, bytes + sizeof carried, n * sizeof chunk[0]);
    good = !inst->solver_memory ||
           solver_memory_assume(inst->solver_memory, chunk, n);
  }
  if (good) {
    name_regions(&image, inst, inst, region);
    for (size_t k = 0; k < n; k++) {
      region[REGION_CHUNKS + k] = region_of(chunk[k].bytes, chunk[k].used);
    }
    bytes += sizeof carried + n * sizeof chunk[0];
    good = carried_memory_read_all(inst, region, chunk, n, bytes, head);
    RUNTIME_ASSERT(good);
  }
  free(region);
  free(chunk);
  free(head);
  return good;
}
