/* test_model_description.c: the XML of small hand-made systems. The schema and
 * FMPy judge whole FMUs in tests/fmu. */
#include "test.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>

#include "emit/xml/model_description.h"
#include "reduced_fixture.h"

#define TEST_GUID "{00000000-0000-0000-0000-000000000001}"

typedef struct Written {
  char *text;
  size_t size;
  xmlDocPtr doc;
  xmlXPathContextPtr path;
} Written;

static Written written_with(Fixture *f, bool cs, bool me,
                            const ModelStructure *structure)
{
  Written w;
  DescriptionOptions options = {TEST_GUID, cs,        me,  false,
                                NULL,      structure, NULL};
  FILE *file = open_memstream(&w.text, &w.size);
  assert_non_null(file);
  assert_true(model_description_write(f->s, f->r, &options, file));
  fclose(file);
  assert_non_null(strstr(w.text, " guid=\"" TEST_GUID "\""));
  w.doc = xmlReadMemory(w.text, (int)w.size, NULL, NULL, 0);
  assert_non_null(w.doc);
  w.path = xmlXPathNewContext(w.doc);
  return w;
}

static Written written(Fixture *f, bool cs, bool me)
{
  ModelStructure none = {0};
  return written_with(f, cs, me, &none);
}

static void written_free(Written *w)
{
  xmlXPathFreeContext(w->path);
  xmlFreeDoc(w->doc);
  free(w->text);
}

/* The value of an XPath as text. */
static void expect(Written *w, const char *path, const char *wanted)
{
  xmlXPathObjectPtr found =
      xmlXPathEvalExpression((const xmlChar *)path, w->path);
  assert_non_null(found);
  xmlChar *text = xmlXPathCastToString(found);
  if (strcmp((char *)text, wanted) != 0) {
    print_message("%s\n", path);
    assert_string_equal((char *)text, wanted);
  }
  xmlFree(text);
  xmlXPathFreeObject(found);
}

/* A state with its derivative, a parameter, an input, an output. */
static Fixture tank(void)
{
  Fixture f = fixture_begin("Tank");
  VarId h = fixture_real(&f, "h"), der = fixture_real(&f, "der(h)");
  VarId area = fixture_real(&f, "A"), inflow = fixture_real(&f, "u");
  VarId out = fixture_real(&f, "y");
  ReducedVar *v =
      fixture_show(&f, h, FMI_LOCAL, FMI_CONTINUOUS, FMI_EXACT, 0.5);
  *fixture_words(&f, v) = (VarAttributes){
      .unit = "m", .display_unit = "mm", .description = "level <&> \"head\""};
  v->has_min = true;
  v->has_nominal = true;
  v->nominal = 10;
  v = fixture_show(&f, der, FMI_LOCAL, FMI_CONTINUOUS, FMI_CALCULATED, 0);
  fixture_words(&f, v)->unit = "m/s";
  v->derivative_of = 1;
  v = fixture_show(&f, area, FMI_PARAMETER, FMI_FIXED, FMI_EXACT, 0.1);
  *fixture_words(&f, v) =
      (VarAttributes){.unit = "cubit2", .display_unit = "m2"};
  fixture_show(&f, inflow, FMI_INPUT, FMI_CONTINUOUS, FMI_INITIAL_NONE, 0);
  fixture_show(&f, out, FMI_OUTPUT, FMI_CONTINUOUS, FMI_CALCULATED, 7);
  return f;
}

static void test_head(void **state)
{
  (void)state;
  Fixture f = tank();
  f.r->description = "a tank";
  Written w = written(&f, true, true);
  expect(&w, "/fmiModelDescription/@fmiVersion", "2.0");
  expect(&w, "/fmiModelDescription/@modelName", "Tank");
  expect(&w, "/fmiModelDescription/@guid", TEST_GUID);
  expect(&w, "/fmiModelDescription/@description", "a tank");
  expect(&w, "/fmiModelDescription/@variableNamingConvention", "structured");
  expect(&w, "/fmiModelDescription/@numberOfEventIndicators", "0");
  expect(&w, "count(/fmiModelDescription/@generationDateAndTime)", "0");
  expect(&w, "//CoSimulation/@modelIdentifier", "Tank");
  expect(&w, "//ModelExchange/@modelIdentifier", "Tank");
  expect(&w, "count(//DefaultExperiment)", "0");
  expect(&w, "count(//Category)", "13");
  written_free(&w);
  fixture_end(&f);
}

