/* ast.h: what was written in a Modelica file, no names resolved.
 *
 * The tree follows the concrete syntax of the Modelica Language Specification
 * 3.6, appendix A; grammar rules are named at each type. All nodes live in
 * the session's syntax arena and are read-only after parsing. Lists are
 * arrays of pointers with a count. NULL stands for "not written". Every node
 * has the span of its source text.
 */
#ifndef FOUCAULT_PARSE_AST_H
#define FOUCAULT_PARSE_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/interned_string.h"
#include "base/source_text.h"

typedef struct AstExpr AstExpr;
typedef struct AstClass AstClass;
typedef struct AstModification AstModification;
typedef struct AstArgument AstArgument;
typedef struct AstEquation AstEquation;
typedef struct AstStatement AstStatement;
typedef struct AstComment AstComment;

/* --- names and subscripts --- */

/* One subscript: an expression, or NULL expr for ":" */
typedef struct AstSubscript {
  Span span;
  AstExpr *expr;
} AstSubscript;

/* One part of a component reference: IDENT [ array-subscripts ] */
typedef struct AstNamePart {
  Span span;
  Name ident; /* quoted identifiers keep their quotes: 'a b' */
  AstSubscript *subscript;
  int n_subscripts; /* 0: none written */
} AstNamePart;

/* component-reference, name and type-specifier: [.] part {. part} */
typedef struct AstReference {
  Span span;
  bool leading_dot;
  AstNamePart *part;
  int n_parts;
} AstReference;

/* --- expressions --- */

typedef enum AstExprKind {
  AST_REAL,    /* real: UNSIGNED-NUMBER with a point or exponent */
  AST_INTEGER, /* integer; out of int64 range: E112 */
  AST_STRING,  /* string: escapes resolved, may not hold zero bytes */
  AST_FALSE,
  AST_TRUE,
  AST_REFERENCE,  /* reference (also `time`) */
  AST_END,        /* `end` inside subscripts */
  AST_COLON,      /* `:` alone as a subscript or dimension */
  AST_UNARY,      /* op, arg[0] */
  AST_BINARY,     /* op, arg[0], arg[1] */
  AST_IF,         /* arg: cond, value, cond, value, ..., else value */
  AST_RANGE,      /* arg: start, stop or start, step, stop */
  AST_CALL,       /* reference (der, initial, pure are references too);
                    arg positional, named; may have iterators */
  AST_PARTIAL,    /* function-partial-application: reference, named */
  AST_ARRAY,      /* {a, b} or {e for i in r}: arg, iterator */
  AST_MATRIX,     /* [a, b; c, d]: row[], n_rows, each row's args */
  AST_TUPLE,      /* (a, , b): output-expression-list; NULL args allowed; a
                    single parenthesised expression is not a tuple but is
                    returned itself */
  AST_SUBSCRIPTED /* (expr)[subs] of 3.6: arg[0], subscript */
} AstExprKind;

typedef enum AstOperator {
  AST_ADD,
  AST_SUB,
  AST_MUL,
  AST_DIV,
  AST_POW,
  AST_EL_ADD,
  AST_EL_SUB,
  AST_EL_MUL,
  AST_EL_DIV,
  AST_EL_POW, /* .+ ... */
  AST_LT,
  AST_LE,
  AST_GT,
  AST_GE,
  AST_EQ,
  AST_NE,
  AST_AND,
  AST_OR,
  AST_NOT,
  AST_PLUS,
  AST_MINUS,
  AST_EL_PLUS,
  AST_EL_MINUS /* unary */
} AstOperator;

/* name = expression in a function call */
typedef struct AstNamedArgument {
  Span span;
  Name name;
  AstExpr *value;
} AstNamedArgument;

/* for-index: IDENT [ in expression ] */
typedef struct AstIterator {
  Span span;
  Name name;
  AstExpr *range; /* NULL: implicit range */
} AstIterator;

typedef struct AstRow {
  AstExpr **item;
  int n_items;
} AstRow;

struct AstExpr {
  AstExprKind kind;
  AstOperator op; /* AST_UNARY, AST_BINARY */
  Span span;      /* of AST_BINARY: the whole expression */
  bool parenthesised;
  union {
    double real;
    int64_t integer;
    const char *string;
    AstReference *reference;
    AstSubscript *subscript; /* AST_SUBSCRIPTED */
    AstRow *row;
  };
  AstExpr **arg;
  int n_args;
  int n_subscripts, n_rows;
  AstNamedArgument *named;
  int n_named;
  AstIterator *iterator; /* calls and arrays: e for i in r, j in s */
  int n_iterators;
};

