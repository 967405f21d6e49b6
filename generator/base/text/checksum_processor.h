/* checksum_processor.h: rounds of SHA-1 and SHA-256 as instructions of the
 * processor (x86-64 has them since 2016), ten times as fast as those in C.
 *
 * The same sums: whether a processor has them changes no byte of a file.
 */
#ifndef FOUCAULT_BASE_TEXT_CHECKSUM_PROCESSOR_H
#define FOUCAULT_BASE_TEXT_CHECKSUM_PROCESSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Asks the processor, which takes a microsecond in a virtual machine. */
bool checksum_processor_can(void);

/* n blocks of 64 bytes; only where the processor can. `constants` are the 64
 * of SHA-256. */
void checksum_processor_sha1(uint32_t *hash, const unsigned char *block,
                             size_t n);
void checksum_processor_sha256(uint32_t *hash, const unsigned char *block,
                               size_t n, const uint32_t *constants);

#endif
