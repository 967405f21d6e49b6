/* harmless.h: text of others, for the terminal: without the characters that
 * would steer it, reorder what stands around them, or hide there.
 */
#ifndef FOUCAULT_BASE_TEXT_HARMLESS_H
#define FOUCAULT_BASE_TEXT_HARMLESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Control characters, also of Latin 1, and marks of the direction of text. */
bool harmless_is(uint32_t code_point);

/* Copies with `?` for what is not harmless or no UTF-8; never longer. `to` may
 * be `from`; has_lines: ends of lines and tabs stay. */
void harmless_copy(char *to, const char *from, bool has_lines);

/* Prints it so, without ends of lines. */
void harmless_put(FILE *out, const char *text);
/* The first character of n > 0 bytes; how many of them it has. */
size_t harmless_put_first(FILE *out, const char *text, size_t n);

/* Results and models that go to standard output: as they are, but to a terminal
 * without control characters (ends of lines and tabs stay). */
void harmless_write(FILE *out, const char *bytes, size_t n);
bool harmless_is_terminal(FILE *out);

/* The same for what a program prints, piece by piece, in any encoding: ends of
 * lines and tabs stay, and so do bytes that are no control characters.
 * `is_held`, false at first: the last byte is not shown yet, since it may begin
 * a control character. The length of `clean`, at most n + 1. */
size_t harmless_piece(bool *is_held, const char *bytes, size_t n, char *clean);

#endif
