/* internal_error.h: how the program ends that has found a fault in itself. */
#ifndef FOUCAULT_BASE_SYSTEM_INTERNAL_ERROR_H
#define FOUCAULT_BASE_SYSTEM_INTERNAL_ERROR_H

/* A handler of SIGABRT: says so, and ends with status 3. A failed assert has
 * reported its place already. */
void internal_error_end(int signal_number);

#endif