static void test_type_flags(void **state)
{
  (void)state;
  Fixture f = tank();
  Written cs = written(&f, true, false), me = written(&f, false, true);
  expect(&cs, "count(//CoSimulation) - count(//ModelExchange)", "1");
  expect(&me, "count(//CoSimulation) - count(//ModelExchange)", "-1");
  expect(&cs, "count(//@numberOfEventIndicators)", "0");
  expect(&me, "//@numberOfEventIndicators", "0");
  written_free(&cs);
  written_free(&me);
  fixture_end(&f);
}

static void test_variables(void **state)
{
  (void)state;
  Fixture f = tank();
  Written w = written(&f, true, true);
  expect(&w, "//ScalarVariable[1]/@name", "time");
  expect(&w, "//ScalarVariable[1]/@causality", "independent");
  expect(&w, "count(//ScalarVariable[1]/@initial)", "0");
  expect(&w, "count(//ScalarVariable[1]/Real/@start)", "0");
  expect(&w, "//ScalarVariable[2]/@valueReference", "1");
  expect(&w, "//ScalarVariable[2]/@description", "level <&> \"head\"");
  expect(&w, "//ScalarVariable[2]/@initial", "exact");
  expect(&w, "//ScalarVariable[2]/Real/@start", "0.5");
  expect(&w, "//ScalarVariable[2]/Real/@min", "0");
  expect(&w, "//ScalarVariable[2]/Real/@nominal", "10");
  expect(&w, "count(//ScalarVariable[2]/Real/@max)", "0");
  expect(&w, "//ScalarVariable[3]/Real/@derivative", "2");
  expect(&w, "count(//ScalarVariable[3]/Real/@start)", "0");
  expect(&w, "//ScalarVariable[4]/@causality", "parameter");
  expect(&w, "//ScalarVariable[4]/@variability", "fixed");
  expect(&w, "count(//ScalarVariable[5]/@initial)", "0");
  expect(&w, "//ScalarVariable[5]/Real/@start", "0");
  expect(&w, "count(//ScalarVariable[6]/Real/@start)", "0");
  written_free(&w);
  fixture_end(&f);
}

static void test_units(void **state)
{
  (void)state;
  Fixture f = tank();
  Written w = written(&f, true, true);
  expect(&w, "count(//Unit)", "4"); /* s, m, m/s, cubit2 */
  expect(&w, "//Unit[@name='m']/BaseUnit/@m", "1");
  expect(&w, "count(//Unit[@name='m']/BaseUnit/@*)", "1");
  expect(&w, "//Unit[@name='m']/DisplayUnit/@name", "mm");
  expect(&w, "//Unit[@name='m']/DisplayUnit/@factor", "1000");
  expect(&w, "//Unit[@name='m/s']/BaseUnit/@s", "-1");
  /* Nobody knows it: no base unit, and no display unit can belong to it. */
  expect(&w, "count(//Unit[@name='cubit2']/*)", "0");
  expect(&w, "//ScalarVariable[4]/Real/@unit", "cubit2");
  expect(&w, "count(//ScalarVariable[4]/Real/@displayUnit)", "0");
  expect(&w, "//ScalarVariable[2]/Real/@displayUnit", "mm");
  written_free(&w);
  fixture_end(&f);
}

