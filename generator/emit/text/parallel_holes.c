/* parallel_holes.c: texts of holes, one after the other in a file. */
#include "emit/text/parallel_holes.h"

#include <assert.h>
#include <string.h>

enum { COPY_SIZE = 65536 };

/* The text of one hole, as the template asks for it. */
typedef struct Side {
  ParallelHoles *all;
  int number;
} Side;

struct ParallelHoles {
  Session *s;
  const char *path;
  TemplateHole *hole; /* as they were */
  int n_holes;
  Side *side;
  long *end; /* [n_holes] of their texts; seen by the worker too */
  Worker worker;
  bool is_done, is_good;
  FILE *file;
};

static size_t ends_size(const ParallelHoles *t)
{
  return (size_t)t->n_holes * sizeof t->end[0];
}

/* The work: all holes into the file. */
static bool parallel_holes_write_all(void *context)
{
  ParallelHoles *t = context;
  FILE *file = fopen(t->path, "wb");
  if (!file) return false;
  setvbuf(file, NULL, _IOFBF, COPY_SIZE);
  for (int k = 0; k < t->n_holes; k++) {
    t->hole[k].write(t->hole[k].context, file);
    t->end[k] = ftell(file);
  }
  bool ok = ferror(file) == 0;
  return fclose(file) == 0 && ok;
}

static void parallel_holes_copy(ParallelHoles *t, long begin, long end,
                                FILE *out)
{
  char piece[COPY_SIZE];
  if (fseek(t->file, begin, SEEK_SET) != 0) t->is_good = false;
  while (t->is_good && begin < end) {
    size_t n = end - begin < COPY_SIZE ? (size_t)(end - begin) : COPY_SIZE;
    t->is_good = fread(piece, 1, n, t->file) == n;
    if (t->is_good) fwrite(piece, 1, n, out);
    begin += (long)n;
  }
}

static void write_side(void *context, FILE *out)
{
  Side *side = context;
  ParallelHoles *t = side->all;
  if (!t->is_done) {
    t->is_done = true;
    t->is_good = worker_end(t->s, &t->worker);
    t->file = t->is_good ? fopen(t->path, "rb") : NULL;
    t->is_good = t->file != NULL;
  }
  int k = side->number;
  assert(!t->is_good || k == 0 || t->end[k - 1] <= t->end[k]);
  if (t->is_good)
    parallel_holes_copy(t, k > 0 ? t->end[k - 1] : 0, t->end[k], out);
}

ParallelHoles *parallel_holes_begin(Session *s, Arena *arena, const char *path,
                                    TemplateHole *hole, int n_holes)
{
  ParallelHoles *t = arena_alloc(arena, sizeof *t);
  size_t n = (size_t)n_holes;
  *t = (ParallelHoles){.s = s, .path = path, .n_holes = n_holes};
  t->end = worker_shared(ends_size(t));
  if (!t->end) return NULL;
  t->hole = arena_array(arena, n, sizeof t->hole[0]);
  t->side = arena_array(arena, n, sizeof t->side[0]);
  memcpy(t->hole, hole, n * sizeof hole[0]);
  t->worker = worker_begin(s, parallel_holes_write_all, t, true);
  for (int k = 0; k < n_holes; k++) {
    assert(hole[k].write); /* the text of a worker is written */
    t->side[k] = (Side){t, k};
    hole[k].write = write_side;
    hole[k].context = &t->side[k];
  }
  return t;
}

bool parallel_holes_end(ParallelHoles *t)
{
  if (!t) return true;
  if (!t->is_done) worker_end(t->s, &t->worker); /* nobody asked for it */
  if (t->file) fclose(t->file);
  worker_forget(t->end, ends_size(t));
  return t->is_good;
}
