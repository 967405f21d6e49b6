/* connections_record.c: what connect() statements did, kept to be repeated. */
#include <assert.h>

#include "base/vector.h"
#include "flatten/connections/connections_inside.h"

ConnectionRecord *connections_record(Connections *c)
{
  assert(!c->record);
  c->record = arena_alloc(c->arena, sizeof *c->record);
  c->record->is_whole = true;
  return c->record;
}

bool connections_recorded(Connections *c)
{
  assert(c->record);
  bool is_whole = c->record->is_whole;
  c->record = NULL;
  return is_whole;
}

bool connections_is_recording(const Connections *c)
{
  return c->record != NULL;
}

void connections_keep_nothing(Connections *c)
{
  if (c->record) c->record->is_whole = false;
}

/* A connector without variables has nothing that could move. */
void connections_keep_connect(Connections *c, Span span,
                              const ConnectorUse *left,
                              const ConnectorUse *right)
{
  ConnectionRecord *r = c->record;
  if (!r) return;
  if (left->path || right->path) r->is_whole = false;
  r->connect = vector_grow(c->arena, r->connect, &r->cap_connects,
                           r->n_connects + 1, sizeof r->connect[0]);
  r->connect[r->n_connects++] = (RecordedConnect){
      .span = span, .left = *left, .right = *right, .first_pair = r->n_pairs};
}

void connections_keep_pair(Connections *c, const ConnectedPair *pair)
{
  ConnectionRecord *r = c->record;
  if (!r) return;
  assert(r->n_connects > 0);
  r->pair = vector_grow(c->arena, r->pair, &r->cap_pairs, r->n_pairs + 1,
                        sizeof r->pair[0]);
  r->pair[r->n_pairs++] = *pair;
  r->connect[r->n_connects - 1].n_pairs++;
}
