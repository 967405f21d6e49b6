/* source_text.h: the bytes of one Modelica file and the places in it.
 *
 * A Span is a half-open range of bytes in one source of the session. Lines
 * and columns are computed from it only when a message is printed.
 */
#ifndef FOUCAULT_BASE_SOURCE_TEXT_H
#define FOUCAULT_BASE_SOURCE_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct Span {
  int32_t source; /* index into the session's sources, -1: no place */
  int32_t begin;  /* byte offset of the first byte */
  int32_t end;    /* byte offset after the last byte */
} Span;

#define NO_SPAN ((Span){-1, 0, 0})

typedef struct SourceText {
  const char *path;  /* as the user gave it */
  const char *bytes; /* with a zero after the last byte */
  int32_t length;
  const int32_t *line_start; /* offset of each line's first byte */
  int32_t n_lines;
  bool is_library;      /* read since another text names what is in it */
  bool is_from_library; /* it was, even if its model is now the one asked for */
  bool is_linted;       /* a file of the package that the user named */
} SourceText;

typedef struct Place {
  int line;   /* from 1 */
  int column; /* from 1, in characters (UTF-8 code points) */
} Place;

/* Copies the bytes into the arena and finds the lines. */
SourceText *source_text_make(Arena *arena, const char *path, const char *bytes,
                             int32_t length);
Place source_text_place(const SourceText *text, int32_t offset);

#endif