static void test_other_types(void **state)
{
  (void)state;
  Fixture f = fixture_begin("Types");
  VarId n = fixture_var(&f, "n", VAR_INTEGER);
  VarId b = fixture_var(&f, "b", VAR_BOOLEAN);
  VarId k = fixture_var(&f, "k", VAR_INTEGER);
  ReducedVar *v = fixture_show(&f, n, FMI_PARAMETER, FMI_FIXED, FMI_EXACT, 3);
  v->has_max = true;
  v->max = 8;
  fixture_show(&f, b, FMI_PARAMETER, FMI_FIXED, FMI_EXACT, 1);
  fixture_show(&f, k, FMI_LOCAL, FMI_CONSTANT, FMI_EXACT, -2);
  Written w = written(&f, true, true);
  expect(&w, "//ScalarVariable[2]/Integer/@start", "3");
  expect(&w, "//ScalarVariable[2]/Integer/@max", "8");
  expect(&w, "//ScalarVariable[3]/Boolean/@start", "true");
  expect(&w, "//ScalarVariable[4]/Integer/@start", "-2");
  expect(&w, "//ScalarVariable[4]/@variability", "constant");
  written_free(&w);
  fixture_end(&f);
}

/* An alias set carries one start value. */
static void test_alias(void **state)
{
  (void)state;
  Fixture f = tank();
  ReducedVar *v =
      fixture_show(&f, (VarId){0}, FMI_LOCAL, FMI_CONTINUOUS, FMI_EXACT, 0.5);
  v->name = session_name(f.s, "level");
  v->is_alias = true;
  Written w = written(&f, true, true);
  expect(&w, "//ScalarVariable[@name='level']/@valueReference", "1");
  expect(&w, "count(//ScalarVariable[@valueReference='1']/Real/@start)", "1");
  written_free(&w);
  fixture_end(&f);
}

static void test_structure(void **state)
{
  (void)state;
  Fixture f = tank();
  int on_all[] = {1, 4};
  DependencyKind kinds[] = {DEPENDS_FREELY, DEPENDS_CONSTANT};
  ReducedUnknown output = {.var = 5};
  ReducedUnknown derivative = {
      .var = 2, .dependency = on_all, .n_dependencies = 2};
  ReducedUnknown initial = {
      .var = 5, .dependency = on_all, .kind = kinds, .n_dependencies = 2};
  ModelStructure structure = {&output, &derivative, &initial, 1, 1, 1};
  Written w = written_with(&f, true, true, &structure);
  expect(&w, "//Outputs/Unknown/@index", "6");
  expect(&w, "count(//Outputs/Unknown/@dependencies)", "1");
  expect(&w, "//Outputs/Unknown/@dependencies", "");
  expect(&w, "//Derivatives/Unknown/@dependencies", "2 5");
  expect(&w, "count(//Derivatives/Unknown/@dependenciesKind)", "0");
  expect(&w, "//InitialUnknowns/Unknown/@dependenciesKind",
         "dependent constant");
  written_free(&w);
  fixture_end(&f);
}

static void test_experiment(void **state)
{
  (void)state;
  Fixture f = tank();
  f.r->experiment = (SystemExperiment){
      .has_stop = true, .stop = 10, .has_tolerance = true, .tolerance = 1e-8};
  Written w = written(&f, true, true);
  expect(&w, "//DefaultExperiment/@stopTime", "10");
  expect(&w, "//DefaultExperiment/@tolerance", "1e-08");
  expect(&w, "count(//DefaultExperiment/@*)", "2");
  written_free(&w);
  fixture_end(&f);
}

static void test_characters(void **state)
{
  (void)state;
  Fixture f = tank();
  fixture_words(&f, &f.r->var[1])->description = "a\x01\xff\xc3\xa9\nb";
  f.r->var[1].name = "two\nlines";
  Written w = written(&f, true, true);
  expect(&w, "//ScalarVariable[2]/@name", "two lines");
  expect(&w, "//ScalarVariable[2]/@description",
         "a\xef\xbf\xbd\xef\xbf\xbd\xc3\xa9\nb");
  written_free(&w);
  fixture_end(&f);
}

static void test_same_bytes(void **state)
{
  (void)state;
  Fixture f = tank(), g = tank();
  Written a = written(&f, true, true), b = written(&g, true, true);
  assert_int_equal(a.size, b.size);
  assert_memory_equal(a.text, b.text, a.size);
  written_free(&a);
  written_free(&b);
  fixture_end(&f);
  fixture_end(&g);
}

