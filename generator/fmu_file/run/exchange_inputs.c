/* exchange_inputs.c: see exchange_inputs.h. */
#include "fmu_file/run/exchange_inputs.h"

#include <math.h>
#include <string.h>

ExchangeInputs exchange_inputs_begin(const FmuInputs *inputs, const Fmu *fmu,
                                     fmi2Component component, double time)
{
  int row = inputs ? fmu_inputs_row(inputs, time) : 0;
  return (ExchangeInputs){inputs, fmu, component, row};
}

/* The last row not after the time, from the present one on. */
static int row_from(const ExchangeInputs *e, double time)
{
  const FmuInputs *in = e->inputs;
  int row = e->row;
  while (row + 1 < in->n_rows && in->time[row + 1] <= time) row++;
  return row;
}

double exchange_inputs_next(const ExchangeInputs *e, double time, double end)
{
  const FmuInputs *in = e->inputs;
  if (!in) return end;
  int row = in->time[e->row] > time ? e->row : row_from(e, time) + 1;
  return row < in->n_rows ? fmin(in->time[row], end) : end;
}

fmi2Status exchange_inputs_set(const ExchangeInputs *e, double time,
                               const char **call)
{
  return e->inputs ? fmu_inputs_set_curves(e->inputs, e->fmu, e->component,
                                           e->row, time, call)
                   : fmi2OK;
}

/* Is a column another one at the row, coming from the row before? */
static bool column_steps(const ExchangeInputs *e, const FmuInputColumn *column,
                         int row)
{
  const FmuVariable *v = &e->fmu->description->variable[column->variable];
  if (column->text) return strcmp(column->text[e->row], column->text[row]) != 0;
  if (!fmu_inputs_is_curve(v))
    return column->number[e->row] != column->number[row];
  return fmu_inputs_curve_at(e->inputs, column, e->row, e->inputs->time[row]) !=
         column->number[row];
}

bool exchange_inputs_pass(ExchangeInputs *e, double time)
{
  bool steps = false;
  if (!e->inputs) return false;
  int row = row_from(e, time);
  for (int i = 0; i < e->inputs->n_columns && row > e->row; i++)
    steps = steps || column_steps(e, &e->inputs->column[i], row);
  e->row = row;
  return steps;
}
