/* lookup.h: classes with their modifications applied, and names in them.
 *
 * An InstClass is a class at a place: its text, the place where the text
 * stands (as a Context, so that a class inside of a modified package sees the
 * modifications), and the modification environment. Its parts are its own
 * text and the texts it inherits, each with the modifications that reach it.
 * Parts are made when a name is first looked for in them: classes nobody uses
 * cost nothing. A class asked for twice in the same place is the same
 * InstClass; a component has one of its own.
 *
 * Modelica Language Specification 3.6, chapter 5: a simple name is searched
 * in the class and its bases, among its imports, then in the scopes around
 * it, then at the top level and among the predefined types.
 *
 * Everything lives in the session's instance arena.
 *
 * The room classes/ finds the text that a name means: library.h (files and
 * folders), lookup.h (names and inheritance), modification.h (what is modified
 * from outside). It knows no components and evaluates nothing; it calls flat/,
 * parse/ and base/. What an outer class stands for is asked of the instances
 * by Lookup.inner_class. Reading order: library.h, modification.h, this
 * header, lookup_inside.h (which lists the files of the lookup from below);
 * then constraint_keep.h, deselection.h, declared_type.h.
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_LOOKUP_H
#define FOUCAULT_FLATTEN_CLASSES_LOOKUP_H

#include <stdbool.h>

#include "base/session.h"
#include "base/suggest.h"
#include "flatten/classes/library.h"
#include "flatten/classes/modification.h"
#include "flatten/flat/fault.h"
#include "flatten/flat/flat.h"
#include "flatten/flat/name_map.h"
#include "parse/ast.h"

typedef struct InstClass InstClass;
typedef struct ClassPart ClassPart;
struct Instance;

/* The names of one class text, shared by all its uses. */
typedef struct ClassText {
  int32_t id;
  const AstClass *ast;
  bool has_imports, has_redeclares;
  bool is_faulty;                   /* class_content.h has reported it */
  struct ClassText *next_importing; /* of the list in LookupTables */
} ClassText;

typedef enum ClassKind {
  CLASS_BUILTIN, /* Real, ..., an enumeration: type, enumeration */
  CLASS_WRITTEN  /* ast */
} ClassKind;

struct InstClass {
  ClassKind kind;
  int32_t id;
  const AstClass *ast; /* NULL: predefined */
  FlatType type;       /* CLASS_BUILTIN */
  const FlatEnumeration *enumeration;
  Name full_name;
  Context enclosing;  /* where the text stands */
  Modifier *modifier; /* its modification environment */
  ClassPart *first;   /* its own text; NULL until asked for */
  /* What a redeclared class must keep of the one it replaces: lower than its
   * own modifications (section 7.3.2); NULL: nothing. */
  Modifier *constraint;
  InstClass *extended; /* `redeclare model extends X`: X as it was */
  InstClass *like; /* the same class in the prototype of a family of components;
                      NULL: it is in none */
  int32_t n_bases; /* that its parts have, by every way */
  bool is_final;   /* declared final: all its elements are */
  bool is_redeclared;         /* took the place of another class */
  bool is_faulty;             /* reported: says nothing more */
  struct Instance *instance;  /* whose class it is; NULL: shared */
  struct Instance *constants; /* its constants as others see them */
};

typedef enum BasesState { BASES_UNKNOWN, BASES_ACTIVE, BASES_KNOWN } BasesState;

/* The text of a class, or of one of its bases, inside of a class. */
struct ClassPart {
  int32_t id;
  InstClass *whole;
  InstClass *source;  /* the class the text belongs to, as it was found */
  InstClass *builtin; /* a predefined type; then the rest is unused */
  ClassText *text;
  const AstClass *ast;
  Name class_name; /* full name of the class the text belongs to */
  Context enclosing;
  Modifier *modifier;        /* what is modified in this text from outside */
  ClassPart *parent;         /* the part that inherits this one, NULL: none */
  const AstElement *extends; /* the clause, NULL: a short class, or none */
  BasesState bases_state;
  ClassPart **base; /* in order, NULL where the name failed */
  int n_bases;
  int depth;
};

/* Where a name was found in a part or its bases. */
typedef struct Member {
  const AstElement *element;
  const AstClass *stored; /* a class in a file of its own; element is NULL */
  ClassPart *part;        /* whose text declares it */
} Member;

typedef enum FoundKind {
  FOUND_NOTHING,
  FOUND_CLASS,     /* class_def */
  FOUND_COMPONENT, /* member, instance, whole */
  FOUND_FAULTY     /* reported */
} FoundKind;

typedef struct Found {
  FoundKind kind;
  InstClass *class_def;
  Member member;
  InstClass *whole;          /* the class whose member it is */
  struct Instance *instance; /* the instance whose component it is, or NULL */
  bool is_enclosing;         /* of a class around: only constants can be used */
} Found;

/* Something replaceable, and what took its place (constraint_keep.h). */
typedef struct Replacement {
  const AstElement *original, *redeclared;
  Context context;       /* of the original */
  InstClass *given;      /* NULL: the constraining type of `redeclared`, */
  Context given_context; /* which is looked up here */
  bool is_plug;          /* nothing can be connected to what it has more */
} Replacement;

/* All classes of one model, and the predefined types. */
typedef struct LookupTables {
  InstClass *builtin[4]; /* by FlatType */
  const FlatEnumeration *state_select, *assertion_level, *clock;
  NameMap predefined; /* (0, name) to InstClass */
  NameMap texts;      /* (0, AstClass) to ClassText */
  NameMap names;      /* (text, name) to AstElement */
  NameMap classes;  /* (class, name) to InstClass; (-1, AstClass) at the top */
  NameMap replaced; /* pairs of declarations, constraint_keep.c */
  Replacement *replacement;
  int n_replacements, cap_replacements;
  int n_checked;        /* of them, instances/constraint.c */
  ClassText *importing; /* the texts with imports */
  int32_t n_texts, n_classes, n_parts;
  bool has_incomplete; /* a text was used of which something was left out */
} LookupTables;

