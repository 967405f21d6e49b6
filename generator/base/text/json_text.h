/* json_text.h: one JSON document, written piece by piece to a stream.
 *
 *   JsonWriter w = json_begin(stdout);
 *   json_object_begin(&w);
 *   json_key(&w, "states");
 *   json_int(&w, 2);
 *   json_object_end(&w);
 *   json_end(&w);
 *
 * Commas, line breaks and indentation are the writer's. A key or a value out
 * of place is a bug of the caller and stopped by an assert. Write errors are
 * left to ferror() of the stream.
 */
#ifndef FOUCAULT_BASE_TEXT_JSON_TEXT_H
#define FOUCAULT_BASE_TEXT_JSON_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define JSON_MAX_DEPTH 64

typedef struct JsonWriter {
  FILE *out; /* not owned */
  int depth;
  bool after_key;
  bool is_compact; /* set by the owner: no line breaks, no indentation */
  bool is_object[JSON_MAX_DEPTH];
  bool has_items[JSON_MAX_DEPTH];
} JsonWriter;

JsonWriter json_begin(FILE *out);
/* Ends the document with a line break; everything must be closed. */
void json_end(JsonWriter *w);

void json_object_begin(JsonWriter *w);
void json_object_end(JsonWriter *w);
void json_array_begin(JsonWriter *w);
void json_array_end(JsonWriter *w);
void json_key(JsonWriter *w, const char *key);

/* NULL is written as null; bytes that are not UTF-8 as U+FFFD. */
void json_string(JsonWriter *w, const char *text);
void json_int(JsonWriter *w, int64_t value);
/* 17 significant digits: reads back as the same number; non-finite: null. */
void json_double(JsonWriter *w, double value);
void json_bool(JsonWriter *w, bool value);
void json_null(JsonWriter *w);

/* Only the quoted and escaped text, without a writer. */
void json_write_string(FILE *out, const char *text);

#endif
