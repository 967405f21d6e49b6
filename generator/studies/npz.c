/* npz.c: each column is made while libzip reads it. */
#include "studies/npz.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "studies/table/npz_file.h"

typedef enum NpzKind {
  NPZ_RUN,
  NPZ_FACTOR,
  NPZ_TIME_REACHED,
  NPZ_MEASURE,
  NPZ_CURVE,
  NPZ_POINTS, /* the times of curves */
  NPZ_ERROR
} NpzKind;

typedef struct NpzColumn {
  const SweepTable *table;
  NpzKind kind;
  int index;
  char header[MOST_NPY_HEADER];
  size_t header_length;
  size_t item_size; /* bytes of one run */
  zip_uint64_t size;
  /* while it is read */
  int64_t run;
  double *factor, *value;
  char *item; /* the bytes of the present run, or the header */
  size_t item_length, item_at;
  zip_error_t error;
} NpzColumn;

/* --- bytes --- */

static void npz_put_points(NpzColumn *c)
{
  const SweepTable *t = c->table;
  for (int64_t k = 0; k < t->n_points; k++) {
    double time = t->run->start + (double)k * t->run->step;
    if (k == t->n_points - 1) time = t->run->stop;
    memcpy(c->item + 8 * k, &time, 8);
  }
}

static void npz_fill(NpzColumn *c, const RunRecord *r)
{
  const SweepTable *t = c->table;
  switch (c->kind) {
  case NPZ_RUN: {
    int64_t run = t->plan->first + c->run;
    memcpy(c->item, &run, 8);
    break;
  }
  case NPZ_FACTOR:
    sweep_plan_values(t->plan, c->run, c->factor);
    memcpy(c->item, &c->factor[c->index], 8);
    break;
  case NPZ_TIME_REACHED: memcpy(c->item, &r->end, 8); break;
  case NPZ_MEASURE: memcpy(c->item, &c->value[c->index], 8); break;
  case NPZ_CURVE:
    memcpy(c->item, c->value + t->measures->n + c->index * t->n_points,
           c->item_size);
    break;
  case NPZ_POINTS: break; /* has no runs */
  case NPZ_ERROR: {
    size_t n = strlen(r->reason);
    memset(c->item, 0, c->item_size);
    memcpy(c->item, r->reason, n < c->item_size ? n : c->item_size);
    break;
  }
  }
}

/* The bytes of the next run that is there; false: no more. */
static bool npz_next(NpzColumn *c)
{
  const SweepTable *t = c->table;
  bool needs_values = c->kind == NPZ_MEASURE || c->kind == NPZ_CURVE;
  if (c->kind == NPZ_POINTS) {
    if (++c->run > 0) return false;
    npz_put_points(c);
    c->item_length = c->item_size;
    c->item_at = 0;
    return true;
  }
  while (++c->run < t->plan->n_runs) {
    RunRecord r =
        journal_read(t->journal, c->run, needs_values ? c->value : NULL);
    if (r.state == RUN_MISSING) continue;
    npz_fill(c, &r);
    c->item_length = c->item_size;
    c->item_at = 0;
    return true;
  }
  return false;
}

static zip_int64_t npz_read(NpzColumn *c, char *data, zip_uint64_t length)
{
  zip_uint64_t n = 0;
  while (n < length) {
    if (c->item_at == c->item_length && !npz_next(c)) break;
    size_t room = (size_t)(length - n), left = c->item_length - c->item_at;
    size_t m = left < room ? left : room;
    memcpy(data + n, c->item + c->item_at, m);
    c->item_at += m;
    n += m;
  }
  return (zip_int64_t)n;
}

static void npz_rewind(NpzColumn *c)
{
  c->run = -1;
  memcpy(c->item, c->header, c->header_length);
  c->item_length = c->header_length;
  c->item_at = 0;
}

static zip_int64_t npz_answer(void *context, void *data, zip_uint64_t length,
                              zip_source_cmd_t command)
{
  NpzColumn *c = context;
  if (command == ZIP_SOURCE_OPEN) {
    npz_rewind(c);
    return 0;
  }
  if (command == ZIP_SOURCE_READ) return npz_read(c, data, length);
  if (command == ZIP_SOURCE_CLOSE || command == ZIP_SOURCE_FREE) return 0;
  if (command == ZIP_SOURCE_STAT) {
    zip_stat_t *stat = data;
    zip_stat_init(stat);
    stat->size = c->size;
    stat->valid |= ZIP_STAT_SIZE;
    return (zip_int64_t)sizeof *stat;
  }
  if (command == ZIP_SOURCE_ERROR)
    return zip_error_to_data(&c->error, data, length);
  if (command == ZIP_SOURCE_SUPPORTS) {
    return zip_source_make_command_bitmap(
        ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT,
        ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, ZIP_SOURCE_SUPPORTS, -1);
  }
  zip_error_set(&c->error, ZIP_ER_OPNOTSUPP, 0);
  return -1;
}

