/* connections_repeat.h: connect() statements that are done again, with other
 * variables.
 *
 * The connections inside of the elements of an array of components, and those
 * of the turns of a loop, differ by their variables alone. They are looked at
 * once, and recorded; a turn does the same to the variables that are its own.
 *
 * needs   a record of the statements; what is to be another variable in each
 *         turn (connections_record_ranges() or connections_record_steps())
 * gives   what connections_add() would have given for the statements of the
 *         turn: they are legal because those of the record are
 * cost    a node or two for each pair of variables
 */
#ifndef FOUCAULT_FLATTEN_CONNECTIONS_CONNECTIONS_REPEAT_H
#define FOUCAULT_FLATTEN_CONNECTIONS_CONNECTIONS_REPEAT_H

#include "flatten/connections/connections.h"
#include "flatten/flat/flat_move.h"

typedef struct ConnectionRecord ConnectionRecord;

/* What connections_add() does from now on is recorded, in the session's
 * instance arena, until connections_recorded(). One record at a time. */
ConnectionRecord *connections_record(Connections *c);
/* False: something was connected that cannot be repeated. */
bool connections_recorded(Connections *c);
bool connections_is_recording(const Connections *c);

/* Variables and components of the ranges are others in each turn: as many
 * further as the ranges are long. */
void connections_record_ranges(ConnectionRecord *r, FlatRange variables,
                               FlatRange components);

/* Which arguments of a statement are other connectors in each turn. */
typedef struct ConnectionSides {
  bool left_moves, right_moves;
} ConnectionSides;
/* Can something that was `first` and then `next` continue like this to the last
 * turn? */
typedef bool ConnectionMoves(void *context, FlatVarId first, FlatVarId next);
/* The same statements in the next turn: what is another variable there moves
 * on by as much in each turn. False: the turns are not alike, are not n
 * statements, or move elsewhere than they should. */
bool connections_record_steps(ConnectionRecord *r, const ConnectionRecord *next,
                              const ConnectionSides *sides, int n,
                              ConnectionMoves *moves, void *context);

/* The statements of a turn; turn 0 is the one that was recorded. With
 * is_replica they stand in the replica of that number of their place. */
void connections_repeat(Connections *c, const ConnectionRecord *r, int turn,
                        bool is_replica);

/* How many flows were added, and one of them for another turn. */
int connections_count_flows(const Connections *c);
void connections_repeat_flow(Connections *c, int flow, FlatRange variables,
                             FlatRange components, int turn);

/* The instance that is the replica of a place, for messages. */
typedef const struct Instance *
ConnectionPlace(const void *context, const struct Instance *place, int replica);
void connections_set_places(Connections *c, ConnectionPlace *place,
                            const void *context);

#endif
