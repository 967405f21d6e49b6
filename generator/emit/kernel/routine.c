/* routine.c: writes lists of statements as one or several C functions. */
#include "emit/kernel/routine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emit/kernel/c_loop.h"
#include "emit/kernel/hole_cells.h"
#include "emit/text/memory_stream.h"

#define LONG_FUNCTION 16384 /* bytes of text; the rest goes into the next */
/* Between items that use one call are fewer than so many others. */
#define NEAR_ITEMS 4

/* The name in "double *residual". */
static const char *parameter_name(const char *parameter)
{
  assert(strchr(parameter, '*'));
  return parameter + strcspn(parameter, "*") + 1;
}

static void routine_write_head(const Routine *r, int part, FILE *out)
{
  fprintf(out, "static %s %s", r->can_fail ? "int" : "void", r->name);
  if (part > 0) fprintf(out, "_%d", part);
  fprintf(out, "(%s", r->values);
  if (r->second) fprintf(out, ", %s", r->second);
  fputs(")\n{\n", out);
}

static void write_end(const Routine *r, FILE *out)
{
  fputs(r->can_fail ? "  return 0;\n}\n\n" : "}\n\n", out);
}

/* --- what repeats itself --- */

/* How far a routine is written. */
typedef struct Progress {
  const Routine *r;
  int item; /* the first that is left */
  const Repeat *repeat;
  int n_repeats, next_repeat;
  HoleCells cells; /* of all items that have a kernel */
  int *first_cell; /* of each item; NULL: kernels were found elsewhere */
} Progress;

/* The kernel of an item; what it has in its holes is kept if first_cell is. */
static int find_kernel(ModelText *m, Progress *p, int item)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  KernelItem described = {0};
  p->r->describe(m, p->r, item, &described);
  int kernel = kernels_find(m->kernels, &described);
  if (p->first_cell) p->first_cell[item] = p->cells.n_cells;
  if (p->first_cell && kernel >= 0) {
    int n;
    const Hole *hole = kernels_found_holes(m->kernels, &described, &n);
    hole_cells_put(&p->cells, hole, n);
  }
  arena_release(mark);
  return kernel;
}

static void find_repeats(ModelText *m, Progress *p)
{
  assert(p->r->n_kernels <= p->r->n_items);
  const Routine *r = p->r;
  Arena *scratch = session_scratch(m->s);
  if (!m->kernels || !r->describe || r->n_items < REPEAT_COUNT) return;
  int *kernel = arena_array(scratch, (size_t)r->n_items, sizeof kernel[0]);
  if (r->n_kernels > 0) {
    memcpy(kernel, r->kernel, (size_t)r->n_kernels * sizeof kernel[0]);
  } else {
    p->cells.arena = arena_child(scratch, "cells");
    p->first_cell =
        arena_array(scratch, (size_t)r->n_items, sizeof p->first_cell[0]);
  }
  for (int k = r->n_kernels; k < r->n_items; k++) {
    kernel[k] = find_kernel(m, p, k);
  }
  p->repeat = repeats_find(kernel, r->n_items, scratch, &p->n_repeats);
}

/* Where plain items end. */
static int next_loop(const Progress *p)
{
  return p->next_repeat < p->n_repeats ? p->repeat[p->next_repeat].begin
                                       : p->r->n_items;
}

/* --- functions --- */

/* One function: its items, and before it the parts of long expressions and
 * the arrays of loops. */
typedef struct Function {
  char *parts, *body;
  size_t parts_size, body_size;
  bool uses_values;
} Function;

/* Where the items end that use a call of those before `end`. */
static int last_joined(const ModelText *m, const Routine *r, int end, int limit)
{
  assert(end > 0 && end <= limit);
  for (int k = end; k < limit && k < end + NEAR_ITEMS; k++) {
    for (int before = k - 1; before >= 0 && before > k - NEAR_ITEMS; before--) {
      if (before >= end || !r->joins(m, r, k, before)) continue;
      end = k + 1;
      break;
    }
  }
  return end;
}

static void write_next(ModelText *m, Progress *p, FILE *body)
{
  const Routine *r = p->r;
  int loop = next_loop(p);
  assert(p->item <= loop && loop <= r->n_items); /* loops do not overlap */
  if (p->item < loop) {
    int end = loop - p->item < r->batch ? loop : p->item + r->batch;
    if (r->joins) end = last_joined(m, r, end, loop);
    r->write(m, r, p->item, end, body);
    p->item = end;
  } else {
    Repeat repeat = p->repeat[p->next_repeat++];
    const int32_t *cell =
        p->first_cell ? p->cells.cell + p->first_cell[repeat.begin] : NULL;
    c_loop_write(m, r, repeat, cell, m->parts, body);
    p->item += repeat.period * repeat.count;
  }
}

/* Items until the function is long enough. */
static void fill_function(ModelText *m, Progress *p, Function *f)
{
  FILE *parts = memory_stream(&f->parts, &f->parts_size);
  FILE *body = memory_stream(&f->body, &f->body_size);
  m->parts = parts;
  c_expression_function(m->c, parts);
  m->uses_values = false;
  while (p->item < p->r->n_items && ftell(body) < LONG_FUNCTION) {
    write_next(m, p, body);
  }
  f->uses_values = m->uses_values || c_expression_reads_values(m->c);
  memory_stream_end(parts, &f->parts);
  memory_stream_end(body, &f->body);
}

/* part 0: the function is the whole routine. */
static void routine_write_function(const Routine *r, int part, Function *f,
                                   FILE *out)
{
  fwrite(f->parts, 1, f->parts_size, out);
  routine_write_head(r, part, out);
  if (!f->uses_values) fputs("  (void)v;\n", out);
  if (r->second && r->n_items == 0) {
    fprintf(out, "  (void)%s;\n", parameter_name(r->second));
  }
  fwrite(f->body, 1, f->body_size, out);
  write_end(r, out);
  free(f->parts);
  free(f->body);
}

static void routine_write_call(const Routine *r, int part, FILE *out)
{
  fprintf(out, "  %s%s_%d(v", r->can_fail ? "if (" : "", r->name, part);
  if (r->second) fprintf(out, ", %s", parameter_name(r->second));
  fputs(r->can_fail ? ")) return 1;\n" : ");\n", out);
}

void routine_write(ModelText *m, const Routine *r, FILE *out)
{
  assert(r->batch > 0 && r->write);
  ArenaMark mark = arena_mark(session_scratch(m->s));
  Progress p = {.r = r};
  int n_parts = 0;
  find_repeats(m, &p);
  do {
    Function f;
    fill_function(m, &p, &f);
    bool is_whole = n_parts == 0 && p.item == r->n_items;
    routine_write_function(r, is_whole ? 0 : ++n_parts, &f, out);
  } while (p.item < r->n_items);
  arena_release(mark);
  if (n_parts == 0) return;
  routine_write_head(r, 0, out);
  for (int part = 1; part <= n_parts; part++) routine_write_call(r, part, out);
  write_end(r, out);
}

void routine_write_items(ModelText *m, const Routine *r, FILE *out)
{
  assert(r->batch > 0 && r->write);
  ArenaMark mark = arena_mark(session_scratch(m->s));
  Progress p = {.r = r};
  find_repeats(m, &p);
  while (p.item < r->n_items) write_next(m, &p, out);
  arena_release(mark);
}
