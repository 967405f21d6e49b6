/* fmi2_layer.h: what the files fmi2_*.c share: the exported calls of FMI 2.0
 * are a thin layer, each hands its arguments over to a body that knows no
 * version. */
#ifndef FOUCAULT_FMI2_LAYER_H
#define FOUCAULT_FMI2_LAYER_H

#include "../core/instance.h"
#include "../fmi2.h"

/* [N_CALLS] fmi2_modes.c */
extern const CallRow fmi2_calls[];

/* A logger that hands messages to this function as FMI 2.0 asks: ("%s", text),
 * since foreign text is no format, and with every `#` doubled. */
Logger fmi2_logger(fmi2CallbackLogger listener,
                   fmi2ComponentEnvironment environment, const char *name);

static inline fmi2Status fmi2_status(Status status)
{
  return (fmi2Status)status; /* the numbers are the same */
}

#endif
