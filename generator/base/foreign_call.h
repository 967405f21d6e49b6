/* foreign_call.h: a call of a C function at translation.
 *
 * The front end knows the function and the values (flatten/calls/external_call.h),
 * the back end has the compiler (emit/foreign/foreign_run.h): this is what passes
 * between them.
 */
#ifndef FOUCAULT_BASE_FOREIGN_CALL_H
#define FOUCAULT_BASE_FOREIGN_CALL_H

#include <stdbool.h>

#include "base/source_text.h"

typedef enum ForeignType {
  FOREIGN_REAL,    /* double: real */
  FOREIGN_INTEGER, /* int: integer; Booleans and enumerations too */
  FOREIGN_SIZE,    /* size_t: integer */
  FOREIGN_TEXT,    /* const char *: text */
  FOREIGN_OBJECT   /* void *: constructor */
} ForeignType;

/* An argument, or what is returned. An output is passed by its address, with
 * the values it has before, and holds afterwards what C has written. */
typedef struct ForeignValue {
  ForeignType type;
  bool is_array, is_output;
  int n; /* elements; 1 of scalars */
  /* [n], of the type */
  double *real;
  int *integer;
  const char **text;
  /* makes the object just before the call; of arguments only */
  const struct ForeignCall *constructor;
} ForeignValue;

/* result = name(arg...) */
typedef struct ForeignCall {
  const char *name;
  const char *function; /* in Modelica, with all parts of its name */
  Span declared;        /* its external clause */
  const char *doubt;    /* whose code it is, if it may not run; else NULL */
  bool is_declared;     /* by what is included */
  bool is_fortran;      /* all is passed by address, and after it the length of
                       each text */
  ForeignValue *arg;
  int n_args;
  ForeignValue *result; /* NULL: nothing is returned */
  /* what the function is compiled and linked with */
  const char *const *include; /* C text */
  int n_includes;
  const char *const *include_folder;
  int n_include_folders;
  const char *const *library;
  int n_libraries;
} ForeignCall;

/* Whose C code is taken (flatten/functions/code_trust.h). */
typedef enum CodeTrust {
  CODE_OF_ALL,
  CODE_OF_LIBRARIES, /* those in the folders of -L and MODELICAPATH */
  CODE_OF_STANDARD   /* of these the Modelica Standard Library alone */
} CodeTrust;

/* Carries out a call. False: *failure says why, as "it crashed"; or NULL
 * after a diagnostic. New texts are in the session's arena. */
typedef struct ForeignCaller {
  bool (*call)(void *context, const ForeignCall *call, const char **failure);
  void *context;
  CodeTrust at_translation, in_fmu;
} ForeignCaller;

#endif
