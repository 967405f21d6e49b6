/* fuzz_description.c: any bytes as modelDescription.xml of FMI 1, 2 and 3: the
 * reader of `simulate` and `info`, and the rules of `check`. */
#include "fuzz.h"

#include "check/rules/description_rules.h"
#include "check/rules/xml_tree.h"
#include "fmu_file/description_read.h"

static void check_rules(Session *s, const char *text, size_t size)
{
  Findings f = {.s = s};
  XmlTree tree;
  if (xml_tree_read(&f, "modelDescription.xml", text, size, &tree)) {
    description_rules(&tree);
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
