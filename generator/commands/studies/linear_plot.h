/* linear_plot.h: Bode's plots of a linear model, and its poles, in one drawing.
 *
 * fails   E606 it cannot be drawn; E501 the file cannot be written
 */
#ifndef FOUCAULT_COMMANDS_STUDIES_LINEAR_PLOT_H
#define FOUCAULT_COMMANDS_STUDIES_LINEAR_PLOT_H

#include "studies/linear_file.h"

/* To a file that plot_file_is_known(). */
bool linear_plot_draw(Session *s, const char *title, const LinearModel *m,
                      const Pole *poles, const char *path);

#endif
