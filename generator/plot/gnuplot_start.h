/* gnuplot_start.h: the process of gnuplot. */
#ifndef FOUCAULT_PLOT_GNUPLOT_START_H
#define FOUCAULT_PLOT_GNUPLOT_START_H

#define EXIT_NO_GNUPLOT 127

/* How to get it. */
#ifdef _WIN32
#define GNUPLOT_FROM "it is at gnuplot.info, its folder belongs into PATH"
#else
#define GNUPLOT_FROM "install it with 'apt-get install gnuplot-nox'"
#endif

/* Its exit status; EXIT_NO_GNUPLOT: it is not installed, -1: it cannot be
 * started. */
int gnuplot_start(const char *script);

#endif
