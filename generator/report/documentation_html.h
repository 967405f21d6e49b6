/* documentation_html.h: Documentation(info = "...") of a model (MLS 3.6,
 * section 18.3), made safe to stand inside of a page.
 *
 * A text that begins with <html> is HTML, any other is plain. Of HTML only the
 * elements of a list stay, without attributes but the spans of table cells and
 * addresses of links (http, https, mailto): there is no script, no style, and
 * nothing is fetched. Pictures become a note with their name, links to
 * modelica:// classes the name of the class. Elements that are not on the list
 * vanish and their text stays; of script, style, frames and the like the text
 * goes, too. What is left open is closed, so that the page around is as it
 * was.
 *
 * cost    linear in the text; no recursion, no memory beyond a fixed stack
 */
#ifndef FOUCAULT_REPORT_DOCUMENTATION_HTML_H
#define FOUCAULT_REPORT_DOCUMENTATION_HTML_H

#include <stdio.h>

void documentation_html_put(FILE *out, const char *text);

#endif
