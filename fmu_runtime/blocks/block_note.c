/* block_note.c: see block_note.h. */
#include "block_note.h"
#include "../core/reference_name.h"
#include "../core/runtime_assert.h"
#include "block_work.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* Room for " ... and 1000000 more" and for the list of unknowns. */
enum { LINE_ROOM = 160, UNKNOWNS_ROOM = 400 };

static double size_of(double residual)
{
  return isnan(residual) ? HUGE_VAL : fabs(residual);
}

/* The equation with the largest residual after `last`, which was the one
 * before (-1: none); of equal ones in their order. */
static int next_largest(const double *residual, int n, int last)
{
  RUNTIME_ASSERT(last >= -1 && last < n);
  int best = -1;
  for (int i = 0; i < n; i++) {
    double size = size_of(residual[i]);
    if (last >= 0 && size > size_of(residual[last])) continue;
    if (last >= 0 && size == size_of(residual[last]) && i <= last) continue;
    if (best < 0 || size > size_of(residual[best])) best = i;
  }
  return best;
}

/* Where residuals are known, those that are farthest from zero come first. */
static void append_equations(LogText *text, const Block *block,
                             const double *residual)
{
  int at = -1;
  for (int i = 0; i < block->n; i++) {
    if (logging_room(text) < UNKNOWNS_ROOM + LINE_ROOM) {
      logging_append(text, "\n  ... and %d more equations", block->n - i);
      return;
    }
    at = residual ? next_largest(residual, block->n, at) : i;
    logging_append(text, "\n  %.*s", LINE_ROOM - 40, block->equation[at]);
    if (residual) logging_append(text, "   (residual %.6g)", residual[at]);
  }
}

static void append_unknowns(LogText *text, const Instance *inst,
                            const Block *block)
{
  const int *column = block_work_of(inst)->column;
  const double *real = inst->values.real;
  char room[REFERENCE_NAME_SIZE];
  logging_append(text, "\n  at ");
  int n = block->start_preference ? block->n_columns : block->n;
  for (int j = 0; j < n; j++) {
    if (logging_room(text) < LINE_ROOM) {
      logging_append(text, ", ... and %d more", n - j);
      return;
    }
    logging_append(text, "%s%.*s = %.9g", j ? ", " : "", LINE_ROOM - 60,
                   reference_name_of(inst->model, block, column[j], room),
                   real[block->unknown[column[j]]]);
  }
}

void block_note(Instance *inst, LogCategory category, const Block *block,
                const double *residual, const char *format, ...)
{
  RUNTIME_ASSERT(block && format && block->n > 0);
  char what[600];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);

  LogText text = {inst->reason, sizeof inst->reason, 0};
  logging_append(&text, "at time %.12g, %s block %d: %s", instance_time(inst),
                 block->linear ? "linear" : "nonlinear", block->number, what);
  append_equations(&text, block, residual);
  append_unknowns(&text, inst, block);
  instance_log_reason(inst, category);
}
