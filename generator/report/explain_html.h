/* explain_html.h: the reduction of one model as one page that needs nothing
 * else, for reading and for learning the method (templates/explain.html.in).
 *
 * `flat` may be NULL: connections are not shown then.
 * fails   E501 the file cannot be written; the old one is as it was
 *         E504 the template does not fit
 * cost    linear in the model; long lists are cut, large matrices reduced
 */
#ifndef FOUCAULT_REPORT_EXPLAIN_HTML_H
#define FOUCAULT_REPORT_EXPLAIN_HTML_H

#include "flatten/flat/flat.h"
#include "reduce/system/reduced.h"

/* The page in memory, to be freed by the caller; NULL: E501, E504. */
char *explain_html_text(Session *s, const FlatModel *flat,
                        const ReducedSystem *reduced, size_t *size);
/* `plot`: an <svg> element with curves of the model, or NULL. */
bool explain_html_write(Session *s, const FlatModel *flat,
                        const ReducedSystem *reduced, const char *plot,
                        const char *file);

#endif
