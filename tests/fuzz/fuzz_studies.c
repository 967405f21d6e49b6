/* fuzz_studies.c: any bytes as the words of studies, one in each line: --vary,
 * --record, --reduce, --set, and units. */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "studies/factor.h"
#include "studies/measure.h"

static const char description[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\">\n"
    "<CoSimulation modelIdentifier=\"m\"/><TypeDefinitions>\n"
    "<SimpleType name=\"E\"><Enumeration><Item name=\"a\" value=\"1\"/>"
    "<Item name=\"b\" value=\"2\"/></Enumeration></SimpleType>\n"
    "</TypeDefinitions><ModelVariables>\n"
    "<ScalarVariable name=\"x\" valueReference=\"0\" causality=\"output\">"
    "<Real/></ScalarVariable>\n"
    "<ScalarVariable name=\"p\" valueReference=\"1\" causality=\"parameter\""
    " variability=\"tunable\"><Real start=\"1\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"n\" valueReference=\"2\" causality=\"parameter\""
    " variability=\"fixed\"><Integer start=\"1\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"b\" valueReference=\"3\" causality=\"parameter\""
    " variability=\"fixed\"><Boolean start=\"true\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"e\" valueReference=\"4\" causality=\"parameter\""
    " variability=\"fixed\"><Enumeration declaredType=\"E\" start=\"1\"/>"
    "</ScalarVariable>\n"
    "<ScalarVariable name=\"t\" valueReference=\"5\" causality=\"parameter\""
    " variability=\"fixed\"><String start=\"\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"a[1]\" valueReference=\"6\" "
    "causality=\"parameter\" variability=\"fixed\"><Real start=\"1\"/>"
    "</ScalarVariable>\n"
    "<ScalarVariable name=\"a[2]\" valueReference=\"7\" "
    "causality=\"parameter\" variability=\"fixed\"><Real start=\"1\"/>"
    "</ScalarVariable>\n"
    "</ModelVariables><ModelStructure/></fmiModelDescription>\n";

static void vary(Session *s, const FmuDescription *d, const char *text)
{
  Factor f;
  const char *fault = factor_read(s, text, &f);
  if (fault && !*fault) fuzz_fail("what fails has a message");
  if (fault) return;
  int n_before = s->n_errors;
  if (!factor_bind(s, "fuzz", d, &f)) {
    if (s->n_errors == n_before) fuzz_fail("what fails has a message");
    return;
  }
  if (f.variable < 0 || f.variable >= d->n_variables)
    fuzz_fail("a factor is a variable");
  double value = factor_quantile(&f, 0.25);
  if (isnan(value)) fuzz_fail("a value is a number");
  (void)factor_setting(&f, value);
  if (f.kind == FACTOR_DISTRIBUTION) return;
  if (f.n_values <= 0) fuzz_fail("there are values");
  (void)factor_setting(&f, factor_value(&f, f.n_values - 1));
}

static void record(Session *s, const FmuDescription *d, const char *text)
{
  Measures m = {0};
  const char *fault;
  int n_before = s->n_errors;
  bool good = measures_record(s, "fuzz", d, text, false, &m);
  if (!good && s->n_errors == n_before) fuzz_fail("what fails has a message");
  n_before = s->n_errors;
  good = measures_reduce(s, "fuzz", d, text, &m, &fault);
  if (!good && !fault && s->n_errors == n_before)
    fuzz_fail("what fails has a message");
  for (int k = 0; k < m.n_variables; k++) {
    if (m.variable[k] < 0 || m.variable[k] >= d->n_variables)
      fuzz_fail("a measure is of a variable");
  }
}

static void set(Session *s, const FmuDescription *d, const char *text)
{
  FmuSettings settings = {0};
  int n_before = s->n_errors;
  bool good = fmu_settings_read(s, "fuzz", d, &text, 1, &settings);
  if (good != (s->n_errors == n_before)) fuzz_fail("what fails has a message");
  for (int k = 0; k < settings.n; k++) {
    int variable = settings.item[k].variable;
    if (variable < 0 || variable >= d->n_variables)
      fuzz_fail("a setting is of a variable");
  }
}

static void read_unit(const char *text)
{
  Unit unit, second = {.factor = 1};
  double factor, offset;
  if (!units_parse(text, &unit)) return;
  if (!isfinite(unit.factor) || unit.factor <= 0)
    fuzz_fail("a factor is positive");
  if (units_convert(&unit, &second, &factor, &offset) && !isfinite(factor))
    fuzz_fail("a conversion is finite");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Session *s = fuzz_session();
  const FmuDescription *d =
      description_read(s, "fuzz", description, strlen(description));
  char *text = malloc(size + 1);
  if (!text || !d) abort();
  memcpy(text, data, size);
  text[size] = '\0';
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
    vary(s, d, line);
    record(s, d, line);
    if (strchr(line, '=')) set(s, d, line); /* options_parse() has looked */
    read_unit(line);
  }
  free(text);
  fuzz_session_end(s);
  return 0;
}
