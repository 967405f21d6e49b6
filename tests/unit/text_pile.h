/* text_pile.h: the text of a model, put together piece by piece. The test
 * fails where it becomes too long. */
#ifndef FOUCAULT_TESTS_TEXT_PILE_H
#define FOUCAULT_TESTS_TEXT_PILE_H

typedef struct TextPile {
  char text[20000];
  int n;
} TextPile;

void text_pile_add(TextPile *pile, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
