/* mechanisms.h: the one table of what an instance is made of. */
#ifndef FOUCAULT_MECHANISMS_H
#define FOUCAULT_MECHANISMS_H

#include "../core/mechanism.h"

/* For instance_create(). */
extern const Mechanisms runtime_mechanisms;

#endif
