/* relay.h: what one process prints is passed on by another, up to a limit.
 *
 * A process that runs foreign code prints through two pipes. The process that
 * watches it reads them, always, so that nobody waits; it shows so many bytes,
 * without control characters, and drops the rest.
 *
 * needs   a page of memory that both have, and a fork() after relay_make()
 * cost    a call of the system for each 4 kB, in both directions
 */
#ifndef FOUCAULT_BASE_SYSTEM_RELAY_H
#define FOUCAULT_BASE_SYSTEM_RELAY_H

#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { RELAY_PIECE = 4096 }; /* what a pipe that is ready takes as a whole */

/* In memory that both have. */
typedef struct RelayPage {
  atomic_bool is_passing; /* something was read and is not yet written */
  atomic_bool is_cut;     /* there was more than the limit */
  int pipe[2];            /* where to write: as standard output and error */
} RelayPage;

typedef struct Relay {
  RelayPage *page;
  int from[2]; /* -1: at its end */
  char bytes[2][RELAY_PIECE + 1];
  size_t n[2];
  bool is_held[2]; /* of harmless_piece() */
  double left; /* bytes that may still be shown */
} Relay;

/* False: there are no pipes. */
bool relay_make(Relay *relay, RelayPage *page, double megabytes);

/* In the process that prints. */
void relay_become_writer(Relay *relay);
/* Standard output and error lead into the pipes; is_apart: both into that of
 * standard error. False: they are gone. */
bool relay_enter(const RelayPage *page, bool is_apart);
/* They lead elsewhere again: waits until all is shown, ten seconds at most. */
void relay_leave(const RelayPage *page);

/* In the process that passes it on. */
void relay_become_reader(Relay *relay);
void relay_poll(const Relay *relay, struct pollfd wanted[2]);
void relay_pass(Relay *relay, const struct pollfd ready[2]);
/* What is left, unless the descriptor `stop` has something; then the pipes are
 * closed. */
void relay_end(Relay *relay, int stop);

#endif
