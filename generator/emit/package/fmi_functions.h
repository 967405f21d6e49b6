/* fmi_functions.h: the functions that an FMU exports, by the versions of FMI
 * that it is for. */
#ifndef FOUCAULT_EMIT_PACKAGE_FMI_FUNCTIONS_H
#define FOUCAULT_EMIT_PACKAGE_FMI_FUNCTIONS_H

/* Versions, as a sum; 0: that of FMI_2. */
typedef enum FmiVersions { FMI_2 = 1, FMI_3 = 2, FMI_BOTH = 3 } FmiVersions;

/* From 0 on; NULL: there are no more. */
const char *fmi_functions_name(FmiVersions versions, int number);

#endif
