/* sundials_config.h: what SUNDIALS's own build would find out, for the solvers
 * that are compiled from sources (sources.txt).
 *
 * Double precision, indices of 32 bits, errors by return
 * values alone: nothing is printed, nothing is measured, no MPI.
 */
#ifndef FOUCAULT_SUNDIALS_CONFIG_H
#define FOUCAULT_SUNDIALS_CONFIG_H

#include "sundials/sundials_export.h"

#define SUNDIALS_VERSION "7.1.1"
#define SUNDIALS_VERSION_MAJOR 7
#define SUNDIALS_VERSION_MINOR 1
#define SUNDIALS_VERSION_PATCH 1
#define SUNDIALS_VERSION_LABEL ""
#define SUNDIALS_GIT_VERSION ""

#define SUNDIALS_NOEXCEPT
#define SUNDIALS_DEPRECATED_MSG(msg)
#define SUNDIALS_DEPRECATED_EXPORT_MSG(msg)
#define SUNDIALS_DEPRECATED_NO_EXPORT_MSG(msg)

#define SUNDIALS_DOUBLE_PRECISION 1
#define SUNDIALS_INT32_T 1
#define SUNDIALS_INDEX_TYPE int32_t
#define SUNDIALS_MPI_ENABLED 0
#define SUNDIALS_LOGGING_LEVEL 0

#endif
