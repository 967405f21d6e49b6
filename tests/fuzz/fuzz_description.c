/* fuzz_description.c: any bytes as modelDescription.xml of FMI 1, 2 and 3: the
 * reader of `simulate` and `info`, and the rules of `check`; and as
 * terminalsAndIcons.xml of an FMU with one of them. */
#include "fuzz.h"

#include <string.h>

#include "check/rules/description_rules.h"
#include "check/rules/terminal_rules.h"
#include "check/rules/xml_tree.h"
#include "fmu_file/description_read.h"

static const char description[] =
    "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"m\" "
    "instantiationToken=\"g\"><CoSimulation modelIdentifier=\"m\"/>"
    "<ModelVariables><Float64 name=\"p.u\" valueReference=\"1\" "
    "causality=\"input\" start=\"0\"/><Float64 name=\"p.y\" "
    "valueReference=\"2\" causality=\"output\"/></ModelVariables>"
    "<ModelStructure><Output valueReference=\"2\"/></ModelStructure>"
    "</fmiModelDescription>";

static void check_terminals(Findings *f, XmlTree *terminals)
{
  XmlTree tree;
  if (!xml_tree_read(f, "modelDescription.xml", description,
                     strlen(description), &tree))
    fuzz_fail("this description is read");
  terminal_rules(terminals, &tree, NULL);
  xml_tree_free(&tree);
}

static void check_rules(Session *s, const char *text, size_t size)
{
  Findings f = {.s = s};
  XmlTree tree;
  if (xml_tree_read(&f, "modelDescription.xml", text, size, &tree)) {
    description_rules(&tree);
    check_terminals(&f, &tree);
    xml_tree_free(&tree);
  } else if (f.n == 0) {
    fuzz_fail("what is not XML is a finding");
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  Session *s = fuzz_session();
  const FmuDescription *d =
      description_read(s, "fuzz", (const char *)data, size);
  if (!d && s->n_errors == 0) fuzz_fail("what fails has a message");
  for (int k = 0; d && k < d->n_states; k++) {
    if (d->state[k] < 0 || d->state[k] >= d->n_variables) {
      fuzz_fail("a state is a variable");
    }
  }
  check_rules(s, (const char *)data, size);
  fuzz_session_end(s);
  return 0;
}
