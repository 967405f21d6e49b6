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

#include <stdbool.h>
#include <stdio.h>

void documentation_html_put(FILE *out, const char *text);

/* Where addresses lead in a site of many pages. Both write an address that is
 * fit for an attribute; false: there is none, and nothing was written. What
 * follows modelica:// is given, with its entities as they are. */
typedef struct DocumentationPlaces {
  void *context;
  bool (*link)(void *context, const char *address, FILE *out);
  bool (*picture)(void *context, const char *address, FILE *out);
} DocumentationPlaces;

/* The same; links to classes and pictures of the library lead where `places`
 * says, and so do places inside of the text (href="#a", id="a", name="a"). */
void documentation_html_put_with(FILE *out, const char *text,
                                 const DocumentationPlaces *places);

#endif
