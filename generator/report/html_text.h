/* html_text.h: text that comes from a model, written into a page. */
#ifndef FOUCAULT_REPORT_HTML_TEXT_H
#define FOUCAULT_REPORT_HTML_TEXT_H

#include <stdio.h>

/* < > & and quotes as entities, fit for content and for attributes. */
void html_put(FILE *out, const char *text);

#endif
