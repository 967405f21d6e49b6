/* test_check.c: whole FMUs, from the archive to their sources; nothing is
 * run. */
#include "test.h"

#include "archive_text.h"
#include "check/check.h"
#include "rule_text.h"

#define FILE_NAME "test_check.fmu"

static const char first[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<fmiModelDescription fmiVersion='1.0' modelName='M'\n"
    "    modelIdentifier='M' guid='{g}' numberOfContinuousStates='0'\n"
    "    numberOfEventIndicators='0'/>\n";

static const char second[] =
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    "<fmiModelDescription fmiVersion='2.0' modelName='M' guid='{g}'>\n"
    "  <CoSimulation modelIdentifier='M'>\n"
    "    <SourceFiles><File name='a.c'/></SourceFiles></CoSimulation>\n"
    "  <ModelVariables>\n"
    "    <ScalarVariable name='u' valueReference='0' causality='input'>\n"
    "      <Real start='0'/></ScalarVariable>\n"
    "  </ModelVariables>\n"
    "  <ModelStructure/>\n"
    "</fmiModelDescription>\n";

static void expect(const char *description, const char *text,
                   const char *source, const char *rules)
{
  const HandEntry entry[] = {{.name = description, .data = text},
                             {.name = source}};
  archive_text_write(FILE_NAME, entry, 2, 1);
  Session *s = session_create();
  Findings f = {.s = s};
  CheckOptions options = {.runs = false};
  check_fmu(&f, FILE_NAME, &options);
  if (strcmp(rule_text_names(&f), rules) != 0) {
    fail_msg("'%s' instead of '%s'", rule_text_names(&f), rules);
  }
  session_destroy(s);
  remove(FILE_NAME);
}

static void test_sound(void **state)
{
  (void)state;
  expect("modelDescription.xml", second, "sources/a.c", "");
}

/* One fault of each part is found in one go. */
static void test_parts(void **state)
{
  (void)state;
  expect("modelDescription.xml", second, "sources/b.c", "source-files");
  expect("modelDescription.xml", second, "a.c",
         "archive-top no-implementation source-files");
  expect("modelDescription.xml", "<a>", "a.c",
         "archive-top no-implementation xml-malformed");
}

static void test_no_description(void **state)
{
  (void)state;
  expect("resources/a.xml", second, "sources/a.c", "description-missing");
  expect("sources/modelDescription.xml", second, "sources/a.c",
         "description-missing");
}

static void test_not_run(void **state)
{
  (void)state;
  expect("modelDescription.xml", first, "sources/a.c", "not-run");
}

static int find_schema(void **state)
{
  (void)state;
  return setenv("FOUCAULT_HOME", FOUCAULT_DATA_DIR, 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sound),
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_no_description),
      cmocka_unit_test(test_not_run),
  };
  return cmocka_run_group_tests(tests, find_schema, NULL);
}
