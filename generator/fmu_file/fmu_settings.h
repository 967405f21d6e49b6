/* fmu_settings.h: --set NAME=VALUE for an FMU, read against its description.
 *
 * A value is a number, true or false, a literal of an enumeration (or its
 * number), a text; an array {1,2} or a record R(a=1) stands for its elements
 * (parse/setting.h). x.start=1 is x=1: the value that x has at the start.
 *
 * fails   E605 there is no such variable; E210 the value does not fit, or the
 *         variable cannot be set, with the reason
 */
#ifndef FOUCAULT_FMU_FILE_FMU_SETTINGS_H
#define FOUCAULT_FMU_FILE_FMU_SETTINGS_H

#include "fmu_file/description_read.h"

/* The value of one variable; which member counts follows from its type. */
typedef struct FmuSetting {
  int variable; /* index into the description's variables */
  double real;
  int integer; /* Integer, Boolean, Enumeration */
  const char *text;
} FmuSetting;

typedef struct FmuSettings {
  FmuSetting *item;
  int n, cap;
} FmuSettings;

/* Reads set[n_set]; `where` names the FMU in messages. Everything is in the
 * session arena. */
bool fmu_settings_read(Session *s, const char *where, const FmuDescription *d,
                       const char *const *set, int n_set, FmuSettings *out);

/* For --vary or another option, whose text is `text`: the variable of that name (x.start is x),
 * or -1 after E605, or E210 where it cannot be set. */
int fmu_settings_variable(Session *s, const char *where,
                          const FmuDescription *d, const char *option,
                          const char *text, const char *name);
/* The same, one value of that variable; false after E210. */
bool fmu_settings_read_value_of(Session *s, const char *where,
                                const FmuDescription *d, int variable,
                                const char *option, const char *text,
                                const char *value, FmuSetting *out);

#endif
