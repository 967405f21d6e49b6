/* explain_html.h: the reduction of one model as one page that needs nothing
 * else, for reading and for learning the method (templates/explain.html.in).
 *
 * fails   E501 the file cannot be written; the old one is as it was
 *         E504 the template does not fit
 * cost    linear in the model; long lists are cut, large matrices reduced
 */
#ifndef FOUCAULT_COMMANDS_EXPLAIN_HTML_H
#define FOUCAULT_COMMANDS_EXPLAIN_HTML_H

#include "flatten/flat.h"
#include "reduce/reduced.h"

bool explain_html_write(Session *s, const FlatModel *flat,
                        const ReducedSystem *reduced, const char *file);

#endif
