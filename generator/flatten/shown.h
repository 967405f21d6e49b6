/* shown.h: what a model wants to be seen of it, in an annotation of its own:
 *
 *   annotation(__foucault(plot = "x,y", draw = {"line(0,0,x,y)"}));
 *
 * The texts are read by those who show them (web/). Other arguments are passed
 * over, as the annotation is a vendor's (MLS 3.6, section 18.1).
 *
 * gives   flat->shown, its texts in the session arena; the text of the class is
 *         one of them
 * fails   E204 an argument is not a text, or not a list of texts
 */
#ifndef FOUCAULT_FLATTEN_SHOWN_H
#define FOUCAULT_FLATTEN_SHOWN_H

#include "flatten/instances/instances.h"

void shown_read(const Flattening *f, const AstClass *ast);

#endif
