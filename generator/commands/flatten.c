/* flatten.c: foucault flatten, the flat model as Modelica text. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>

#include "base/text/json_text.h"
#include "commands/commands.h"
#include "commands/request.h"
#include "flatten/print/flat_print.h"
#include "report/report.h"

/* The text as one value; null where there is none. */
static void flatten_put_text(JsonWriter *w, Session *s, const FlatModel *flat)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = flat ? open_memstream(&text, &size) : NULL;
  bool good = out != NULL;
  if (out) flat_print(s, flat, out);
  if (out && fclose(out) != 0) good = false;
  json_key(w, "text");
  json_string(w, good ? text : NULL);
  free(text);
}

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
  flatten_put_text(&w, s, flat);
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
  else if (flat)
    flat_print(s, flat, stdout);
  return flat ? EXIT_DONE : EXIT_FAULT;
}
