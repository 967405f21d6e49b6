/* factor.h: one quantity that a study varies (--vary), and the values it takes.
 *
 *   L=0.5:0.1:2          from 0.5 to 2 in steps of 0.1
 *   n=1:5                in steps of 1
 *   c=true,false         these values ({true,false} too)
 *   m~normal(1,0.1)      drawn from a distribution (distribution.h)
 *
 * The syntax is read first (factor_read), then the name and the values against
 * the description of an FMU (factor_bind).
 *
 * fails   factor_read: a text that says what is wrong; factor_bind: E605 there
 *         is no such variable, E210 it cannot be set or the value does not fit
 */
#ifndef FOUCAULT_STUDIES_FACTOR_H
#define FOUCAULT_STUDIES_FACTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/session.h"
#include "fmu_file/fmu_settings.h"
#include "studies/distribution.h"

typedef enum FactorKind {
  FACTOR_RANGE,       /* start, step */
  FACTOR_LIST,        /* item[], value[] */
  FACTOR_DISTRIBUTION /* distribution */
} FactorKind;

typedef struct Factor {
  const char *text; /* as it was written */
  const char *name;
  FactorKind kind;
  double start, step;
  const char **item; /* [n_values] as written; value[] once it is bound */
  double *value;
  int64_t n_values; /* of a range or a list */
  Distribution distribution;
  /* once it is bound */
  int variable; /* index into the description's variables */
  FmuType type;
  const char *column; /* in tables: sweep_table_name_factors() */
} Factor;

/* No range may have more values than this. */
#define FACTOR_MOST_VALUES INT64_C(1000000000000000)

/* NULL: it is read; else what is wrong. Everything is in the session arena. */
const char *factor_read(Session *s, const char *text, Factor *factor);
/* `where` names the FMU in messages. */
bool factor_bind(Session *s, const char *where, const FmuDescription *d,
                 Factor *factor);

/* Value number i of a range or a list. */
double factor_value(const Factor *factor, int64_t i);
/* The value at the share u, 0 < u < 1: of a distribution its quantile, of
 * values each as likely. */
double factor_quantile(const Factor *factor, double u);
/* The same as a value for the FMU. */
FmuSetting factor_setting(const Factor *factor, double value);

#endif
