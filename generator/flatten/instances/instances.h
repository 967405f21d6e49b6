/* instances.h: the components of a model, and the context of flattening.
 *
 * This room makes one Instance per component and per element of an array of
 * components, with its class, modifier and place, when it is first asked for by
 * name: the size of an array may depend on a parameter that is declared after
 * it. A faulty component stays in the tree, marked broken, so that its uses are
 * not reported again.
 *
 * The room calls flat/, classes/ and values/. It evaluates nothing: sizes and
 * conditions are found by instance_expand() of the room expressions/, and
 * ../instantiate.c takes the instances into the flat model.
 *
 * Reading order: this header, instance.c (one component), inner_outer.c,
 * inherited.c and instance_check.c (rules of the language), flat_entries.c
 * (what a component adds to the flat model), binding.c and evaluation_state.c
 * (its value), scope.c and guard.c (what holds around a text),
 * component_family.c and family_make.c (arrays of like components),
 * overrides.c (--set).
 */
#ifndef FOUCAULT_FLATTEN_INSTANCES_INSTANCES_H
#define FOUCAULT_FLATTEN_INSTANCES_INSTANCES_H

#include "base/foreign_call.h"
#include "flatten/classes/library.h"
#include "flatten/classes/lookup.h"
#include "flatten/classes/modification.h"
#include "flatten/flat/flat.h"
#include "flatten/flat/types.h"
#include "flatten/values/text_functions.h"
#include "flatten/values/value.h"

typedef enum EvaluationState {
  EVALUATION_NONE,
  EVALUATION_ACTIVE,
  EVALUATION_KNOWN, /* constant */
  EVALUATION_FAILED /* reported */
} EvaluationState;

/* One dimension as written, with the place it was written in. */
typedef struct Dimension {
  const AstSubscript *written;
  Context context;
  const IndexType *by; /* of the first: what subscripts each dimension
                          (evaluate_index_types()); NULL: nobody asked */
} Dimension;

typedef struct Instance Instance;

/* An array whose sizes the importer may change (expressions/resizable.h). */
typedef struct Resizable {
  int number;           /* from 0 */
  Instance *owner;      /* others are second names of it */
  const int *size;      /* [rank] at translation */
  Instance **parameter; /* [rank] that is the size; NULL: it is a number */
} Resizable;

struct Instance {
  int32_t id;
  int32_t component; /* of the flat model, for class instances */
  Name name;
  Name path;                   /* full name; "" of the model itself */
  Instance *parent;            /* the component around it; NULL: a root */
  const AstElement *element;   /* its declaration, NULL: a root */
  const AstElement *original;  /* the one that it redeclares, or element */
  Context context;             /* of the declaration */
  ClassPart *original_part;    /* that declares it */
  InstClass *type;             /* the class that was named */
  InstClass *class_def;        /* predefined for variables; else its own; of an
                                array of components: the type */
  Modifier *modifier;          /* with everything that is known of its type */
  AstTypePrefix prefix;        /* of the declaration and of its type */
  FlatVariability variability; /* its parts are not above it */
  int depth;                   /* 0: a root */

  /* The first of its parts, the last made, and the next one of its parent;
   * those of an instance with many are in FlattenTables.parts. */
  Instance *first_part, *next_part;
  int n_parts;

  /* Arrays: known when is_expanded. */
  int rank;
  Dimension *dimension;
  int *dim;
  Instance **array_element; /* of components, n_elements; NULL: no array */
  Instance *array;          /* the array of which it is an element, or NULL */
  const int *index;         /* its subscripts there, from 1 */
  int n_elements;           /* 1 of scalars */

  FlatVarId variable;   /* the first; i < 0: none */
  Instance *inner;      /* what an outer component stands for */
  Instance *inner_side; /* `inner outer`: what is seen from inside */
  Instance *bound_by;   /* the record around whose value holds this one's */
  Value *whole_value;   /* the value of a record as a whole, once asked for */
  Value *constant;      /* its value at translation */

  struct Components *added;   /* of an expandable connector; NULL: none */
  const Resizable *resizable; /* of an array of parameters; NULL: none */

  /* component_family.h */
  struct ComponentFamily *family; /* of an array whose elements are one */
  Instance *replica_of;  /* the same part of the first element; NULL: of none */
  uint64_t index_levels; /* whose indices its size, condition or value needs */

