/* documentation_html.c: one pass over the tags. */
#define _POSIX_C_SOURCE 200809L
#include "report/documentation_html.h"

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "report/html_text.h"

enum { DEEPEST = 64, LONGEST_TAG = 16, LONGEST_ADDRESS = 500 };

/* Titles are smaller than those of the page around. */
static const struct {
  const char *name, *written;
  bool is_empty; /* has no end */
} kept[] = {
    {"p", "p", false},
    {"br", "br", true},
    {"hr", "hr", true},
    {"h1", "h3", false},
    {"h2", "h3", false},
    {"h3", "h4", false},
    {"h4", "h4", false},
    {"h5", "h5", false},
    {"h6", "h6", false},
    {"b", "b", false},
    {"strong", "strong", false},
    {"i", "i", false},
    {"em", "em", false},
    {"u", "u", false},
    {"sub", "sub", false},
    {"sup", "sup", false},
    {"code", "code", false},
    {"tt", "code", false},
    {"kbd", "code", false},
    {"samp", "code", false},
    {"var", "var", false},
    {"cite", "cite", false},
    {"q", "q", false},
    {"pre", "pre", false},
    {"blockquote", "blockquote", false},
    {"ul", "ul", false},
    {"ol", "ol", false},
    {"li", "li", false},
    {"dl", "dl", false},
    {"dt", "dt", false},
    {"dd", "dd", false},
    {"table", "table", false},
    {"caption", "caption", false},
    {"thead", "thead", false},
    {"tbody", "tbody", false},
    {"tfoot", "tfoot", false},
    {"tr", "tr", false},
    {"th", "th", false},
    {"td", "td", false},
    {"small", "small", false},
    {"a", "a", false},
    {"div", "div", false},
    {"span", "span", false},
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
  int open[DEEPEST]; /* indices of kept[] */
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

static void put_link(Cleaner *c, const Tag *tag)
{
  char address[LONGEST_ADDRESS];
  documentation_attribute(tag, "href", address);
  bool is_web = documentation_begins(address, "http://") ||
                documentation_begins(address, "https://") ||
                documentation_begins(address, "mailto:");
  if (is_web) {
    fputs("<a rel=\"noopener noreferrer\" href=\"", c->out);
    put_address(c->out, address);
    fputs("\">", c->out);
  } else if (documentation_begins(address, "modelica://")) {
    fputs("<a title=\"", c->out); /* no address: it leads nowhere here */
    put_address(c->out, address + strlen("modelica://"));
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

static void put_picture_note(Cleaner *c, const Tag *tag)
{
  char alt[LONGEST_ADDRESS], address[LONGEST_ADDRESS];
  documentation_attribute(tag, "alt", alt);
  documentation_attribute(tag, "src", address);
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

static void put_html(FILE *out, const char *text)
{
  Cleaner c = {.out = out, .at = text};
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
  while (isspace((unsigned char)*text)) text++;
  if (documentation_begins(text, "<html"))
    put_html(out, text);
  else
    documentation_plain(out, text);
  fputc('\n', out);
}
