/* web_page.h: one page that runs a model in any browser.
 *
 * The room web/ owns the pages of `foucault page`: their data and how their
 * parts are put together. What they look like and do is in templates/page/. It
 * calls report/, results/, fmu_file/, emit/ and base/. Reading order: this
 * file, templates/page/page.html.in, engine.js, then the other scripts.
 *
 * needs   an FMU for Co-Simulation with a binary for wasm32-wasi
 * gives   a file that needs nothing else: the module, deflated, the variables,
 *         the scripts, the text of the model, the files in the FMU's folder
 *         resources/, and its explanation
 * fails   E501 the file cannot be written: the old one is as it was; E504 the
 *         templates; E508, E605 what is to be drawn or plotted is not there
 */
#ifndef FOUCAULT_WEB_WEB_PAGE_H
#define FOUCAULT_WEB_WEB_PAGE_H

#include "fmu_file/description_read.h"

/* Texts and lists belong to the caller. */
typedef struct WebPage {
  const char *fmu;          /* path */
  double start, stop, step; /* of a run */
  const double *tolerance;  /* NULL: the model's own */
  const char *const *plot;  /* "x,y,v:u", a picture each */
  int n_plots;
  const char *const *draw; /* shapes (shape.h) */
  int n_draws;
  const char *draw_place;    /* who names the shapes, for messages */
  const char *const *source; /* texts of the model */
  int n_sources;
} WebPage;

/* The description of the FMU that the page will run; NULL after E601, E602. */
const FmuDescription *web_page_describe(Session *s, const char *fmu);

bool web_page_write(Session *s, const FmuDescription *d, const WebPage *page,
                    const char *output, long *size);

#endif
