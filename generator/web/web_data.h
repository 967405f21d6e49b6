/* web_data.h: what the scripts of a page know about its model, as JSON.
 *
 * `<` is written as \u003c: nothing in it can end the script that holds it.
 */
#ifndef FOUCAULT_WEB_WEB_DATA_H
#define FOUCAULT_WEB_WEB_DATA_H

#include <stdio.h>

#include "web/shape.h"
#include "web/web_page.h"

typedef struct WebData {
  const WebPage *page;
  const FmuDescription *description;
  const Shape *shape;
  int n_shapes;
  const char *const *file; /* resources/Library/path, each */
  int n_files;
} WebData;

void web_data_write(FILE *out, const WebData *data);

/* RFC 4648, without line breaks. */
void web_data_base64(FILE *out, const char *bytes, size_t size);

#endif