  EvaluationState evaluation;
  bool is_protected;
  bool is_sizeless;   /* instance_is_sizeless() */
  bool is_present;    /* of an expandable connector: it is connected */
  bool is_added;      /* to one, like what it is connected to, whose declaration
                         it has */
  bool is_inner_side; /* of `inner outer`; as an inner component */
  bool is_package;    /* root of the constants of a class */
  bool is_expanded;   /* condition and dimensions are known */
  bool is_structural; /* the importer may change it: expressions/resizable.h */
  bool is_disabled;   /* its condition is false, or it is broken off */
  bool is_listed;     /* in the flat model */
  bool is_whole_tried;  /* a record; whether all of it has a value */
  bool evaluated;       /* its value was used at translation */
  bool evaluated_alike; /* and that of each of its replicas */
  bool broken;          /* reported already: using it says nothing more */
};

/* What is known of a flat variable beside the flat model. */
typedef struct Variable {
  Instance *instance; /* NULL: of a replica that nobody has asked for */
  int element;        /* of its array */
  bool is_faulty;     /* its binding has been reported */
} Variable;

/* An instance that has variables, arrays once. */
typedef struct Listed {
  Instance *instance;             /* NULL: all replicas of the family */
  struct ComponentFamily *family; /* whose prototype it is inside of; NULL */
} Listed;

/* The equations of one class text for one instance. */
typedef struct Body {
  Instance *instance; /* NULL: the bodies of all replicas of the family */
  ClassPart *part;
  struct ComponentFamily *family; /* as above */
} Body;

/* An attribute whose value must be known at translation: it is
 * evaluated when all constants are bound. */
typedef struct Pending {
  FlatVarId variable;
  int attribute; /* as attributes.c numbers them */
  FlatExpr *expr;
} Pending;

typedef struct Connections Connections;         /* connections.h */
typedef struct Overconstrained Overconstrained; /* overconstrained.c */

/* What inStream() of a stream variable gives, streams.h. */
typedef struct InStream {
  FlatVarId stream, value;
  Span span; /* of the first use */
} InStream;

/* How names of components become values. */
typedef enum ValueMode {
  MODE_FLATTEN,  /* variables of the flat model */
  MODE_EVALUATE, /* their values at translation */
  MODE_SHAPE     /* types and sizes only: Reals are zeros */
} ValueMode;

/* The components being evaluated now, for cycles. */
typedef struct Evaluation {
  Instance *instance;
  const struct Evaluation *next;
} Evaluation;

/* All that becomes more while one model is made; one for all. */
typedef struct FlattenTables {
  const ForeignCall **made; /* external objects known at translation: how
                               each is made, external_call.c */
  int n_made, cap_made;
  Instance *root;

  NameMap parts;  /* (instance id, name) to Instance: see instance_add_part() */
  NameMap bases;  /* (instance id, full class name): inherited already */
  NameMap values; /* (context's instance id, AstExpr) to Value */
  NameMap records;      /* (class id, "") to RecordType */
  NameMap procedures;   /* (class id, shapes of arguments) to BuiltFunction */
  NameMap called;       /* (class id, "") to FunctionPolicy */
  int n_building;       /* functions that are being made, one in another */
  NameMap builtins;     /* (class id or -1, name) to InstClass,
                           function_builtin.h */
  NameMap reinits;      /* (variable, "") to its first FlatAction */
  NameMap set;          /* (kind, name) to the text of a value, overrides.c */
  NameMap simple_types; /* (class id, name) to SimpleType, declared_type.h */
  int n_builds; /* procedures that are being made, inside of each other */
  TextProcedures texts;
  int32_t n_instances;
  int32_t most_instances; /* what would have more is refused */
  bool is_too_large;      /* reported: nothing more is made */
  Variable *variable;     /* like flat->var */
  int cap_variables;
  Listed *listed;
  int n_listed, cap_listed;
  struct ComponentFamily **families; /* in the order of their variables */
  int n_families, cap_families;
  struct ComponentFamily *family; /* whose prototype is at work; NULL: none */
  uint64_t index_levels;          /* used since somebody set it to 0 */
  int32_t n_replicas;             /* instances that were left out */
  bool shares_nothing;            /* no family is made */
  Instance **missing;             /* inner components that nobody declared */
  int n_missing, cap_missing;
  Body *body;
  int n_bodies, cap_bodies;
  Pending *pending;
  int n_pending, cap_pending;

  struct Overconstrained *overconstrained; /* NULL: nothing yet */
  struct StateMachines *machines; /* state_machine.h; NULL: there are none */
  NameMap in_streams; /* (0, name of the stream variable), streams.c */
  InStream *in_stream;
  int n_in_streams, cap_in_streams;

  Instance **expandable; /* connectors, expandable.h */
  int n_expandables, cap_expandables;
  const char *const *wanted; /* names of what is to be structural */
  int n_wanted;
  Instance **structural; /* parameters, expressions/resizable.h */
  int n_structural, cap_structural, n_resizables;
  Instance **second; /* second names of arrays that are resized */
  int n_second, cap_second;
  bool has_expanded; /* since the last look */
  bool has_clocks;   /* an operator of clocks was met */
  int64_t n_turns;   /* of loops */
  int n_between;     /* values for between_events.h */
  int n_lost;        /* equations left out because of a reported fault */
} FlattenTables;

