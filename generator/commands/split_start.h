/* split_start.h: with which values a system model begins, so that its parts can
 * begin with the same ones.
 *
 * needs   options of a build; the flat model that they lead to
 * gives   the value of each continuous variable after the initialization of the
 *         whole model
 * fails   false: the whole model cannot be initialized; nobody is told
 * cost    one build, and one initialization in this process
 */
#ifndef FOUCAULT_COMMANDS_SPLIT_START_H
#define FOUCAULT_COMMANDS_SPLIT_START_H

#include "commands/options/options.h"
#include "flatten/flat/flat.h"

/* value: [n_vars] NaN where it is not known. */
bool split_start_find(const Options *options, const FlatModel *flat,
                      double *value);

#endif
