/* float_mode.h: numbers too small to be normal count as zero.
 *
 * Far from where something happens a long chain holds numbers that decay to
 * the smallest one there is and stay there: 5e-324 times 0.6 is rounded to
 * 5e-324. Processors compute with numbers below 2e-308 a hundred times slower
 * than with others. Where the processor can take them for zero it is asked to,
 * for the time of one call; the importer's mode is put back.
 */
#ifndef FOUCAULT_FLOAT_MODE_H
#define FOUCAULT_FLOAT_MODE_H

#include <stdint.h>

typedef uint64_t FloatMode;

/* Returns the mode before, for float_mode_restore(). */
FloatMode float_mode_flush(void);
void float_mode_restore(FloatMode before);

#endif
