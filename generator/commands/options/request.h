/* request.h: what a command asks of the pipeline.
 *
 * needs   options_parse()
 * gives   the request with the choices that follow from the command word: a
 *         model that is only simulated needs no page, one that is compared
 *         has its constraints as variables, and so on
 * keeps   the options own all texts and lists
 */
#ifndef FOUCAULT_COMMANDS_OPTIONS_REQUEST_H
#define FOUCAULT_COMMANDS_OPTIONS_REQUEST_H

#include "commands/options/options.h"
#include "compile.h"

CompileRequest request_of(const Options *o);

#endif
