/* status.h: the words that all versions of FMI share, under names of none.
 *
 * The layers below the exported calls speak of these alone; only fmi/fmi2_*.c
 * and fmi3/ know the types of a version. The numbers of Status are
 * those that both versions of the standard have.
 */
#ifndef FOUCAULT_STATUS_H
#define FOUCAULT_STATUS_H

#include <stddef.h>

typedef enum Status {
  STATUS_OK,
  STATUS_WARNING,
  STATUS_DISCARD,
  STATUS_ERROR,
  STATUS_FATAL
} Status;

typedef enum InstanceType {
  MODEL_EXCHANGE,
  CO_SIMULATION,
  SCHEDULED_EXECUTION /* FMI 3.0 */
} InstanceType;

typedef unsigned int ValueReference;

#endif
