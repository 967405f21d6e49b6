/* flatten.c: foucault flatten, the flat model as Modelica text. */
#include <stdio.h>

#include "base/text/json_text.h"
#include "commands/commands.h"
#include "commands/request.h"
#include "flatten/print/flat_print.h"
#include "report/report.h"

static void flatten_print_json(Session *s, const FlatModel *flat)
{
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "model");
  json_string(&w, flat ? flat->name : NULL);
  json_key(&w, "equations");
  json_int(&w, flat ? flat->n_equations : 0);
  json_key(&w, "variables");
  json_int(&w, flat ? flat->n_vars : 0);
  report_diagnostics(&w, s);
  json_object_end(&w);
  json_end(&w);
}

int command_flatten(Session *s, const Options *options)
{
  CompileReport report = {0};
  CompileRequest request = request_of(options);
  const FlatModel *flat = compile_flat(s, &request, &report);
  if (options->json)
    flatten_print_json(s, flat);
  else if (flat && !flat_print(s, flat, stdout))
    return EXIT_FAULT;
  return flat ? EXIT_DONE : EXIT_FAULT;
}
