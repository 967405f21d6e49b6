/* documentation_html.c: one pass over the tags. */
#define _POSIX_C_SOURCE 200809L
#include "report/documentation_html.h"

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "emit/text/memory_stream.h"
#include "report/html_text.h"

enum { DEEPEST = 64, LONGEST_TAG = 16, LONGEST_ADDRESS = 500 };

/* Titles are smaller than those of the page around. */
static const struct {
  const char *name, *written;
  bool is_empty;   /* has no end */
  bool has_places; /* may name a place of the text */
} kept[] = {
    {"p", "p", false, true},
    {"br", "br", true, false},
    {"hr", "hr", true, false},
    {"h1", "h3", false, true},
    {"h2", "h3", false, true},
    {"h3", "h4", false, true},
    {"h4", "h4", false, true},
    {"h5", "h5", false, true},
    {"h6", "h6", false, true},
    {"b", "b", false, false},
    {"strong", "strong", false, false},
    {"i", "i", false, false},
    {"em", "em", false, false},
    {"u", "u", false, false},
    {"sub", "sub", false, false},
    {"sup", "sup", false, false},
    {"code", "code", false, false},
    {"tt", "code", false, false},
    {"kbd", "code", false, false},
    {"samp", "code", false, false},
    {"var", "var", false, false},
    {"cite", "cite", false, false},
    {"q", "q", false, false},
    {"pre", "pre", false, false},
    {"blockquote", "blockquote", false, false},
    {"ul", "ul", false, false},
    {"ol", "ol", false, false},
    {"li", "li", false, false},
    {"dl", "dl", false, false},
    {"dt", "dt", false, false},
    {"dd", "dd", false, false},
    {"table", "table", false, false},
    {"caption", "caption", false, false},
    {"thead", "thead", false, false},
    {"tbody", "tbody", false, false},
    {"tfoot", "tfoot", false, false},
    {"tr", "tr", false, false},
    {"th", "th", false, false},
    {"td", "td", false, false},
    {"small", "small", false, false},
    {"a", "a", false, true},
    {"div", "div", false, true},
    {"span", "span", false, true},
};

/* What stands in these is not for readers. */
static const char *const swallowed[] = {
    "script",   "style",    "head",   "title",    "iframe",   "object",
    "applet",   "svg",      "math",   "frameset", "noscript", "noframes",
    "template", "textarea", "select", "audio",    "video",    "canvas"};

enum { N_KEPT = sizeof kept / sizeof kept[0] };

typedef struct Tag {
  char name[LONGEST_TAG];
  bool is_end;
  const char *begin, *end; /* of the attributes */
} Tag;

typedef struct Cleaner {
  FILE *out;
  const char *at;
  const DocumentationPlaces *places; /* NULL: none */
  int open[DEEPEST];                 /* indices of kept[] */
  int n_open;
} Cleaner;

/* --- text --- */

/* "&amp;", "&#946;", "&beta;": how long it is; 0: a plain '&'. */
static size_t entity_length(const char *text)
{
  size_t n = 1;
  if (text[n] == '#') n++;
  size_t first = n;
  while (isalnum((unsigned char)text[n]) && n < 34) n++;
  return n > first && text[n] == ';' ? n + 1 : 0;
}

static void put_letter(FILE *out, char c)
{
  char text[2] = {c, '\0'};
  if ((unsigned char)c < 0x20 && c != '\n' && c != '\t') return;
  html_put(out, text);
}

static void put_some(Cleaner *c)
{
  size_t n = *c->at == '&' ? entity_length(c->at) : 0;
  if (n == 0) {
    put_letter(c->out, *c->at++);
    return;
  }
  fwrite(c->at, 1, n, c->out);
  c->at += n;
}

/* --- tags --- */

/* The end of the tag at `at`, after its '>'; quotes count. NULL: there is
 * none. */
static const char *tag_end(const char *at)
{
  char quote = '\0';
  for (; *at; at++) {
    if (quote) {
      if (*at == quote) quote = '\0';
    } else if (*at == '"' || *at == '\'') {
      quote = *at;
    } else if (*at == '>') {
      return at + 1;
    }
  }
  return NULL;
}

/* Is a tag at the front? Its end is after->end. */
static bool take_tag(const char *at, Tag *tag)
{
  assert(*at == '<');
  *tag = (Tag){.is_end = at[1] == '/'};
  const char *name = at + 1 + tag->is_end;
  size_t n = 0;
  if (!isalpha((unsigned char)*name)) return false;
  while (isalnum((unsigned char)name[n])) n++;
  const char *end = tag_end(name);
  if (!end) return false;
  for (size_t k = 0; k < n && k + 1 < LONGEST_TAG; k++)
    tag->name[k] = (char)tolower((unsigned char)name[k]);
  tag->begin = name + n;
  tag->end = end;
  return true;
}

