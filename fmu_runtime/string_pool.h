/* string_pool.h: Strings while the model runs.
 *
 * A String is a number: 0 is "", the others up to n_texts are the texts that
 * the model has written down, those after have come into being while
 * running. Equal Strings are the same number, so that variables, pre(),
 * saved states and arguments of functions are plain Integers.
 *
 * What has come into being is kept as long as the instance, each text once.
 * In a model whose functions compute no String variables only what the
 * importer has set is; all else lives until the next evaluation.
 */
#ifndef FOUCAULT_STRING_POOL_H
#define FOUCAULT_STRING_POOL_H

#include "model.h"

struct Instance;
typedef struct StringPool StringPool;

/* --- for generated code --- */

/* Lives until the instance is evaluated again, or freed. */
const char *strings_text(const ModelValues *v, double string);
/* The number of a copy; 0 where memory is short (noted) or of NULL. */
double strings_number(const ModelValues *v, const char *text);

/* Operators and String(): external functions (external.h); the format is one
 * of printf for one argument. Their results live until the call ends. */
const char *string_join(const char *a, const char *b);
int string_compare(const char *a, const char *b);
const char *string_of_real(double x, const char *format);
const char *string_of_integer(int x, const char *format);

/* --- for the instance --- */

void strings_begin_evaluation(struct Instance *inst);
/* What is there now outlives the next evaluation. */
void strings_keep(struct Instance *inst);

#endif
