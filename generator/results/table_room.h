/* table_room.h: how many numbers of a file of results are taken.
 *
 * A column of a file of MATLAB may stand for any number of variables, and a
 * number for a whole column.
 */
#ifndef FOUCAULT_RESULTS_TABLE_ROOM_H
#define FOUCAULT_RESULTS_TABLE_ROOM_H

#include "results/run_table.h"

/* False after E609: so many columns with the table's rows are more numbers than
 * --limit cells permits. */
bool table_room_is_enough(Session *s, const RunTable *table, int n_columns);

#endif
