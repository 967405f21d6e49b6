/* input_table.h: the CSV file of --inputs.
 *
 * The first line names the columns: "time" and inputs of the FMU, in any
 * order; fields may be quoted; the separator is a comma, a semicolon or a tab.
 * Each further line is a row. Time may stand still (a jump), not go back.
 * Inputs that the FMU differentiates are splines (fmu_file/input_spline.h).
 *
 * fails   E607 the file cannot be read; with line and column: no column "time",
 *         a name that is not an input or occurs twice, a field too few or too
 *         many, a wrong number, time that goes back
 * warns   W602 inputs without a column keep their start values
 */
#ifndef FOUCAULT_RESULTS_INPUT_TABLE_H
#define FOUCAULT_RESULTS_INPUT_TABLE_H

#include "base/session.h"
#include "fmu_file/run/fmu_inputs.h"

/* In the session arena; NULL after a diagnostic. */
const FmuInputs *input_table_read(Session *s, const char *path,
                                  const FmuDescription *description);

#endif