typedef struct Flattening Flattening;

/* How calls are translated: the one way from expressions back up to calls. An
 * expression may call a function, an argument is an expression, and the body of
 * a function is made of expressions. With direct calls the rooms expressions/,
 * functions/, connections/, clocks/ and calls/ would be one circle of 40 files;
 * so expressions know only that there are calls, and calls/calls.c, which sets
 * this table, knows which. */
typedef struct CallRules {
  /* Any call; NULL after a diagnostic. */
  Value *(*value)(const Flattening *f, Context context, const AstExpr *call);
  /* The call of this function or record, whatever its name is there. */
  Value *(*function)(const Flattening *f, Context context, const AstExpr *call,
                     InstClass *c);
  /* The function can be called here; false after a diagnostic. */
  bool (*may_call)(const Flattening *f, const AstExpr *call, InstClass *c);
  /* All results of a function of the model; false after a diagnostic. */
  bool (*outputs)(const Flattening *f, Context context, const AstExpr *call,
                  Value ***output, int *n_outputs);
} CallRules;

/* The model that is made, and what holds around the text that is translated
 * now. It is passed down and never changed: what holds for a part of the text
 * only is another Flattening, made by scope.h and passed to what translates
 * that part. */
struct Flattening {
  Session *s;
  const Faults *faults;
  Arena *arena; /* instance arena */
  Library *library;
  const Lookup *lookup;
  const Modifications *modifications;
  Typing typing;
  FlatModel *flat;
  Connections *connections;
  const ForeignCaller *foreign; /* NULL: C is not called */
  bool crosses; /* for other machines too: C files before compiled libraries */
  ClocksWanted clocks; /* that the FMU is to have */
  FlattenTables *tables;
  const CallRules *calls;

  ValueMode mode;
  const Evaluation *evaluation; /* the components being evaluated now */
  FlatExpr *guard; /* when what is being flattened counts, guard.h */
  int depth;       /* of evaluations inside of evaluations */
  int n_calls;     /* of functions, inside of each other */
  int *n_calls_in_all; /* that the outermost one has taken so far; NULL: there
                          is none */
  bool decides;    /* conditions of parameters are known (held_branch.h) */
  bool is_pure;    /* impure functions cannot be called here (section 12.3) */
  const Instance *caller; /* in the default of an argument: where the call
                             stands, section 12.4.1; NULL: here */
  const AstExpr *wrapped; /* this call stands in pure(): it may be impure */
  bool takes_structural;  /* structural parameters have values: for sizes that
                            may be changed later, and what is in such arrays */
  bool in_procedure; /* its statements take the values: it has no variables of
                        the model, but as arguments */
};

/* The constants of a class as they are seen from outside; made once. */
Instance *instance_constants(const Flattening *f, InstClass *class_def);

/* The component of that name, or NULL; its class is known, its size may not
 * be. An outer one stands for its inner. */
Instance *instance_child(const Flattening *f, Instance *instance, Name name);
/* What an outer component stands for, otherwise itself. */
Instance *instance_resolve(const Flattening *f, Instance *instance);
/* It is a variable of a predefined type or an array of them. */
bool instance_is_variable(const Instance *instance);
/* It is a model, block or class: a component of the flat model. */
bool instance_owns_equations(const Flattening *f, const Instance *instance);
/* An expandable connector: its components are known when all connections
 * are. */
bool instance_is_expandable(const Flattening *f, const Instance *instance);
/* An array of an expandable connector whose size follows from the connected
 * elements: it has no size that could be asked for (section 9.1.3). */
static inline bool instance_is_sizeless(const Instance *instance)
{
  return instance->is_sizeless && instance->rank > 0;
}
/* Of its class in the end: a record, a connector, ... */
AstRestriction instance_restriction(const Flattening *f,
                                    const Instance *instance);

/* A parameter with the annotation Evaluate = true, or in a record with it. */
bool instance_is_to_be_evaluated(const Flattening *f, const Instance *instance);

/* The components of a class in their order, inherited ones too. */
typedef struct Components {
  Instance **item;
  int n_items, cap_items;
} Components;
Components instance_components(const Flattening *f, Instance *instance);

#endif
