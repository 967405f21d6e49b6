/* generated_root.h: names for what a reduction adds to the model.
 *
 * Variables that are not part of the model stand below one component name, as
 * drift[1].g does. The model may have a component of that name already.
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_GENERATED_ROOT_H
#define FOUCAULT_REDUCE_SYSTEM_GENERATED_ROOT_H

#include "reduce/system/system.h"

/* `word`, or word_2, word_3, ... : no variable of the system has this name or
 * one that continues after it with "." or "[".
 * cost: all names are looked at once or twice */
Name generated_root(const System *sys, Session *s, const char *word);

#endif
