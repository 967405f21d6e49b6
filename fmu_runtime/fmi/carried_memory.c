/* carried_memory.c: which regions there are, and what another instance takes. */
#include "carried_memory.h"
#include "../carry/carried.h"
#include "../carry/solver_members.h"
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

/* At the beginning; the sizes of the chunks follow, then the head, the list of
 * free pieces, and the pieces of each chunk. */
typedef struct CarriedHead {
  unsigned char id[IMAGE_ID_SIZE];
  unsigned unused;
  uint64_t size, head_size, arrays_size, tables_size, n_chunks;
} CarriedHead;

static bool carried_memory_is_possible(Image *image)
{
#if CARRIED_SUNDIALS
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
  const char *at, *end;
} Reader;

/* So many bytes; where they stand. */
static const char *pass_bytes(Reader *r, size_t size)
{
  const char *at = r->at;
  if (!at || size > (size_t)(r->end - at))
    r->at = NULL;
  else
    r->at += size;
  return r->at ? at : NULL;
}

/* A copy of so many bytes, and its bits. */
static const char *pass_copy(Reader *r, size_t size)
{
  const char *copy = r->at;
  pass_bytes(r, size);
  pass_bytes(r, relocation_size(size) - size);
  return r->at ? copy : NULL;
}

/* The next piece. */
static bool pass_piece(Reader *r, CarriedPiece *piece)
{
  bool holds_numbers;
  const char *head = pass_copy(r, SOLVER_PIECE_HEAD);
  if (!head) return false;
  piece->size = solver_memory_piece(head, &holds_numbers);
  piece->has_addresses = !holds_numbers;
  piece->content =
      holds_numbers ? pass_bytes(r, piece->size) : pass_copy(r, piece->size);
  return piece->content != NULL;
}

/* The pieces of chunk number k; each takes bytes, so that there are not
 * many. */
static bool pass_chunk(Reader *r, size_t k, const SolverChunk *chunk,
                       Carried *c)
{
  for (size_t at = 0; at < chunk->used;) {
    CarriedPiece piece = {k, chunk->part, at + SOLVER_PIECE_HEAD, .size = 0};
    if (!pass_piece(r, &piece) || piece.size > chunk->used ||
        piece.at > chunk->used - piece.size) {
      return false;
    }
    c->piece[c->n_pieces++] = piece;
    at = piece.at + piece.size;
  }
  return true;
}

/* Everything behind the head of the bytes. */
static bool carried_memory_read(Reader *r, Carried *c)
{
  const char *sizes = pass_bytes(r, c->n_chunks * sizeof(SolverChunk));
  c->head = pass_copy(r, c->inst->head_size);
  pass_copy(r, sizeof(void *)); /* the list of free pieces */
  if (!r->at) return false;
  size_t most = (size_t)(r->end - r->at) / SOLVER_PIECE_HEAD;
  c->piece = calloc(most + 1, sizeof c->piece[0]);
  if (!c->piece) return false;
  for (size_t k = 0; k < c->n_chunks; k++) {
    SolverChunk chunk;
    memcpy(&chunk, sizes + k * sizeof chunk, sizeof chunk);
    if (!pass_chunk(r, c->n_chunks - 1 - k, &chunk, c)) return false;
  }
  return r->at == r->end;
}

bool carried_memory_is_ours(const char *bytes, size_t size)
{
  Image image;
  CarriedHead head;
  if (size < sizeof head || !carried_memory_is_possible(&image)) return false;
  memcpy(&head, bytes, sizeof head);
  return memcmp(head.id, image.id, sizeof head.id) == 0;
}

static bool carried_memory_fits(const Instance *inst, const CarriedHead *head,
                                size_t size)
{
  return head->size == size && head->head_size == inst->head_size &&
         head->arrays_size == inst->arrays_size &&
         head->tables_size == inst->tables_size &&
         head->n_chunks <= RELOCATION_MOST - REGION_CHUNKS &&
         (inst->solver_memory || head->n_chunks == 0);
}

/* --- taking -------------------------------------------------------------- */

/* What of the struct is neither among the scalars of a saved state nor the
 * instance's own. */
static bool carried_memory_take_instance(Instance *inst, const Carried *c)
{
  bool good = carried_take_flags(c, &inst->is_guessed, 1) &&
              carried_take_flags(c, &inst->may_retry, 1) &&
              carried_take_flags(c, &inst->tolerance_is_set, 1) &&
              carried_take_flags(c, &inst->restart_needed, 1) &&
              carried_take_flags(c, &inst->inputs_changed, 1) &&
              carried_take_flags(c, &inst->has_started, 1) &&
              carried_take_flags(c, &inst->event_waits, 1) &&
              carried_take_flags(c, &inst->returns_early, 1) &&
              carried_take_flags(c, &inst->statistics_logged, 1) &&
              carried_take(c, inst->reason, sizeof inst->reason);
  inst->reason[sizeof inst->reason - 1] = '\0';
  return good;
}

static bool carried_memory_take_parts(Instance *inst, const Carried *c)
{
  for (int k = 0; k < N_PARTS; k++) {
    const Mechanism *row = inst->mechanisms->row[k];
    if (row->take && !row->take(inst, c)) return false;
  }
  return true;
}

static bool take_integrator(Instance *inst, const Carried *c)
{
  if (!inst->integrator || !inst->has_started) return true;
  return inst->method->take && inst->method->take(inst->integrator, c);
}

bool carried_memory_take(Instance *inst, const char *bytes, size_t size)
{
  CarriedHead head;
  RUNTIME_ASSERT(carried_memory_is_ours(bytes, size));
  memcpy(&head, bytes, sizeof head);
  if (!carried_memory_fits(inst, &head, size)) return false;
  Carried c = {.inst = inst,
               .n_chunks = (size_t)head.n_chunks,
               .image = REGION_IMAGE,
               .first_chunk = REGION_CHUNKS};
  Reader r = {bytes + sizeof head, bytes + size};
  bool good = carried_memory_read(&r, &c) &&
              carried_memory_take_instance(inst, &c) &&
              carried_memory_take_parts(inst, &c) && take_integrator(inst, &c);
  free(c.piece);
  return good;
}
