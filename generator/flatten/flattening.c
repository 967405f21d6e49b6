/* flattening.c: see flattening.h. */
#include "flatten/flattening.h"

#include "flatten/calls/calls.h"
#include "flatten/connections/connections_repeat.h"
#include "flatten/expressions/evaluate.h"
#include "flatten/expressions/replicas.h"
#include "flatten/instances/component_family.h"
#include "flatten/instances/evaluation_state.h"
#include "flatten/instances/guard.h"
#include "flatten/instances/instance.h"

/* The hook of connections_repeat.h. */
static const Instance *replica_place(const void *flattening,
                                     const Instance *place, int replica)
{
  return replicas_part(flattening, (Instance *)place, replica);
}

static FlattenTables *create_tables(const Session *s, Arena *arena)
{
  FlattenTables *made = arena_alloc(arena, sizeof *made);
  NameMap *const map[] = {
      &made->parts,      &made->bases,      &made->set,     &made->values,
      &made->records,    &made->in_streams, &made->reinits, &made->simple_types,
      &made->procedures, &made->called,     &made->builtins};
  for (size_t i = 0; i < sizeof map / sizeof map[0]; i++)
    name_map_init(map[i], arena);
  made->most_instances = s->limit[LIMIT_COMPONENTS];
  return made;
}

/* The classes, with modifications and lookup beside each other. */
static void create_lookup(Flattening *f, const Ast *ast,
                          const LibraryOptions *options)
{
  Modifications *modifications = arena_alloc(f->arena, sizeof *modifications);
  Lookup *lookup = arena_alloc(f->arena, sizeof *lookup);
  *modifications = modification_create(f->faults);
  f->library = library_create(f->faults, ast, options);
  f->modifications = modifications;
  *lookup = lookup_create(f->faults, f->library, modifications);
  lookup->inner_class = inner_outer_class;
  f->lookup = lookup;
}

const Flattening *flattening_create(Session *s, const Ast *ast,
                                    const LibraryOptions *library,
                                    const ForeignCaller *foreign, bool crosses,
                                    ClocksWanted clocks)
{
  Flattening *f = arena_alloc(s->instance_arena, sizeof *f);
  f->s = s;
  f->arena = s->instance_arena;
  f->faults = fault_create(s);
  f->tables = create_tables(s, f->arena);
  create_lookup(f, ast, library);
  f->typing = (Typing){.faults = f->faults,
                       .arena = s->flat_arena,
                       .constant = evaluate_constant,
                       .open_subscript = guard_subscript,
                       .delay_made = guard_delay,
                       .is_computed = evaluation_waits,
                       .constant_context = f,
                       .texts = &f->tables->texts,
                       .flattening = f};
  f->flat = arena_alloc(s->flat_arena, sizeof *f->flat);
  f->tables->texts.flat = f->flat;
  f->connections = connections_create(s, f->faults, f->flat);
  connections_set_places(f->connections, replica_place, f);
  f->foreign = foreign;
  f->crosses = crosses;
  f->clocks = clocks;
  f->calls = &calls_rules;
  return f;
}
