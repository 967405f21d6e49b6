/* lsp.c: foucault lsp, the language server for editors. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "commands/editor/editor.h"
#include "commands/help/code_help.h"
#include "lsp/lsp.h"

#define LSP_USUAL_SECONDS 20.0
#define LSP_USUAL_BYTES 2e9

static double lsp_limit(OptionalNumber given, double usual)
{
  return given.given ? given.value : usual;
}

int command_lsp(Session *s, const Options *o)
{
  assert(o->command == COMMAND_LSP);
  if (o->n_files > 0) {
    options_complain("usage: foucault lsp; the editor names the files");
    return EXIT_USAGE;
  }
  LspSettings settings = {
      .library = {o->library, o->n_libraries, o->library_path, NULL, 0},
      .time_limit = lsp_limit(o->time_limit, LSP_USUAL_SECONDS),
      .memory_limit =
          o->memory_limit.given ? o->memory_limit.value * 1e6 : LSP_USUAL_BYTES,
      .lints = true,
      .explain = code_help_print};
  s->messages = fopen("/dev/null", "w");
  if (!s->messages) abort();
  int status = lsp_serve(s, &settings);
  fclose(s->messages);
  s->messages = stderr;
  s->n_diagnostics = s->n_printed = s->n_errors = 0;
  return status == 0 ? EXIT_DONE : EXIT_FAULT;
}
