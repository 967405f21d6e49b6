/* test.h: what every unit test begins with, before any other header: the
 * names of POSIX, the parts of the C library that tests use, and cmocka with
 * the headers it needs. */
#ifndef FOUCAULT_TESTS_TEST_H
#define FOUCAULT_TESTS_TEST_H

#define _XOPEN_SOURCE 700

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* From -1 to 1, the same series for the same seed. */
static inline double next_number(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 8388608.0 - 1;
}

#endif
