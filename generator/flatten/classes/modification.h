/* modification.h: what is to be changed in a class or variable, as a tree.
 *
 * A Modifier is one node: `a(b(start = 1), k = 3)` is the node a with the
 * children b (with the child start) and k. Each value remembers the place
 * from which its names are looked up: the modifier of a component belongs to
 * the class that declares the component, not to the component's own class.
 * A redeclaration is a node with the new declaration in it.
 *
 * Values for arrays (MLS 3.6, section 7.2.5): the value of a node belongs to
 * all elements of the arrays that its path goes through, so it is indexed by
 * their subscripts, except those that `each` leaves out. The node knows how
 * many names lead to it (n_levels) and how many of them, from the first, are
 * left out (n_each).
 *
 * Trees are never changed once others can see them; merging makes new nodes
 * where both sides have something and shares the rest.
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_MODIFICATION_H
#define FOUCAULT_FLATTEN_CLASSES_MODIFICATION_H

#include <stdbool.h>

#include "flatten/flat/fault.h"
#include "flatten/flat/name_map.h"
#include "parse/ast.h"

struct Instance;
struct ClassPart;
struct Iteration;
struct EndBound;

/* Where an expression was written: names are searched in the text of a class
 * and, for components, found in the instance. */
typedef struct Context {
  struct Instance *instance;         /* NULL: only constants exist */
  struct ClassPart *part;            /* NULL: outside of all classes */
  const struct Iteration *iteration; /* the loops around, innermost first */
  const struct EndBound *end;        /* what `end` is; NULL: nothing */
} Context;

typedef struct Modifier Modifier;
struct Modifier {
  int32_t id;
  Name name;
  Span span;
  bool final;
  bool is_break;               /* = break: no value */
  bool is_removed;             /* break name: the element is left out */
  const AstExpr *value;        /* NULL: none */
  Context context;             /* of value */
  int n_levels, n_each;        /* of value */
  bool is_each;                /* `each` is written here */
  struct ClassPart *of_type;   /* the short class that has the value; NULL: a
                                  component or another class */
  const AstElement *redeclare; /* the new declaration, NULL: none */
  Context redeclare_context;
  int redeclare_levels, redeclare_each; /* of the values in redeclare */
  Modifier *replaced; /* redeclare of a class that extends what was there */
  Modifier *below;    /* redeclare: what earlier redeclarations leave behind */
  const Modifier *earlier; /* redeclare: the one that it overrides */
  bool is_of_constraint;   /* redeclare: the replaced declaration asks for it */
  /* The whole has a value, which this part would change; NULL: none. It is a
   * fault of records (section 7.2.3). */
  const Modifier *clash;
  /* The value that the class has by itself, under this one and others; NULL:
   * none, or this is it. */
  const Modifier *innermost;
  bool is_described;             /* a description string is written here */
  Modifier *first, *last, *next; /* children, in order; next sibling */
  int n_children;
};

/* All trees of one model. */
typedef struct ModifierTable {
  NameMap index; /* (id, name) of the children, where there are many */
  int32_t n_modifiers;
} ModifierTable;

typedef struct Modifications {
  const Faults *faults;
  Arena *arena;
  ModifierTable *table;
} Modifications;

Modifications modification_create(const Faults *faults);

/* What a node stands for: the class around it, or a component. */
typedef enum ModifierRoot { OF_CLASS, OF_COMPONENT } ModifierRoot;

/* The modification of the thing with this name; NULL if none is written.
 * E203 modified twice. */
Modifier *modification_make(const Modifications *m, Name name,
                            ModifierRoot root, const AstModification *written,
                            Context context);
/* The same of the short class `type`, whose dimensions the values have. */
Modifier *modification_make_of_type(const Modifications *m,
                                    struct ClassPart *type, ModifierRoot root,
                                    const AstClass *ast, Context context);
/* The modification that stands in the new declaration of a component; its
 * values are indexed as those of the node. NULL if none is written. */
Modifier *modification_of_new(const Modifications *m, const Modifier *modifier);
/* What a declaration demands of itself and of all that take its place: the
 * modification after `constrainedby` or, of what takes its place and where
 * nothing constrains, its own (MLS 3.6, section 7.3.2); NULL: nothing. */
Modifier *modification_of_constraint(const Modifications *m,
                                     const AstElement *element, Context context,
                                     bool is_redeclared);
/* The same for a node that redeclares: of its own declaration and of those
 * before it. NULL of NULL. */
Modifier *modification_of_redeclared(const Modifications *m,
                                     const Modifier *modifier);
/* A tree with one child more, which redeclares the element. `to` may be NULL;
 * otherwise it must not be seen by others yet. */
Modifier *modification_redeclare(const Modifications *m, Modifier *to,
                                 const AstElement *element, Context context);

/* `outer` wins over `inner`; either may be NULL. E211 when inner is final. */
Modifier *modification_merge(const Modifications *m, Modifier *outer,
                             Modifier *inner);

/* What the node says about a class, for all its uses: no array on the way to
 * the class counts, and that it is redeclared is not said again. NULL of
 * NULL. The recursion is as deep as the modification is written. */
Modifier *modification_of_class(const Modifications *m,
                                const Modifier *modifier);

/* The child of that name, or NULL; `modifier` may be NULL. */
Modifier *modification_find(const Modifications *m, const Modifier *modifier,
                            Name name);

#endif
