/* explain_plot.c: foucault simulate, called from foucault explain. */
#include "commands/explain_plot.h"

#include <assert.h>
#include <string.h>

#include "base/temporary.h"
#include "commands/commands.h"
#include "emit/text/read_file.h"

/* Warnings have been given when the model was explained. */
static int simulate_quietly(const Options *options, const char *file)
{
  Options run = *options;
  run.command = COMMAND_SIMULATE;
  run.json = run.verbose = false;
  run.quiet = true;
  run.html = NULL;
  run.plot_file = file;
  Session *inner = session_create();
  memcpy(inner->limit, options->limit, sizeof inner->limit);
  inner->quiet = true;
  inner->color = options->color;
  int status = command_simulate(inner, &run);
  diagnostic_flush(inner);
  temporary_end(inner);
  session_destroy(inner);
  return status;
}

const char *explain_plot(Session *s, const Options *options)
{
  assert(options->n_plots > 0 && options->html);
  const char *folder = temporary_folder(s);
  if (!folder) return NULL;
  const char *path = arena_printf(s->session_arena, "%s/plot.svg", folder);
  if (simulate_quietly(options, path) != EXIT_DONE) return NULL;
  FileBytes file;
  const char *svg = NULL;
  if (read_file(s->session_arena, path, &file)) {
    svg = strstr(file.bytes, "<svg"); /* after the head of an XML file */
  }
  if (!svg) diagnostic_error(s, NO_SPAN, E606, "there is no drawing");
  return svg;
}
