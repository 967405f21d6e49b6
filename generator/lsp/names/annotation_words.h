/* annotation_words.h: the words of annotations (MLS 3.6, chapter 18): what each
 * of them says, and where it may stand.
 *
 * needs   the word before the open parenthesis around a place
 * gives   rows of a table, in the order in which they are offered
 * cost    a walk along the table
 */
#ifndef FOUCAULT_LSP_NAMES_ANNOTATION_WORDS_H
#define FOUCAULT_LSP_NAMES_ANNOTATION_WORDS_H

typedef struct AnnotationWord {
  const char *name;
  const char *in;   /* the words that it may stand in, between blanks */
  const char *type; /* of its value; NULL: it has words of its own */
  const char *text; /* what it says */
} AnnotationWord;

/* The word after `last` (NULL: the first) that may stand in this one; NULL:
 * there is none. Of static life. At the top the word around is "annotation", in
 * the lists of a picture "graphics", after `LinePattern.` that. */
const AnnotationWord *annotation_words_next(const AnnotationWord *last,
                                            const char *around);
/* The word of this name there, or NULL. */
const AnnotationWord *annotation_words_find(const char *around,
                                            const char *name);

#endif
