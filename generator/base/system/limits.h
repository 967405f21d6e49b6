/* limits.h: how much a model may ask for (limits.def).
 *
 * A few lines of Modelica can ask for any amount of memory and time. Each row
 * of the table is a number that the session holds; what goes beyond is
 * reported with its place, and --limit changes the number.
 */
#ifndef FOUCAULT_BASE_SYSTEM_LIMITS_H
#define FOUCAULT_BASE_SYSTEM_LIMITS_H

typedef enum Limit {
#define LIMIT(name, word, usual, most, code, what) LIMIT_##name,
#include "base/system/limits.def"
  N_LIMITS
} Limit;

typedef struct LimitRow {
  const char *name;
  int usual, most;
} LimitRow;

const LimitRow *limits_row(Limit limit);
/* The usual numbers. */
void limits_begin(int limit[N_LIMITS]);

#endif
