/* clock.h: how long something takes. */
#ifndef FOUCAULT_CLOCK_H
#define FOUCAULT_CLOCK_H

/* Seconds since some moment; nobody sets this clock. */
double clock_now(void);

#endif
