/* stdbool.h: for models that TinyCC compiles. */
#ifndef FOUCAULT_STDBOOL_H
#define FOUCAULT_STDBOOL_H

#define bool _Bool
#define true 1
#define false 0

#endif
