/* name_rows.h: the names of all variables, as generated code has them.
 *
 * Each row of the list (text_rows.h) is a name, or stands for many. A capital
 * letter says how much of the name before comes first, then the rest follows.
 * "*98 2 0" stands for 98 names, each like the one that stands 2 before it,
 * but with its number 0 (the first of its numbers) one higher.
 *
 * cost    a walk through the rows
 */
#ifndef FOUCAULT_NAME_ROWS_H
#define FOUCAULT_NAME_ROWS_H

enum { NAME_ROWS_SIZE = 300 };

/* The name with this index; empty: there is none. Longer ones are cut. */
void name_rows_find(const char *const *list, int index,
                    char name[NAME_ROWS_SIZE]);

#endif
