/* interrupt.h: Ctrl-C as a request to end early instead of at once.
 *
 * While it is watched the first Ctrl-C is kept for interrupt_asked(); a second
 * one ends the program as usual. A program that was started with SIGINT
 * ignored (by nohup, in the background) continues to ignore it.
 */
#ifndef FOUCAULT_BASE_INTERRUPT_H
#define FOUCAULT_BASE_INTERRUPT_H

#include <stdbool.h>

void interrupt_watch(void);
bool interrupt_asked(void);
/* Back to the usual. */
void interrupt_end(void);

#endif