/* The value of an attribute, without its quotes and spaces around; "": none. */
static void documentation_attribute(const Tag *tag, const char *name,
                                    char value[LONGEST_ADDRESS])
{
  size_t n = strlen(name);
  value[0] = '\0';
  for (const char *at = tag->begin; at + n < tag->end; at++) {
    if (*at == '"' || *at == '\'') { /* the value of another one */
      const char *close = strchr(at + 1, *at);
      if (!close || close >= tag->end) return;
      at = close;
      continue;
    }
    bool begins = isspace((unsigned char)at[-1]) || at[-1] == '"' ||
                  at[-1] == '\'' || at[-1] == '/';
    if (!begins || strncasecmp(at, name, n) != 0) continue;
    const char *from = at + n;
    while (from < tag->end && isspace((unsigned char)*from)) from++;
    if (*from != '=') continue;
    for (from++; from < tag->end && isspace((unsigned char)*from);) from++;
    char quote = *from == '"' || *from == '\'' ? *from++ : '\0';
    size_t k = 0;
    while (from < tag->end && k + 1 < LONGEST_ADDRESS &&
           (quote ? *from != quote
                  : !isspace((unsigned char)*from) && *from != '>')) {
      if ((unsigned char)*from >= 0x20) value[k++] = *from;
      from++;
    }
    value[k] = '\0';
    return;
  }
}

static bool documentation_begins(const char *text, const char *with)
{
  return strncasecmp(text, with, strlen(with)) == 0;
}

/* An address in an attribute; entities in it are kept as they are. */
static void put_address(FILE *out, const char *address)
{
  for (const char *at = address; *at;) {
    size_t n = *at == '&' ? entity_length(at) : 0;
    if (n > 0)
      fwrite(at, 1, n, out);
    else
      put_letter(out, *at);
    at += n > 0 ? n : 1;
  }
}

/* --- elements with attributes --- */

/* modelica://A.B, without the first part; NULL: another address. */
static const char *modelica_address(const char *address)
{
  bool is_one = documentation_begins(address, "modelica://");
  return is_one ? address + strlen("modelica://") : NULL;
}

/* The name of a place inside of the text: letters, digits, _.:- */
static bool is_place_name(const char *name)
{
  size_t n = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                          "0123456789_.:-");
  return n > 0 && n <= 100 && !name[n];
}

/* A place of its own, so that it cannot be one of the page around. */
static void documentation_place(Cleaner *c, const Tag *tag)
{
  char name[LONGEST_ADDRESS];
  if (!c->places) return;
  documentation_attribute(tag, "id", name);
  if (!*name && strcmp(tag->name, "a") == 0)
    documentation_attribute(tag, "name", name);
  if (is_place_name(name)) fprintf(c->out, "<span id=\"i-%s\"></span>", name);
}

/* A link that leads somewhere in the site; false: nothing was written. */
static bool put_site_link(Cleaner *c, const char *address)
{
  const char *class_name = modelica_address(address);
  if (!c->places) return false;
  if (*address == '#' && is_place_name(address + 1)) {
    fprintf(c->out, "<a href=\"#i-%s\">", address + 1);
    return true;
  }
  if (!class_name) return false;
  char *text = NULL;
  size_t size;
  FILE *stream = memory_stream(&text, &size);
  bool leads = c->places->link(c->places->context, class_name, stream);
  memory_stream_end(stream, &text);
  if (leads) fprintf(c->out, "<a href=\"%s\">", text);
  free(text);
  return leads;
}

static void put_link(Cleaner *c, const Tag *tag)
{
  char address[LONGEST_ADDRESS];
  documentation_attribute(tag, "href", address);
  bool is_web = documentation_begins(address, "http://") ||
                documentation_begins(address, "https://") ||
                documentation_begins(address, "mailto:");
  if (put_site_link(c, address)) {
    /* done */
  } else if (is_web) {
    fputs("<a rel=\"noopener noreferrer\" href=\"", c->out);
    put_address(c->out, address);
    fputs("\">", c->out);
  } else if (modelica_address(address)) {
    fputs("<a title=\"", c->out); /* no address: it leads nowhere here */
    put_address(c->out, modelica_address(address));
    fputs("\">", c->out);
  } else {
    fputs("<a>", c->out);
  }
}

static void put_cell(Cleaner *c, const Tag *tag)
{
  static const char *const span[] = {"colspan", "rowspan"};
  fprintf(c->out, "<%s", tag->name);
  for (int k = 0; k < 2; k++) {
    char value[LONGEST_ADDRESS];
    documentation_attribute(tag, span[k], value);
    size_t n = strspn(value, "0123456789");
    if (n > 0 && n < 4 && !value[n])
      fprintf(c->out, " %s=\"%s\"", span[k], value);
  }
  fputc('>', c->out);
}

/* False: nothing was written. */
static bool put_site_picture(Cleaner *c, const char *address, const char *alt)
{
  const char *path = modelica_address(address);
  char *text = NULL;
  size_t size;
  if (!c->places || !path) return false;
  FILE *stream = memory_stream(&text, &size);
  bool leads = c->places->picture(c->places->context, path, stream);
  memory_stream_end(stream, &text);
  if (leads) {
    fprintf(c->out, "<img src=\"%s\" loading=\"lazy\" alt=\"", text);
    put_address(c->out, alt);
    fputs("\">", c->out);
  }
  free(text);
  return leads;
}

