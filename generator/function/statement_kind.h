/* statement_kind.h: what the statements of functions can be; shared by the
 * flat model (flatten/flat/procedure.h) and functions (function/function.h), which
 * differ in their expressions. */
#ifndef FOUCAULT_FUNCTION_STATEMENT_KIND_H
#define FOUCAULT_FUNCTION_STATEMENT_KIND_H

typedef enum SlotType {
  SLOT_REAL,
  SLOT_INTEGER,
  SLOT_BOOLEAN,
  SLOT_STRING, /* a number: fmu_runtime/string_pool.h */
  SLOT_OBJECT  /* the number of an external object of the instance, from 1 */
} SlotType;

typedef enum StatementKind {
  STATEMENT_ASSIGN,   /* target := value */
  STATEMENT_ALLOCATE, /* local := an array of `value` zeros; kept > 0: of the
                         elements of that array of the model, from 1 */
  STATEMENT_CHECK,    /* value is an index of dimension `dimension`, 1 .. limit
                       (no limit: 1 .. size); otherwise the function fails */
  STATEMENT_READ,     /* target := element value (from 1) of local */
  STATEMENT_WRITE,    /* element index (from 1) of local := value */
  STATEMENT_CALL,     /* result[] := function(arg[]) */
  STATEMENT_IF,       /* value: body, otherwise */
  STATEMENT_FOR,      /* target from value by step to limit: body */
  STATEMENT_LOOP,     /* body until break */
  STATEMENT_BREAK,
  STATEMENT_RETURN,
  STATEMENT_ASSERT,  /* value holds, or the function fails with text, or with
                        the String `index` */
  STATEMENT_EXTERNAL /* external: a function in C */
} StatementKind;

/* How an argument crosses the border of external C (MLS 12.9.1). */
typedef enum ExternalKind {
  EXTERNAL_VALUE,  /* value of type */
  EXTERNAL_SIZE,   /* value, as a size_t */
  EXTERNAL_TEXT,   /* text: a String */
  EXTERNAL_ARRAY,  /* the local, as a C array that is read; -1: no elements */
  EXTERNAL_OUTPUT, /* the local, by address; written; -1: no elements */
  EXTERNAL_RECORD  /* the fields as a struct, by address; written back if it
                      is an output */
} ExternalKind;

/* A struct as a list: its fields in their order, those of a struct inside
 * between begin and end. */
typedef enum ExternalFieldKind {
  FIELD_VALUE, /* the scalar in local */
  FIELD_BEGIN,
  FIELD_END
} ExternalFieldKind;

#endif
