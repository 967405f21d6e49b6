/* equation_texts.h: the equations of a large loop, whose texts are few.
 *
 *   static const char *const continuous_0_text[] = {
 *     "chain.mo:9: x[k] = x[k - 1]"};
 *   static const int continuous_0_text_of[] = {PACKED_TABLE,
 *     2, 0, 0, -4998, 1};
 *
 * In place of the list of all of them (Block.equation).
 *
 * cost    linear in the equations of the loop
 */
#ifndef FOUCAULT_EMIT_BLOCKS_EQUATION_TEXTS_H
#define FOUCAULT_EMIT_BLOCKS_EQUATION_TEXTS_H

#include "emit/blocks/block_tables.h"

/* Are they written so? Small loops are not. */
bool equation_texts_are_few(const ModelText *m, const ReducedBlock *b);

/* <name>_text and <name>_text_of. */
void equation_texts_write(const ModelText *m, const AlgebraicLoop *loop,
                          FILE *out);

#endif
