/* text_pile.c: see text_pile.h. */
#include "test.h"

#include "text_pile.h"

void text_pile_add(TextPile *pile, const char *format, ...)
{
  size_t room = sizeof pile->text - (size_t)pile->n;
  va_list list;
  va_start(list, format);
  int n = vsnprintf(pile->text + pile->n, room, format, list);
  va_end(list);
  assert_true(n >= 0 && (size_t)n < room);
  pile->n += n;
}
