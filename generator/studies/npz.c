/* npz.c: each column is made while libzip reads it. */
#include "studies/npz.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "base/temporary.h"

/* Midnight of the first of January 1980: the same results, the same bytes. */
#define NPZ_DATE ((zip_uint16_t)(0 << 9 | 1 << 5 | 1))
#define NPZ_TIME ((zip_uint16_t)0)

typedef enum NpzKind {
  NPZ_RUN,
  NPZ_FACTOR,
  NPZ_TIME_REACHED,
  NPZ_MEASURE,
  NPZ_CURVE,
  NPZ_POINTS, /* the times of curves */
  NPZ_ERROR
} NpzKind;

enum { MOST_HEADER = 256 };

typedef struct NpzColumn {
  const SweepTable *table;
  NpzKind kind;
  int index;
  char header[MOST_HEADER];
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
  zip_t *archive;
  int64_t n_runs; /* that are there */
  size_t longest; /* reason */
  double *factor, *value;
} NpzWriter;

/* Magic, version 1.0, length, and a dictionary of Python padded to 64 bytes
 * (numpy.lib.format). */
static void npz_make_header(NpzColumn *c, const char *type, const char *shape)
{
  char text[MOST_HEADER - 64];
  int n = snprintf(text, sizeof text,
                   "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
                   type, shape);
  assert(n > 0 && (size_t)n < sizeof text);
  size_t whole = (10 + (size_t)n + 1 + 63) / 64 * 64, rest = whole - 10;
  assert(whole <= MOST_HEADER);
  memset(c->header, ' ', whole);
  memcpy(c->header, "\x93NUMPY\x01\x00", 8);
  c->header[8] = (char)(rest & 0xff);
  c->header[9] = (char)(rest >> 8);
  memcpy(c->header + 10, text, (size_t)n);
  c->header[whole - 1] = '\n';
  c->header_length = whole;
}

static bool npz_add(NpzWriter *w, NpzKind kind, int index, const char *name)
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
  npz_make_header(c, type, shape);
  c->size = c->header_length +
            c->item_size * (kind == NPZ_POINTS ? 1 : (zip_uint64_t)w->n_runs);
  c->item = arena_alloc(arena, c->item_size > MOST_HEADER ? c->item_size
                                                          : MOST_HEADER);
  c->factor = w->factor;
  c->value = w->value;
  zip_error_init(&c->error);
  zip_source_t *source = zip_source_function(w->archive, npz_answer, c);
  if (!source) return false;
  zip_int64_t place =
      zip_file_add(w->archive, arena_printf(arena, "%s.npy", name), source,
                   ZIP_FL_ENC_UTF_8);
  if (place < 0) {
    zip_source_free(source);
    return false;
  }
  zip_uint64_t i = (zip_uint64_t)place;
  return zip_set_file_compression(w->archive, i, ZIP_CM_STORE, 0) == 0 &&
         zip_file_set_dostime(w->archive, i, NPZ_TIME, NPZ_DATE, 0) == 0;
}

static bool npz_add_values(NpzWriter *w)
{
  const SweepTable *t = w->table;
  const Measures *m = t->measures;
  for (int i = 0; i < m->n; i++) {
    if (sweep_table_repeats(t, m->item[i].name)) continue;
    if (!npz_add(w, NPZ_MEASURE, i, m->item[i].name)) return false;
  }
  for (int i = 0; t->n_points > 0 && i < m->n_variables; i++) {
    const char *name = t->description->variable[m->variable[i]].name;
    if (sweep_table_repeats(t, name)) continue;
    if (!npz_add(w, NPZ_CURVE, i, name)) return false;
  }
  return true;
}

static bool npz_add_all(NpzWriter *w)
{
  const SweepTable *t = w->table;
  if (!npz_add(w, NPZ_RUN, 0, "run")) return false;
  for (int i = 0; i < t->plan->n_factors; i++) {
    if (!npz_add(w, NPZ_FACTOR, i, t->plan->factor[i].name)) return false;
  }
  NpzKind time = t->n_points > 0 ? NPZ_POINTS : NPZ_TIME_REACHED;
  return npz_add(w, time, 0, "time") && npz_add_values(w) &&
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

static bool npz_fail(Session *s, const char *path, const char *why)
{
  diagnostic_file_error(s, path, E501, "the results cannot be written: %s",
                        why);
  return false;
}

bool npz_write(Session *s, const SweepTable *t, const char *path)
{
  Arena *arena = s->session_arena;
  const char *partial = temporary_beside(s, path);
  if (!partial) return false;
  NpzWriter w = {
      .s = s,
      .table = t,
      .factor = arena_array(arena, (size_t)t->plan->n_factors, sizeof(double)),
      .value =
          arena_array(arena, (size_t)t->journal->n_values, sizeof(double))};
  npz_count(&w);
  int code = 0;
  w.archive = zip_open(partial, ZIP_CREATE | ZIP_TRUNCATE, &code);
  if (!w.archive) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    npz_fail(s, path, zip_error_strerror(&error));
    zip_error_fini(&error);
    return false;
  }
  bool good = npz_add_all(&w) && zip_close(w.archive) == 0;
  if (good) return temporary_publish(s, partial, path);
  npz_fail(s, path, zip_strerror(w.archive));
  zip_discard(w.archive);
  return false;
}