/* --- comments, annotations, modifications --- */

/* comment: string-comment [ annotation ] */
struct AstComment {
  Span span;
  const char *text;            /* concatenated, NULL: none */
  AstModification *annotation; /* a class-modification, NULL: none */
};

/* modification: class-modification [= expr] | = expr | := expr */
struct AstModification {
  Span span;
  AstArgument **argument;
  int n_arguments;
  bool has_arguments; /* "()" was written, maybe empty */
  AstExpr *value;
  bool is_break; /* = break (3.6) */
};

typedef enum AstArgumentKind {
  AST_MODIFY,              /* name modification comment */
  AST_REDECLARE_CLASS,     /* class_def (also element-replaceable) */
  AST_REDECLARE_COMPONENT, /* component */
  AST_BREAK_CONNECT,       /* inheritance-modification: break connect(a, b) */
  AST_BREAK_COMPONENT      /* inheritance-modification: break name */
} AstArgumentKind;

typedef struct AstElement AstElement;

struct AstArgument {
  AstArgumentKind kind;
  Span span;
  bool each, final, redeclare, replaceable;
  AstReference *name;            /* AST_MODIFY, AST_BREAK_COMPONENT */
  AstModification *modification; /* NULL: none */
  AstComment *comment;
  AstElement *element; /* redeclarations: class or component element */
  AstExpr *connect_left, *connect_right; /* AST_BREAK_CONNECT */
};

/* --- classes --- */

typedef enum AstRestriction {
  AST_CLASS,
  AST_MODEL,
  AST_RECORD,
  AST_OPERATOR_RECORD,
  AST_BLOCK,
  AST_CONNECTOR,
  AST_EXPANDABLE_CONNECTOR,
  AST_TYPE,
  AST_PACKAGE,
  AST_FUNCTION,
  AST_OPERATOR_FUNCTION,
  AST_OPERATOR
} AstRestriction;

typedef enum AstPurity { AST_PURITY_NONE, AST_PURE, AST_IMPURE } AstPurity;

typedef enum AstClassForm {
  AST_LONG,         /* name comment composition end name */
  AST_LONG_EXTENDS, /* extends name [class-modification] ... end name */
  AST_SHORT,        /* name = [base-prefix] type [subs] [modification] */
  AST_ENUMERATION,  /* name = enumeration(literals) or enumeration(:) */
  AST_SHORT_DER     /* name = der(f, x, y) */
} AstClassForm;

typedef struct AstEnumLiteral {
  Span span;
  Name name;
  AstComment *comment;
} AstEnumLiteral;

typedef struct AstDerName {
  Span span;
  Name name;
} AstDerName;

typedef enum AstImportKind {
  AST_IMPORT_QUALIFIED, /* import A.B.C; */
  AST_IMPORT_RENAME,    /* import D = A.B.C; */
  AST_IMPORT_ALL,       /* import A.B.*; */
  AST_IMPORT_LIST       /* import A.B.{C, D}; */
} AstImportKind;

typedef enum AstVariability {
  AST_CONTINUOUS,
  AST_DISCRETE,
  AST_PARAMETER,
  AST_CONSTANT
} AstVariability;
typedef enum AstCausality {
  AST_CAUSALITY_NONE,
  AST_INPUT,
  AST_OUTPUT
} AstCausality;
typedef enum AstConnection {
  AST_CONNECTION_NONE,
  AST_FLOW,
  AST_STREAM
} AstConnection;

/* type-prefix */
typedef struct AstTypePrefix {
  AstVariability variability;
  AstCausality causality;
  AstConnection connection;
} AstTypePrefix;

/* constraining-clause */
typedef struct AstConstraint {
  Span span;
  AstReference *type;
  AstModification *modification;
  AstComment *comment;
} AstConstraint;

typedef enum AstElementKind {
  AST_ELEMENT_IMPORT,
  AST_ELEMENT_EXTENDS,
  AST_ELEMENT_CLASS,
  AST_ELEMENT_COMPONENT
} AstElementKind;

/* One element of a class, in the order written. A component clause with
 * several components becomes one element per component. */
struct AstElement {
  AstElementKind kind;
  Span span;
  bool is_protected, redeclare, final, inner, outer, replaceable;
  AstConstraint *constraint; /* replaceable ... constrainedby */
  AstComment *comment;

  /* AST_ELEMENT_IMPORT */
  AstImportKind import_kind;
  Name import_alias;
  AstReference *import_name;
  Name *import_list;
  int n_import_list;

