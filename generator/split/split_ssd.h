/* split_ssd.h: SystemStructure.ssd of a system that was split.
 *
 * needs   a plan whose givers are chosen
 * gives   the text; connectors have units, which are defined in it
 */
#ifndef FOUCAULT_SPLIT_SPLIT_SSD_H
#define FOUCAULT_SPLIT_SPLIT_SSD_H

#include <stddef.h>

#include "split/split.h"

/* The text, to be freed; NULL: there is no memory. */
char *split_ssd_write(Session *s, const FlatModel *flat, const SplitPlan *plan,
                      size_t *size);

/* "resources/a.fmu" of a part. */
const char *split_ssd_source(Session *s, const SplitPlan *plan, int part);

#endif
