/* options_complain.h: what is wrong with the words of a command line. */
#ifndef FOUCAULT_COMMANDS_OPTIONS_OPTIONS_COMPLAIN_H
#define FOUCAULT_COMMANDS_OPTIONS_OPTIONS_COMPLAIN_H

#include <stdbool.h>

/* "foucault: message" on stderr; for wrong usage. Returns false. */
bool options_complain(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

#endif
