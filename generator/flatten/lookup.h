/* lookup.h: classes by name, and names by scope.
 *
 * A ClassScope stands for one class where it was written: the syntax tree and
 * the scope around it. Scopes are made when they are first asked for, so that
 * classes nobody uses cost nothing. Modelica Language Specification 3.6,
 * chapter 5: a simple name is searched in the class and its bases, then in
 * the scopes around it, then among the predefined types.
 *
 * Everything lives in the session's instance arena.
 */
#ifndef FOUCAULT_FLATTEN_LOOKUP_H
#define FOUCAULT_FLATTEN_LOOKUP_H

#include <stdbool.h>

#include "base/session.h"
#include "flatten/fault.h"
#include "flatten/flat.h"
#include "flatten/name_map.h"
#include "flatten/suggest.h"
#include "parse/ast.h"

typedef struct ClassScope ClassScope;
struct Instance;

typedef enum ClassKind {
  CLASS_ROOT,       /* what holds the top-level classes */
  CLASS_PREDEFINED, /* what is known everywhere: around the root */
  CLASS_BUILTIN,    /* Real, Integer, Boolean, String: type */
  CLASS_WRITTEN     /* ast */
} ClassKind;

/* What a chain of short classes and single extends leads to. */
typedef enum TypeEnd {
  END_UNKNOWN,
  END_BUILTIN,
  END_CLASS,
  END_FAULTY /* a cycle, an unknown name */
} TypeEnd;

typedef enum BasesState { BASES_UNKNOWN, BASES_ACTIVE, BASES_KNOWN } BasesState;

struct ClassScope {
  ClassKind kind;
  int32_t id;
  const AstClass *ast;   /* CLASS_WRITTEN */
  FlatType type;         /* CLASS_BUILTIN */
  ClassScope *enclosing; /* NULL: CLASS_PREDEFINED */
  Name full_name;
  bool filled;              /* its elements are in the table */
  const AstElement *import; /* the first import, NULL: none */

  /* Classes it extends, or the class that a short one stands for. */
  BasesState bases_state;
  ClassScope **base;
  int n_bases;
  int visit; /* the search that last came here */

  /* Used by instantiate.c: what it stands for, how often it is being
   * instantiated now, and its constants as others see them. */
  TypeEnd end;
  int active;
  struct Instance *constants;
};

/* What a name stands for in a class. */
typedef struct Entry {
  Name name;
  ClassScope *owner;
  const AstElement *element; /* NULL: top-level class or predefined type */
  ClassScope *class_scope;   /* classes; NULL: a component */
} Entry;

typedef struct Lookup {
  Session *s;
  Faults *faults;
  Arena *arena;
  const Ast *ast;
  ClassScope *root;
  ClassScope *builtin[4]; /* by FlatType */
  NameMap entries;
  int32_t n_scopes;
  int n_searches, depth;
} Lookup;

/* Reports top-level classes of the same name (E203). */
Lookup *lookup_create(Faults *faults, const Ast *ast);

/* The element of the class itself, or NULL. */
const Entry *lookup_own(Lookup *l, ClassScope *scope, Name name);
/* The element of the class or of its bases, or NULL. */
const Entry *lookup_member(Lookup *l, ClassScope *scope, Name name);
/* The element that a simple name means at `from`, or NULL; `where` is the
 * scope whose member it is. */
const Entry *lookup_simple(Lookup *l, ClassScope *from, Name name,
                           ClassScope **where);

/* The classes that this one extends; resolved once. Faults are reported. */
void lookup_bases(Lookup *l, ClassScope *scope);

/* The class that a type name means at `from`; NULL after a diagnostic. */
ClassScope *lookup_class(Lookup *l, ClassScope *from, const AstReference *name);
/* The class with this full name; NULL if there is none (no diagnostic). */
ClassScope *lookup_full_name(Lookup *l, const char *dotted);

/* Nearly the same name among what can be seen from here. */
void lookup_offer(Lookup *l, ClassScope *from, bool classes_only,
                  Suggestion *near);
/* The same among the elements of one class. */
void lookup_offer_members(Lookup *l, ClassScope *scope, bool classes_only,
                          Suggestion *near);

/* Whether a base class somewhere around could not be found: then a name that
 * is not found either says nothing new. */
bool lookup_is_incomplete(Lookup *l, ClassScope *from);

/* An import that could explain why a name is not found, or NULL. */
const AstElement *lookup_import(const ClassScope *from);

/* The reference as text, in the scratch arena. */
const char *lookup_reference_text(Session *s, const AstReference *name,
                                  int n_parts);

/* "model", "package", ... */
const char *lookup_restriction(const ClassScope *scope);

#endif
