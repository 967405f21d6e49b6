/* c_text.h: pieces of C text that no model can break.
 *
 * Names, comments and source lines come from the user: they are made safe
 * for comments and string literals here, and nowhere else.
 */
#ifndef FOUCAULT_EMIT_TEXT_C_TEXT_H
#define FOUCAULT_EMIT_TEXT_C_TEXT_H

#include <stdio.h>

#include "base/session.h"

#define C_NUMBER_SIZE 40

/* Decimal digits; returns how many characters. */
size_t c_text_integer(long value, char buffer[C_NUMBER_SIZE]);
/* The same, written. */
void c_text_put_integer(FILE *out, long value);
/* The fewest digits that read back as the same finite value: "3", "1e-05".
 * Returns the buffer. */
const char *c_text_digits(double value, char buffer[C_NUMBER_SIZE]);
/* The shortest C double constant that reads back as the same value; HUGE_VAL
 * and NAN need <math.h>. Returns the buffer. */
const char *c_text_number(double value, char buffer[C_NUMBER_SIZE]);

/* A string literal with its quotes, for readers: long text is cut with
 * "...". */
void c_text_string(FILE *out, const char *text);

/* The same where the text is a value of the model: whole. Longer than C99
 * promises for a literal it is a compound literal of characters; what needs
 * the text must then stand in the same block, or at file scope. */
void c_text_value(FILE *out, const char *text);

/* Text inside of a comment: no comment ends or begins in it. */
void c_text_comment(FILE *out, const char *text);

/* A statement, indented by two spaces, broken at blanks before column 80,
 * with a comment after it (NULL: none). It must hold no string literal. */
void c_text_statement(FILE *out, const char *statement, const char *comment);

/* Lines, one level deeper. */
void c_text_indented(FILE *out, const char *text);

/* "pendulum.mo:14: x^2 + y^2 = L^2": file without its folders (the same text
 * wherever the file lies), blanks folded, cut when long. "" for NO_SPAN. In
 * the arena. */
const char *c_text_place(Arena *arena, const Session *s, Span span);

#endif
