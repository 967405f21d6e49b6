/* sundials_export.h: the solvers are parts of a binary and export nothing. */
#ifndef FOUCAULT_SUNDIALS_EXPORT_H
#define FOUCAULT_SUNDIALS_EXPORT_H

#define SUNDIALS_STATIC_DEFINE
#define SUNDIALS_EXPORT
#define SUNDIALS_NO_EXPORT
#define SUNDIALS_DEPRECATED
#define SUNDIALS_DEPRECATED_EXPORT
#define SUNDIALS_DEPRECATED_NO_EXPORT

#endif
