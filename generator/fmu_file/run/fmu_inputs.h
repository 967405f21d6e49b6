/* fmu_inputs.h: curves of inputs over time, given to an FMU step by step.
 *
 * Continuous Reals are interpolated linearly, those that the FMU differentiates
 * by splines (input_spline.h); all others keep the value of the last row. Two
 * rows with one time are a jump. Before the first row its values hold, after the
 * last one its values.
 *
 * An FMU that can interpolate gets value and derivatives, so that within a step
 * the input is exact; others get the value at the beginning of the step.
 */
#ifndef FOUCAULT_FMU_FILE_RUN_FMU_INPUTS_H
#define FOUCAULT_FMU_FILE_RUN_FMU_INPUTS_H

#include "fmu_file/fmu_load.h"

typedef struct FmuInputColumn {
  int variable;      /* index into the description's variables */
  double *number;    /* one per row; Integers and Booleans too */
  const char **text; /* Strings; NULL else */
  /* Of a spline: second derivatives at the rows. NULL: lines. */
  const double *second;
} FmuInputColumn;

typedef struct FmuInputs {
  double *time; /* never falls */
  int n_rows;   /* at least one */
  FmuInputColumn *column;
  int n_columns;
} FmuInputs;

/* The last row not after the time; 0 if all are. */
int fmu_inputs_row(const FmuInputs *inputs, double time);

/* A continuous Real: it is interpolated. */
bool fmu_inputs_is_curve(const FmuVariable *v);
/* The curve of such a column that begins at a row; at the time of the next one
 * its value before that. */
double fmu_inputs_curve_at(const FmuInputs *inputs,
                           const FmuInputColumn *column, int row, double time);

/* Where a step from `time` should end so that no row lies inside of it; at
 * most `end`. Rows nearer than rounding to either end do not count. */
double fmu_inputs_next(const FmuInputs *inputs, double time, double end);

/* Sets all inputs as they are at `time` and after it. The call that failed is
 * reported in *call. */
fmi2Status fmu_inputs_set(const FmuInputs *inputs, const Fmu *fmu,
                          fmi2Component component, double time, bool has_slopes,
                          const char **call);

/* The curves alone, those that begin at a row. */
fmi2Status fmu_inputs_set_curves(const FmuInputs *inputs, const Fmu *fmu,
                                 fmi2Component component, int row, double time,
                                 const char **call);

/* The capability of the Co-Simulation part is "true". */
bool fmu_inputs_can(const Fmu *fmu, const char *capability);

#endif
