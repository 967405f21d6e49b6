/* fuzz_tables.c: any bytes as a table: of results (CSV, MATLAB level 4), of
 * inputs, and as the text of an invariant. */
#include "fuzz.h"

#include <string.h>
#include <unistd.h>

#include "results/input_table.h"
#include "results/invariant.h"
#include "results/run_table.h"

static const char description[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\">\n"
    "<CoSimulation modelIdentifier=\"m\"/><ModelVariables>\n"
    "<ScalarVariable name=\"u\" valueReference=\"0\" causality=\"input\">"
    "<Real start=\"0\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"n\" valueReference=\"0\" causality=\"input\""
    " variability=\"discrete\"><Integer start=\"0\"/></ScalarVariable>\n"
    "</ModelVariables><ModelStructure/></fmiModelDescription>\n";

/* The numbers of a table are all there. */
static double sum_of(const RunTable *table)
{
  double sum = 0;
  for (int c = 0; c < table->n_columns; c++) {
    for (int r = 0; r < table->n_rows; r++) sum += table->column[c].value[r];
  }
  return sum;
}

static void read_results(const char *ending, const uint8_t *data, size_t size)
{
  Session *s = fuzz_session();
  const char *path = fuzz_file(ending, data, size);
  const RunTable *table = run_table_read(s, path);
  if (!table && s->n_errors == 0) fuzz_fail("what fails has a message");
  if (table && sum_of(table) == 1.2345e300) fuzz_fail("no such sum");
  unlink(path);
  fuzz_session_end(s);
}

static void read_inputs(const uint8_t *data, size_t size)
{
  Session *s = fuzz_session();
  const FmuDescription *d =
      description_read(s, "fuzz", description, strlen(description));
  const char *path = fuzz_file(".inputs.csv", data, size);
  const FmuInputs *inputs = input_table_read(s, path, d);
  if (!inputs && s->n_errors == 0) fuzz_fail("what fails has a message");
  unlink(path);
  fuzz_session_end(s);
}

static void read_invariant(const uint8_t *data, size_t size)
{
  Session *s = fuzz_session();
  char text[512];
  size_t n = size < sizeof text ? size : sizeof text - 1;
  memcpy(text, data, n);
  text[n] = '\0';
  const Invariant *v = invariant_read(s, text);
  if (!v && s->n_errors == 0) fuzz_fail("what fails has a message");
  double number[512] = {0}; /* more names than bytes there cannot be */
  if (v) (void)invariant_value(v, number, 0.5);
  fuzz_session_end(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  read_results(".csv", data, size);
  read_results(".mat", data, size);
  read_inputs(data, size);
  read_invariant(data, size);
  return 0;
}
