/* steady_file.h: an equilibrium as JSON, and as a table of all variables.
 *
 * fails   E501 the file cannot be written
 */
#ifndef FOUCAULT_STUDIES_POINT_STEADY_FILE_H
#define FOUCAULT_STUDIES_POINT_STEADY_FILE_H

#include "base/text/json_text.h"
#include "studies/linear_file.h"
#include "studies/point/steady.h"

/* After a small push the model comes back, goes on, or neither. */
typedef enum Stability {
  STABLE,
  NEUTRAL,
  UNSTABLE,
  UNKNOWN_STABILITY
} Stability;

typedef struct SteadyResult {
  const char *model;
  SteadyPoint point;
  LinearModel whole; /* all inputs, all outputs */
  const Pole *poles; /* NULL: not found */
  Stability stability;
  LinearVariable *value; /* of all Real variables */
  int n_values;
} SteadyResult;

/* Fills in all but model and point, which is where the instance is. */
bool steady_file_read(Session *s, const Fmu *fmu, fmi2Component component,
                      const LinearRequest *all, double time, SteadyResult *r);
const char *steady_file_word(Stability stability);

void steady_file_put_json(JsonWriter *w, const SteadyResult *r);
/* .json, else CSV. */
bool steady_file_write(Session *s, const char *path, const SteadyResult *r);

#endif
