/* lsp_document.h: the texts that the editor has open.
 *
 * Places of the protocol are a line and a number of UTF-16 units in it, both
 * from 0; a place beyond the end of its line means the end, one beyond the
 * last line the end of the text. A line ends with "\n", "\r\n" or "\r".
 */
#ifndef FOUCAULT_LSP_DOCUMENT_LSP_DOCUMENT_H
#define FOUCAULT_LSP_DOCUMENT_LSP_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/serve/json_read.h"

typedef struct LspPlace {
  int line, unit;
} LspPlace;

typedef struct LspRange {
  LspPlace begin, end;
} LspRange;

typedef struct LspDocument {
  char *uri, *path; /* from malloc, as everything here */
  char *text;       /* a zero after the last byte */
  size_t length;
  int version;
  size_t last_edit;   /* where it was changed last */
  char *const *fault; /* what is shown of it (lsp_finding.h), of its desk */
  int n_faults;
  char **fact; /* what is known of its models (lsp_facts.h) */
  int n_facts, cap_facts;
} LspDocument;

/* NULL: not enough memory. */
LspDocument *lsp_document_open(const char *uri, const char *text, size_t length,
                               int version);
void lsp_document_close(LspDocument *d);
/* A text of lsp_facts.h, in the place of the one of the same class. */
void lsp_document_learn(LspDocument *d, const char *fact, size_t n);

/* One of `contentChanges`: a range and its new text, or the whole text. False:
 * it is none, or the text would have more than `most` bytes; nothing is
 * changed then. */
bool lsp_document_change(LspDocument *d, const JsonValue *change, size_t most);

/* Of any text: the offset of a place. */
size_t lsp_offset(const char *text, size_t length, LspPlace place);
/* Where the lines begin, for many places of one text; in the arena, beside the
 * text. */
typedef struct LspLines {
  const char *text;
  size_t length;
  size_t *begin;
  int n;
} LspLines;
LspLines lsp_lines(Arena *arena, const char *text, size_t length);
LspPlace lsp_place(const LspLines *lines, size_t offset);
/* UTF-16 units of these bytes. */
int lsp_units(const char *text, size_t n);

/* {"line": L, "character": C}; false: it is none. */
bool lsp_place_read(const JsonValue *value, LspPlace *place);
bool lsp_range_read(const JsonValue *value, LspRange *range);

/* A file: URI as a path, in the arena; NULL: it is none. Other URIs name no
 * file: the URI itself. */
const char *lsp_path_of_uri(Arena *arena, const char *uri);
/* In the arena. */
const char *lsp_uri_of_path(Arena *arena, const char *path);

#endif
