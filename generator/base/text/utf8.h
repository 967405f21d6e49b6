/* utf8.h: which bytes are text.
 *
 * The room base/text/ owns how characters and numbers are read and written:
 * UTF-8, JSON, whole and decimal numbers. It calls no other room; each file
 * stands by itself.
 *
 * Modelica files are UTF-8. These functions serve the check of a file, the
 * quoting of source lines in messages and JSON strings.
 */
#ifndef FOUCAULT_BASE_TEXT_UTF8_H
#define FOUCAULT_BASE_TEXT_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The length (1 to 4) of the character at the front of the n bytes, and its
 * code point; 0 if these bytes are not valid UTF-8 or n is 0. */
int utf8_decode(const char *bytes, size_t n, uint32_t *code_point);

/* How many bytes at the front are valid UTF-8 without zero bytes. */
size_t utf8_valid_prefix(const char *bytes, size_t n);

#endif
