/* fuzz.h: what every fuzz_*.c has, and what it may use.
 *
 * A target is one file fuzz_NAME.c with LLVMFuzzerTestOneInput(): it takes any
 * bytes, and ends the program if a promise is broken. There are two programs
 * of each target: by clang's libFuzzer, which looks for new paths (./dev fuzz),
 * and by driver.c, which changes the given inputs a number of times from a
 * seed (./dev test). A target whose inputs are Modelica has mutate_text.c as
 * its way to change them, one whose inputs are words has mutate_words.c.
 */
#ifndef FOUCAULT_FUZZ_H
#define FOUCAULT_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* In mutate_text.c, mutate_words.c or mutate_bytes.c. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
                                 const uint8_t *data2, size_t size2,
                                 uint8_t *out, size_t max_size, unsigned seed);

/* Of libFuzzer, or of driver.c. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

/* A session whose messages go nowhere. */
Session *fuzz_session(void);
void fuzz_session_end(Session *s);

/* A file of this process with these bytes, and its path: it lives until the
 * next call with the same ending. */
const char *fuzz_file(const char *ending, const uint8_t *data, size_t size);

/* Ends the program with a message: a promise is broken. */
void fuzz_fail(const char *promise);

#endif
