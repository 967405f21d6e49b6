/* explain_plot.h: the model of an explained page, simulated and drawn.
 *
 * Builds and runs the model with a Session apart, so that what is explained
 * stays as it is, with the options of the page (--set, -L, --stop, --plot).
 */
#ifndef FOUCAULT_COMMANDS_EXPLAIN_PLOT_H
#define FOUCAULT_COMMANDS_EXPLAIN_PLOT_H

#include "commands/options/options.h"

/* The curves of --plot as the text of an <svg> element, in the session arena;
 * NULL after a diagnostic on stderr. */
const char *explain_plot(Session *s, const Options *options);

#endif