/* --- columns --- */

typedef struct NpzWriter {
  Session *s;
  const SweepTable *table;
  NpzFile *file;
  int64_t n_runs; /* that are there */
  size_t longest; /* reason */
  double *factor, *value;
} NpzWriter;

static void npz_add(NpzWriter *w, NpzKind kind, int index, const char *name)
{
  Arena *arena = w->s->session_arena;
  const SweepTable *t = w->table;
  NpzColumn *c = arena_alloc(arena, sizeof *c);
  *c = (NpzColumn){.table = t, .kind = kind, .index = index, .item_size = 8};
  char shape[64];
  const char *type = kind == NPZ_RUN ? "<i8" : "<f8";
  snprintf(shape, sizeof shape, "(%lld,)", (long long)w->n_runs);
  if (kind == NPZ_CURVE) {
    c->item_size = (size_t)t->n_points * 8;
    snprintf(shape, sizeof shape, "(%lld, %lld)", (long long)w->n_runs,
             (long long)t->n_points);
  }
  if (kind == NPZ_POINTS) {
    c->item_size = (size_t)t->n_points * 8;
    snprintf(shape, sizeof shape, "(%lld,)", (long long)t->n_points);
  }
  if (kind == NPZ_ERROR) {
    c->item_size = w->longest;
    type = arena_printf(arena, "|S%zu", w->longest);
  }
  c->header_length = npy_header(c->header, type, shape);
  c->size = c->header_length +
            c->item_size * (kind == NPZ_POINTS ? 1 : (zip_uint64_t)w->n_runs);
  c->item = arena_alloc(
      arena, c->item_size > MOST_NPY_HEADER ? c->item_size : MOST_NPY_HEADER);
  c->factor = w->factor;
  c->value = w->value;
  zip_error_init(&c->error);
  npz_file_add_source(w->file, name,
                      zip_source_function_create(npz_answer, c, NULL));
}

static void npz_add_values(NpzWriter *w)
{
  const SweepTable *t = w->table;
  const Measures *m = t->measures;
  for (int i = 0; i < m->n; i++) {
    if (!sweep_table_repeats(t, m->item[i].name))
      npz_add(w, NPZ_MEASURE, i, m->item[i].name);
  }
  for (int i = 0; t->n_points > 0 && i < m->n_variables; i++) {
    const char *name = t->description->variable[m->variable[i]].name;
    if (!sweep_table_repeats(t, name)) npz_add(w, NPZ_CURVE, i, name);
  }
}

static void npz_add_all(NpzWriter *w)
{
  const SweepTable *t = w->table;
  npz_add(w, NPZ_RUN, 0, "run");
  for (int i = 0; i < t->plan->n_factors; i++)
    npz_add(w, NPZ_FACTOR, i, t->plan->factor[i].column);
  npz_add(w, t->n_points > 0 ? NPZ_POINTS : NPZ_TIME_REACHED, 0, "time");
  npz_add_values(w);
  npz_add(w, NPZ_ERROR, 0, "error");
}

static void npz_count(NpzWriter *w)
{
  w->longest = 1;
  for (int64_t run = 0; run < w->table->plan->n_runs; run++) {
    RunRecord r = journal_read(w->table->journal, run, NULL);
    if (r.state == RUN_MISSING) continue;
    w->n_runs++;
    size_t n = strlen(r.reason);
    if (n > w->longest) w->longest = n;
  }
}

bool npz_write(Session *s, const SweepTable *t, const char *path)
{
  Arena *arena = s->session_arena;
  NpzFile file = npz_file_begin(s, path);
  NpzWriter w = {
      .s = s,
      .table = t,
      .file = &file,
      .factor = arena_array(arena, (size_t)t->plan->n_factors, sizeof(double)),
      .value =
          arena_array(arena, (size_t)t->journal->n_values, sizeof(double))};
  npz_count(&w);
  npz_add_all(&w);
  return npz_file_end(&file);
}
