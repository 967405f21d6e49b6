/* unused_classes.h: classes of the user's own files that nothing uses.
 *
 * input   the model that was flattened, its diagnostics
 * output  diagnostics about what else the files hold
 * fails   E2xx a class breaks a rule of its kind; E202, E220 a type inside of
 *         the model, or of what is around it, does not exist; W210 the same in
 *         classes beside it, so that one of them silences no other
 */
#ifndef FOUCAULT_UNUSED_CLASSES_H
#define FOUCAULT_UNUSED_CLASSES_H

#include "flatten/flattening.h"

/* What classes of its kind may hold, for the class and all that are in it. */
void unused_classes_check_content(const Flattening *f, const AstClass *ast);

/* The types of its components, and of the classes in it, exist (section 5.3).
 * `model`: what was flattened; both may be NULL. */
void unused_classes_check_types(const Flattening *f, const InstClass *model,
                                InstClass *c);

#endif
