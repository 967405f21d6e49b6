/* fmu_inputs.c: looks the curves up and sets the inputs. */
#include "fmu_file/run/fmu_inputs.h"
#include "fmu_file/fmu_names.h"

#include <assert.h>
#include <math.h>

#include "fmu_file/run/input_spline.h"

/* Importers add up their steps: how far two times may be apart and mean the
 * same. */
static bool is_same_time(double a, double b)
{
  return fabs(a - b) <= 1e-10 * fmax(1e-3, fmax(fabs(a), fabs(b)));
}

int fmu_inputs_row(const FmuInputs *in, double time)
{
  assert(in->n_rows > 0);
  int low = 0, high = in->n_rows;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    double t = in->time[middle];
    if (t <= time || is_same_time(t, time))
      low = middle;
    else
      high = middle;
  }
  return low;
}

double fmu_inputs_next(const FmuInputs *inputs, double time, double end)
{
  int row = fmu_inputs_row(inputs, time) + 1;
  if (inputs->time[0] > time && !is_same_time(inputs->time[0], time)) row = 0;
  if (row >= inputs->n_rows) return end;
  double next = inputs->time[row];
  assert(next > time); /* else a run would not go on */
  return next < end && !is_same_time(next, end) ? next : end;
}

bool fmu_inputs_can(const Fmu *fmu, const char *capability)
{
  return description_can(&fmu->description->co_simulation, capability);
}

bool fmu_inputs_is_curve(const FmuVariable *v)
{
  return v->type == FMU_REAL && v->variability == FMU_CONTINUOUS;
}

/* The curve that begins at a row, and its derivatives. The last one rests, as
 * all do before the first row. */
static InputSplinePoint fmu_inputs_point_at(const FmuInputs *in,
                                            const FmuInputColumn *column,
                                            int row, double time)
{
  InputSplinePoint p = {column->number[row], {0}};
  if (row + 1 >= in->n_rows || time < in->time[row]) return p;
  double span = in->time[row + 1] - in->time[row];
  if (!(span > 0)) return p;
  if (column->second) {
    return input_spline_at(in->time, column->number, column->second, row, time);
  }
  p.rate[0] = (column->number[row + 1] - column->number[row]) / span;
  p.value += p.rate[0] * (time - in->time[row]);
  return p;
}

double fmu_inputs_curve_at(const FmuInputs *in, const FmuInputColumn *column,
                           int row, double time)
{
  if (row + 1 < in->n_rows && time == in->time[row + 1])
    return column->number[row + 1];
  return fmu_inputs_point_at(in, column, row, time).value;
}

static fmi2Status fmu_inputs_set_real(const FmuInputs *in,
                                      const FmuInputColumn *column,
                                      const Fmu *fmu, fmi2Component c,
                                      double time, bool has_slopes,
                                      const char **call)
{
  const FmuVariable *v = &fmu->description->variable[column->variable];
  int row = fmu_inputs_row(in, time);
  InputSplinePoint p = fmu_inputs_point_at(in, column, row, time);
  bool is_curve = fmu_inputs_is_curve(v);
  if (!is_curve) p.value = column->number[row];
  *call = fmu_names_set(fmu->description, column->variable);
  fmi2Status status = fmu->SetReal(c, &v->value_reference, 1, &p.value);
  if (status > fmi2Warning || !has_slopes || !is_curve) return status;
  *call = "fmi2SetRealInputDerivatives";
  int n_orders = column->second ? INPUT_SPLINE_ORDERS : 1;
  for (fmi2Integer order = 1; order <= n_orders; order++) {
    status = fmu->SetRealInputDerivatives(c, &v->value_reference, 1, &order,
                                          &p.rate[order - 1]);
    if (status > fmi2Warning) return status;
  }
  return status;
}

static fmi2Status set_other(const FmuInputs *in, const FmuInputColumn *column,
                            const Fmu *fmu, fmi2Component c, double time,
                            const char **call)
{
  const FmuVariable *v = &fmu->description->variable[column->variable];
  int row = fmu_inputs_row(in, time);
  *call = fmu_names_set(fmu->description, column->variable);
  if (v->type == FMU_STRING)
    return fmu->SetString(c, &v->value_reference, 1, &column->text[row]);
  fmi2Integer integer = (fmi2Integer)column->number[row];
  if (v->type == FMU_BOOLEAN)
    return fmu->SetBoolean(c, &v->value_reference, 1, &integer);
  return fmu->SetInteger(c, &v->value_reference, 1, &integer);
}

fmi2Status fmu_inputs_set(const FmuInputs *inputs, const Fmu *fmu,
                          fmi2Component component, double time, bool has_slopes,
                          const char **call)
{
  for (int i = 0; i < inputs->n_columns; i++) {
    const FmuInputColumn *column = &inputs->column[i];
    assert(column->variable >= 0 &&
           column->variable < fmu->description->n_variables);
    const FmuVariable *v = &fmu->description->variable[column->variable];
    fmi2Status status =
        v->type == FMU_REAL
            ? fmu_inputs_set_real(inputs, column, fmu, component, time,
                                  has_slopes, call)
            : set_other(inputs, column, fmu, component, time, call);
    if (status > fmi2Warning) return status;
  }
  return fmi2OK;
}

fmi2Status fmu_inputs_set_curves(const FmuInputs *inputs, const Fmu *fmu,
                                 fmi2Component component, int row, double time,
                                 const char **call)
{
  fmi2Status status = fmi2OK;
  for (int i = 0; i < inputs->n_columns && status <= fmi2Warning; i++) {
    const FmuInputColumn *column = &inputs->column[i];
    const FmuVariable *v = &fmu->description->variable[column->variable];
    if (!fmu_inputs_is_curve(v)) continue;
    double value = fmu_inputs_curve_at(inputs, column, row, time);
    *call = fmu_names_set(fmu->description, column->variable);
    status = fmu->SetReal(component, &v->value_reference, 1, &value);
  }
  return status;
}
