/* one_byte.h: enums that take one byte where there are millions of them.
 *
 *   typedef enum ONE_BYTE Kind { ... } Kind;
 */
#ifndef FOUCAULT_BASE_ONE_BYTE_H
#define FOUCAULT_BASE_ONE_BYTE_H

#define ONE_BYTE __attribute__((packed))

#endif