static void put_picture_note(Cleaner *c, const Tag *tag)
{
  char alt[LONGEST_ADDRESS], address[LONGEST_ADDRESS];
  documentation_attribute(tag, "alt", alt);
  documentation_attribute(tag, "src", address);
  if (put_site_picture(c, address, alt)) return;
  const char *slash = strrchr(address, '/');
  const char *file = slash ? slash + 1 : address;
  if (documentation_begins(address, "data:")) file = "";
  fputs("<span class=\"soft\">[picture", c->out);
  if (*alt || *file) fputs(": ", c->out);
  put_address(c->out, *alt ? alt : file);
  fputs("]</span>", c->out);
}

/* --- the stack --- */

static int kept_index(const char *name)
{
  for (int k = 0; k < N_KEPT; k++) {
    if (strcmp(kept[k].name, name) == 0) return k;
  }
  return -1;
}

static void close_last(Cleaner *c)
{
  assert(c->n_open > 0);
  const char *name = kept[c->open[--c->n_open]].written;
  fprintf(c->out, "</%s>", name);
  if (strcmp(name, "table") == 0) fputs("</div>", c->out);
}

/* The end of an element that is open; all inside of it end, too. */
static void put_end(Cleaner *c, int index)
{
  for (int k = c->n_open - 1; k >= 0; k--) {
    if (c->open[k] != index) continue;
    while (c->n_open > k) close_last(c);
    return;
  }
}

static void put_begin(Cleaner *c, const Tag *tag, int index)
{
  if (kept[index].is_empty) {
    fprintf(c->out, "<%s>", kept[index].written);
    return;
  }
  if (c->n_open == DEEPEST) return; /* its end then finds nothing */
  if (kept[index].has_places) documentation_place(c, tag);
  c->open[c->n_open++] = index;
  if (strcmp(tag->name, "a") == 0) {
    put_link(c, tag);
  } else if (strcmp(tag->name, "td") == 0 || strcmp(tag->name, "th") == 0) {
    put_cell(c, tag);
  } else if (strcmp(tag->name, "table") == 0) {
    fputs("<div class=\"scroll\"><table>", c->out);
  } else {
    fprintf(c->out, "<%s>", kept[index].written);
  }
}

/* --- the whole --- */

/* After the end of an element whose text is not shown; the end of everything
 * where it has none. */
static const char *after_swallowed(const char *at, const char *name)
{
  for (; (at = strchr(at, '<')); at++) {
    Tag tag;
    if (take_tag(at, &tag) && tag.is_end && strcmp(tag.name, name) == 0)
      return tag.end;
  }
  return NULL;
}

static bool is_swallowed(const char *name)
{
  for (size_t k = 0; k < sizeof swallowed / sizeof swallowed[0]; k++) {
    if (strcmp(swallowed[k], name) == 0) return true;
  }
  return false;
}

/* <!-- a comment -->, <!DOCTYPE>, <?xml?> */
static const char *after_remark(const char *at)
{
  bool is_comment = strncmp(at, "<!--", 4) == 0;
  const char *end = is_comment ? strstr(at + 4, "-->") : strchr(at, '>');
  if (!end) return at + strlen(at);
  return end + (is_comment ? 3 : 1);
}

static void put_tag(Cleaner *c, const Tag *tag)
{
  c->at = tag->end;
  int index = kept_index(tag->name);
  if (is_swallowed(tag->name)) {
    const char *end =
        tag->is_end ? tag->end : after_swallowed(c->at, tag->name);
    c->at = end ? end : c->at + strlen(c->at);
  } else if (strcmp(tag->name, "img") == 0) {
    put_picture_note(c, tag);
  } else if (index >= 0 && tag->is_end) {
    put_end(c, index);
  } else if (index >= 0) {
    put_begin(c, tag, index);
  }
}

static void put_html(FILE *out, const char *text,
                     const DocumentationPlaces *places)
{
  Cleaner c = {.out = out, .at = text, .places = places};
  while (*c.at) {
    Tag tag;
    if (*c.at != '<')
      put_some(&c);
    else if (c.at[1] == '!' || c.at[1] == '?')
      c.at = after_remark(c.at);
    else if (take_tag(c.at, &tag))
      put_tag(&c, &tag);
    else
      put_letter(out, *c.at++);
  }
  while (c.n_open > 0) close_last(&c);
}

static void documentation_plain(FILE *out, const char *text)
{
  fputs("<p class=\"plain\">", out);
  for (; *text; text++) put_letter(out, *text);
  fputs("</p>", out);
}

void documentation_html_put(FILE *out, const char *text)
{
  documentation_html_put_with(out, text, NULL);
}

void documentation_html_put_with(FILE *out, const char *text,
                                 const DocumentationPlaces *places)
{
  while (isspace((unsigned char)*text)) text++;
  if (documentation_begins(text, "<html"))
    put_html(out, text, places);
  else
    documentation_plain(out, text);
  fputc('\n', out);
}