/* The tables, and what becomes of faults that a search meets. */
typedef struct Lookup Lookup;
struct Lookup {
  Session *s;
  const Faults *faults;
  Arena *arena;
  Library *library;
  const Modifications *modifications;
  LookupTables *tables;
  int depth; /* of searches for bases and imports inside of each other */
  /* What an outer class stands for in an instance (NULL: in none), and where
   * that is declared; NULL after a diagnostic. Set by who makes instances. */
  InstClass *(*inner_class)(const Lookup *l, struct Instance *instance,
                            const AstElement *outer, Member *inner);
};

/* Without inner_class. */
Lookup lookup_create(const Faults *faults, Library *library,
                     const Modifications *modifications);

/* --- classes --- */

/* The class of a component: its own copy, with the modifier on top. */
InstClass *lookup_instance_class(const Lookup *l, InstClass *type,
                                 struct Instance *instance, Modifier *modifier);
/* The class of this text without any modification. */
InstClass *lookup_written(const Lookup *l, const AstClass *ast,
                          Context enclosing);
/* Does its text stand in a partial class, which others replace or complete? */
bool lookup_is_around_partial(const InstClass *c);
/* Its own text; not of CLASS_BUILTIN. */
ClassPart *lookup_first_part(const Lookup *l, InstClass *c);
/* The parts it inherits; resolved once. Faults are reported. */
void lookup_bases(const Lookup *l, ClassPart *part);
/* What a short class, or one that is nothing but an extends, stands for; NULL:
 * it is neither, or that failed. */
ClassPart *lookup_only_base(const Lookup *l, ClassPart *part);
/* What a type stands for in the end: the part of a predefined type, with all
 * modifications on the way in its modifier, or NULL for a class with
 * components. */
ClassPart *lookup_type_end(const Lookup *l, InstClass *c);
/* "model", "package", ... */
const char *lookup_restriction(const InstClass *c);
const char *lookup_restriction_word(AstRestriction restriction);
/* The restriction of the class that a short one stands for in the end. */
AstRestriction lookup_true_restriction(const Lookup *l, InstClass *c);

/* --- names --- */

/* The element of the part or of its bases; false: there is none. */
bool lookup_member(const Lookup *l, ClassPart *part, Name name, Member *member);
/* The place inside of the part's text. */
Context lookup_context(const ClassPart *part);
/* Of a class, from outside. */
Found lookup_in_class(const Lookup *l, InstClass *c, Name name);
/* The class of an inner element of `whole`, as it is seen from the components
 * inside: of `inner outer` not the class around, for which its name stands in
 * `whole` itself (section 5.4). */
InstClass *lookup_inner_class(const Lookup *l, InstClass *whole,
                              const Member *member);
/* By its declaration, or by the section of the extends that brings it. */
bool lookup_is_protected(const Member *member);
/* Is it declared partial, or the short class of one that is (section 4.5.1)? */
bool lookup_is_partial(const Lookup *l, InstClass *c);
/* May the name `part` lead through the written class `c` to what was found in
 * it (section 5.3.2)? False after a diagnostic. */
bool lookup_may_pass(const Lookup *l, InstClass *c, const Found *found,
                     const AstNamePart *part);
/* Section 6.3: what a name leads to through something replaceable, declared in
 * the same text, is an element of its constraining type. `first` is what the
 * first part of the name means. False after E202. Libraries are left alone. */
bool lookup_check_limited(const Lookup *l, Context from, const Found *first,
                          const AstReference *name);
/* What a simple name means there. */
Found lookup_simple(const Lookup *l, Context from, Name name);
/* May a part of the name of a class be redeclared (section 7.1.4)? */
bool lookup_is_replaceable(const Lookup *l, Context from,
                           const AstReference *name);
/* A top-level class. */
Found lookup_top(const Lookup *l, Name name);

/* The class that a type name means; NULL after a diagnostic. */
InstClass *lookup_class(const Lookup *l, Context from,
                        const AstReference *name);
/* All imports of the user's texts that were read, used or not (section 13.2):
 * E202, E220 what they name is not there, or not in a package; E203 two of one
 * name. Libraries are left alone. Cost: linear in the imports. */
void lookup_check_imports(const Lookup *l);
/* Section 7.1.4: E211 where the name of a constraining type leads through
 * something replaceable. Names that are not found are left alone. */
void lookup_check_settled(const Lookup *l, Context from,
                          const AstReference *name);
/* The class with this full name; NULL if there is none (no diagnostic). */
InstClass *lookup_full_name(const Lookup *l, const char *dotted);

/* --- messages --- */

/* Nearly the same name among what can be seen from here. */
void lookup_offer(const Lookup *l, Context from, bool classes_only,
                  Suggestion *near);
/* The same among the elements of one class. */
void lookup_offer_members(const Lookup *l, InstClass *c, bool classes_only,
                          Suggestion *near);
/* Whether a base class somewhere around could not be found: then a name that
 * is not found either says nothing new. */
bool lookup_is_incomplete(const Lookup *l, Context from);
bool lookup_is_incomplete_class(const Lookup *l, InstClass *c);
/* The reference as text, in the scratch arena. */
const char *lookup_reference_text(Session *s, const AstReference *name,
                                  int n_parts);

#endif
