/* instantiate.h: a class to the tree of its components.
 *
 * needs   a class that is no package or function
 * gives   one Instance per component, one variable of the flat model per
 *         component of a built-in type, in the order of declaration, inherited
 *         ones at the place of their extends; values and attributes wait as
 *         modifiers for attributes.c, equations as bodies for flatten.c
 * fails   E202 to E206, E211, E290; a faulty component stays in the tree,
 *         marked broken, so that its uses are not reported again
 * cost    linear in the instantiated model; an explicit stack of classes
 */
#ifndef FOUCAULT_FLATTEN_INSTANTIATE_H
#define FOUCAULT_FLATTEN_INSTANTIATE_H

#include "flatten/flat.h"
#include "flatten/lookup.h"
#include "flatten/modification.h"
#include "flatten/types.h"

typedef struct Instance Instance;
struct Instance {
  int32_t id;
  Name path; /* full name; "" of the model itself */
  Instance *parent;
  ClassScope *scope;           /* its class, a built-in one for variables */
  const AstElement *element;   /* its declaration, NULL: the model itself */
  FlatVarId variable;          /* i < 0: none */
  int depth;                   /* 0: the model itself */
  FlatVariability variability; /* of prefixes: its parts are not above it */
  bool is_protected;
  bool broken; /* reported already: using it says nothing more */
};

/* What is known of a flat variable beside the flat model. */
typedef struct Variable {
  Instance *instance;
  Modifier *modifier; /* value and attributes, NULL: none */
  bool is_requested;  /* package constants: somebody needs its value */
  bool is_faulty;     /* its binding has been reported */
} Variable;

/* The equations of one class for one instance. */
typedef struct Body {
  Instance *instance;
  ClassScope *scope;
} Body;

/* An attribute whose value must be known at translation: it is
 * evaluated when all constants are bound. */
typedef struct Pending {
  FlatVarId variable;
  int attribute; /* as attributes.c numbers them */
  FlatExpr *expr;
} Pending;

/* All that the files of flatten/ share while one model is made. */
typedef struct Flattening {
  Session *s;
  Faults *faults;
  Arena *arena; /* instance arena */
  Lookup *lookup;
  Modifications modifications;
  Typing typing;
  FlatModel *flat; /* variables behind n_visible are package constants */
  int n_visible;   /* -1 until the model is instantiated */

  NameMap children; /* (instance id, name) to Instance */
  NameMap bases;    /* (instance id, full class name): inherited already */
  int32_t n_instances;
  int32_t most_instances; /* what would have more is refused */
  bool is_too_large;      /* reported: nothing more is made */
  Variable *variable;     /* like flat->var */
  int cap_variables;
  Body *body;
  int n_bodies, cap_bodies;
  FlatExpr **use; /* places that name a package constant: they become its
                     value in the end */
  int n_uses, cap_uses;
  FlatVarId *request; /* package constants whose value somebody needs */
  int n_requests, cap_requests;
  Pending *pending;
  int n_pending, cap_pending;
} Flattening;

Flattening *flattening_create(Session *s, const Ast *ast);

/* The model itself. */
Instance *instantiate_model(Flattening *f, ClassScope *scope);
/* The constants of a class as they are seen from outside; made once. */
Instance *instantiate_constants(Flattening *f, ClassScope *scope);

/* The component of that name, or NULL. */
Instance *instance_child(const Flattening *f, const Instance *instance,
                         Name name);

#endif
