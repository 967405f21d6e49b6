/* setting.h: NAME=VALUE of the option --set, taken apart.
 *
 *   k={1,2}            k[1]=1   k[2]=2
 *   m={{1,2},{3,4}}    m[1,1]=1 m[1,2]=2 m[2,1]=3 m[2,2]=4
 *   m[2]={3,4}         m[2,1]=3 m[2,2]=4
 *   r=R(a=1, b={2,3})  r.a=1    r.b[1]=2 r.b[2]=3
 *
 * This is text alone: which variables there are is for the reader to ask.
 */
#ifndef FOUCAULT_PARSE_SETTING_H
#define FOUCAULT_PARSE_SETTING_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct Setting {
  const char *name, *value; /* of one scalar */
} Setting;

typedef struct SettingList {
  Setting *item;
  int n, cap;
  const char *fault; /* why a value could not be taken apart */
} SettingList;

/* Does the value have the form of an array or of a record? */
bool setting_is_compound(const char *value);

/* Appends the scalars of an array or record; a value that is neither is one
 * scalar. False: list->fault says why. Everything is in the arena. */
bool setting_expand(Arena *arena, const char *name, const char *value,
                    SettingList *list);

/* Is `variable` an element of the array `name`, or of a part of it: name[...],
 * and where the name has subscripts already, name without "]" and more? */
bool setting_is_element(const char *variable, const char *name);

#endif