/* Named types; a name that a variable has is not used again. */
static void test_types(void **state)
{
  (void)state;
  Fixture f = tank();
  SimpleLiteral literal[] = {{"low", "below"}, {"high", NULL}};
  SimpleType level = {.kind = SIMPLE_ENUMERATION,
                      .name = f.r->var[5].name,
                      .literal = literal,
                      .n_literals = 2};
  SimpleType length = {.kind = SIMPLE_REAL,
                       .name = "Length",
                       .unit = "m",
                       .display_unit = "cm",
                       .has_min = true,
                       .min = -2};
  SimpleType again = length;
  fixture_words(&f, &f.r->var[1])->declared_type = &length;
  fixture_words(&f, &f.r->var[5])->declared_type = &again;
  VarId n = fixture_var(&f, "n", VAR_INTEGER);
  ReducedVar *shown =
      fixture_show(&f, n, FMI_LOCAL, FMI_DISCRETE, FMI_EXACT, 2);
  fixture_words(&f, shown)->declared_type = &level;
  Written w = written(&f, true, true);
  expect(&w, "count(//SimpleType)", "2");
  expect(&w, "//SimpleType[1]/Real/@min", "-2");
  expect(&w, "//SimpleType[1]/Real/@displayUnit", "cm");
  expect(&w, "//ScalarVariable[@name='h']/Real/@declaredType", "Length");
  expect(&w, "//ScalarVariable[@name='y']/Real/@declaredType", "Length");
  expect(&w, "//SimpleType[2]/@name", "y (2)");
  expect(&w, "//Item[@value=2]/@name", "high");
  expect(&w, "//Item[@value=1]/@description", "below");
  expect(&w, "//ScalarVariable[@name='n']/Enumeration/@declaredType", "y (2)");
  expect(&w, "//ScalarVariable[@name='n']/Enumeration/@start", "2");
  written_free(&w);
  fixture_end(&f);
}

/* Hidden variables count nowhere. */
static void test_hidden(void **state)
{
  (void)state;
  Fixture f = tank();
  f.r->var[3].is_hidden = true; /* A */
  int knowns[] = {1, 4};
  ReducedUnknown out = {.var = 5, .dependency = knowns, .n_dependencies = 2};
  ModelStructure structure = {.output = &out, .n_outputs = 1};
  Written w = written_with(&f, true, true, &structure);
  expect(&w, "count(//ScalarVariable[@name='A'])", "0");
  expect(&w, "count(//Unit[@name='cubit2'])", "0");
  expect(&w, "//ScalarVariable[@name='der(h)']/Real/@derivative", "2");
  expect(&w, "//Outputs/Unknown/@index", "5");
  expect(&w, "//Outputs/Unknown/@dependencies", "2 4");
  written_free(&w);
  fixture_end(&f);
}

static void test_strings(void **state)
{
  (void)state;
  Fixture f = tank();
  SystemText text = {.name = "file", .description = "a table", .value = "a\nb"};
  f.r->text = &text;
  f.r->n_texts = 1;
  Written w = written(&f, true, true);
  expect(&w, "//ScalarVariable[last()]/@name", "file");
  expect(&w, "//ScalarVariable[last()]/@variability", "constant");
  expect(&w, "//ScalarVariable[last()]/String/@start", "a\nb");
  written_free(&w);
  fixture_end(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_head),        cmocka_unit_test(test_type_flags),
      cmocka_unit_test(test_variables),   cmocka_unit_test(test_units),
      cmocka_unit_test(test_other_types), cmocka_unit_test(test_alias),
      cmocka_unit_test(test_structure),   cmocka_unit_test(test_experiment),
      cmocka_unit_test(test_characters),  cmocka_unit_test(test_same_bytes),
      cmocka_unit_test(test_types),       cmocka_unit_test(test_hidden),
      cmocka_unit_test(test_strings),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  xmlCleanupParser();
  return failed;
}
