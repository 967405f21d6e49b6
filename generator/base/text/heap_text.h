/* heap_text.h: copies of texts that outlive no arena, for code that is called
 * through the C interface of an FMU. */
#ifndef FOUCAULT_BASE_TEXT_HEAP_TEXT_H
#define FOUCAULT_BASE_TEXT_HEAP_TEXT_H

/* The caller frees it; NULL: memory is short. */
char *heap_text_copy(const char *text);

#endif
