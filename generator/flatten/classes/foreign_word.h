/* foreign_word.h: names that other languages have for things of Modelica.
 *
 * Who writes `double x` or `ln(x)` knows what is meant, not how Modelica calls
 * it. No edit distance finds that.
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_FOREIGN_WORD_H
#define FOUCAULT_FLATTEN_CLASSES_FOREIGN_WORD_H

/* What to write instead, as a sentence; NULL: the word is not known. Only for
 * names that were not found: a model may have a variable t. */
const char *foreign_word_hint(const char *word);

#endif