  /* AST_ELEMENT_EXTENDS: type, modification (arguments only) */
  /* AST_ELEMENT_CLASS: class_def */
  AstClass *class_def;

  /* AST_ELEMENT_COMPONENT */
  AstTypePrefix prefix;
  AstReference *type;
  AstSubscript *type_subscript; /* Real[3] x */
  int n_type_subscripts;
  Name name;
  Span name_span;
  AstSubscript *subscript; /* x[3] */
  int n_subscripts;
  AstModification *modification;
  AstExpr *condition; /* if expr */
};

/* equation or algorithm section; several of one kind stay apart */
typedef struct AstSection {
  Span span;
  bool is_algorithm, is_initial;
  AstEquation **equation;
  int n_equations;
  AstStatement **statement;
  int n_statements;
} AstSection;

/* external [language] [reference =] name(args) [annotation]; */
typedef struct AstExternal {
  Span span;
  const char *language; /* NULL: "C" */
  AstReference *result; /* NULL: none */
  Name function;        /* NULL: the class name */
  AstExpr **arg;
  int n_args;
  bool has_call;
  AstModification *annotation;
} AstExternal;

struct AstClass {
  AstClassForm form;
  AstRestriction restriction;
  AstPurity purity;
  bool is_final, is_encapsulated, is_partial;
  Span span;
  Span name_span;
  Name name;
  AstComment *comment;  /* description; annotation of the class */
  AstReference *within; /* top level only: within name; NULL: none */
  bool has_within;
  bool is_incomplete; /* something of its own could not be parsed and is left
                         out (Session.is_tolerant) */
  int32_t place; /* set by flatten/classes/library.c: which file or folder it is
                    stored in; 0: written inside of another class */

  /* AST_LONG, AST_LONG_EXTENDS */
  AstElement **element;
  int n_elements;
  AstSection **section;
  int n_sections;
  AstExternal *external;
  AstModification *extends_modification; /* AST_LONG_EXTENDS */

  /* AST_SHORT */
  AstTypePrefix base_prefix;
  AstReference *base;
  AstSubscript *base_subscript;
  int n_base_subscripts;
  AstModification *base_modification;

  /* AST_ENUMERATION */
  AstEnumLiteral *literal;
  int n_literals;
  bool enumeration_colon;

  /* AST_SHORT_DER: base is the function, der_name[] the inputs */
  AstDerName *der_name;
  int n_der_names;
};

/* --- equations and statements --- */

typedef enum AstEquationKind {
  AST_EQ_SIMPLE,  /* left = right */
  AST_EQ_IF,      /* branch[] */
  AST_EQ_FOR,     /* iterator[], body in branch[0] */
  AST_EQ_WHEN,    /* branch[]: when, elsewhen ... */
  AST_EQ_CONNECT, /* left, right: references */
  AST_EQ_CALL     /* left: the call (assert, terminate, reinit, ...) */
} AstEquationKind;

/* if/elseif/else, when/elsewhen; condition NULL for else and for loops */
typedef struct AstEquationBranch {
  Span span;
  AstExpr *condition;
  AstEquation **equation;
  int n_equations;
} AstEquationBranch;

struct AstEquation {
  AstEquationKind kind;
  Span span;
  AstExpr *left, *right;
  AstEquationBranch *branch;
  int n_branches;
  AstIterator *iterator;
  int n_iterators;
  AstComment *comment;
};

typedef enum AstStatementKind {
  AST_ST_ASSIGN,       /* left := right */
  AST_ST_ASSIGN_TUPLE, /* left (tuple) := right (call) */
  AST_ST_CALL,         /* left */
  AST_ST_IF,           /* branch[] */
  AST_ST_FOR,          /* iterator[], branch[0] */
  AST_ST_WHILE,        /* branch[0] with condition */
  AST_ST_WHEN,         /* branch[] */
  AST_ST_BREAK,
  AST_ST_RETURN
} AstStatementKind;

typedef struct AstStatementBranch {
  Span span;
  AstExpr *condition;
  AstStatement **statement;
  int n_statements;
} AstStatementBranch;

struct AstStatement {
  AstStatementKind kind;
  Span span;
  AstExpr *left, *right;
  AstStatementBranch *branch;
  int n_branches;
  AstIterator *iterator;
  int n_iterators;
  AstComment *comment;
};

/* All top-level classes of all files, in the order read. */
typedef struct Ast {
  AstClass **class_def;
  int n_classes, cap_classes;
} Ast;

#endif
