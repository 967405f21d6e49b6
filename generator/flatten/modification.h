/* modification.h: what is to be changed in a class or variable, as a tree.
 *
 * A Modifier is one node: `a(b(start = 1), k = 3)` is the node a with the
 * children b (with the child start) and k. Each value remembers the place
 * from which its names are looked up: the modifier of a component belongs to
 * the class that declares the component, not to the component's own class.
 *
 * Trees are never changed once others can see them; merging makes new nodes
 * where both sides have something and shares the rest.
 */
#ifndef FOUCAULT_FLATTEN_MODIFICATION_H
#define FOUCAULT_FLATTEN_MODIFICATION_H

#include <stdbool.h>

#include "flatten/lookup.h"

struct Instance;

/* Where an expression was written: names are searched in the class and, for
 * components, found in the instance. No instance: only constants exist. */
typedef struct Context {
  struct Instance *instance;
  ClassScope *scope;
} Context;

typedef struct Modifier Modifier;
struct Modifier {
  int32_t id;
  Name name;
  Span span;
  bool final;
  const AstExpr *value;          /* NULL: none */
  Context context;               /* of value */
  Modifier *first, *last, *next; /* children, in order; next sibling */
  int n_children;
};

typedef struct Modifications {
  Faults *faults;
  Arena *arena;
  NameMap index; /* (id, name) of the children, where there are many */
  int32_t n_modifiers;
} Modifications;

void modification_init(Modifications *m, Faults *faults);

/* The modification of the thing with this name; NULL if none is written.
 * E290 redeclare and break, E203 modified twice. */
Modifier *modification_make(Modifications *m, Name name,
                            const AstModification *written, Context context);

/* `outer` wins over `inner`; either may be NULL. E211 when inner is final. */
Modifier *modification_merge(Modifications *m, Modifier *outer,
                             Modifier *inner);

/* The child of that name, or NULL; `modifier` may be NULL. */
Modifier *modification_find(const Modifications *m, const Modifier *modifier,
                            Name name);

#endif
