/* fuzz_documentation.c: any bytes as the documentation of a class: what comes
 * to stand in a page is marked as the page permits, and nothing runs. */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report/documentation_html.h"

static bool put_address(void *context, const char *address, FILE *out)
{
  (void)context;
  if (address[0] != 'A') return false;
  fputs("a.html", out);
  return true;
}

/* From '<' to '>': quotes are closed, and no attribute is code. */
static const char *check_tag(const char *at)
{
  static const char *const none[] = {"script", "style", "iframe", "object",
                                     "svg",    "form",  "link",   "meta"};
  const char *name = at + 1 + (at[1] == '/');
  for (size_t k = 0; k < sizeof none / sizeof none[0]; k++) {
    if (strncasecmp(name, none[k], strlen(none[k])) == 0)
      fuzz_fail("only text stays");
  }
  bool quoted = false;
  for (const char *c = name; *c; c++) {
    if (*c == '"') quoted = !quoted;
    if (!quoted && *c == '<') fuzz_fail("a tag ends");
    if (!quoted && *c == '>') return c;
    if (!quoted && *c == ' ' && strncasecmp(c + 1, "on", 2) == 0)
      fuzz_fail("no attribute is code");
    if (quoted && (strncasecmp(c, "\"javascript:", 12) == 0) &&
        (strncmp(c - 5, "href=", 5) == 0 || strncmp(c - 4, "src=", 4) == 0))
      fuzz_fail("no address is code");
  }
  fuzz_fail("a tag ends");
  return NULL;
}

static void check(const char *text, const DocumentationPlaces *places)
{
  char *made = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&made, &size);
  if (!out) abort();
  documentation_html_put_with(out, text, places);
  fclose(out);
  int depth = 0;
  for (const char *c = made; *c; c++) {
    if (*c != '<') continue;
    bool is_end = c[1] == '/', is_alone = strncmp(c, "<br", 3) == 0 ||
                                          strncmp(c, "<hr", 3) == 0 ||
                                          strncmp(c, "<img", 4) == 0;
    depth += is_end ? -1 : !is_alone;
    if (depth < 0) fuzz_fail("what ends has begun");
    c = check_tag(c);
  }
  if (depth != 0) fuzz_fail("what begins ends");
  if (size > 100 * strlen(text) + 1000) fuzz_fail("a text stays about as long");
  free(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  DocumentationPlaces places = {NULL, put_address, put_address};
  char *text = malloc(size + 1);
  if (!text) abort();
  memcpy(text, data, size);
  text[size] = '\0';
  check(text, NULL);
  check(text, &places);
  free(text);
  return 0;
}
