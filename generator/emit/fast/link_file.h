/* link_file.h: the file: the runtime, the model's segments, tables for the
 * loader and for those who look at it.
 *
 * needs   link_place_all()
 */
#ifndef FOUCAULT_EMIT_FAST_LINK_FILE_H
#define FOUCAULT_EMIT_FAST_LINK_FILE_H

#include "emit/fast/linking.h"
#include "emit/text/read_file.h"

bool link_write(Link *l, const FileBytes *object, FileBytes *library);

#endif
