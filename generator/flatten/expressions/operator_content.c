/* operator_content.c: see operator_content.h. */
#include "flatten/expressions/operator_content.h"

#include <assert.h>
#include <string.h>

#include "flatten/instances/binding.h"

enum { MOST_INPUTS = 20, MOST_FUNCTIONS = 64 };

/* A function of an operator. */
typedef struct OperatorFunction {
  const AstClass *ast;
  const Instance *input[MOST_INPUTS];
  const Instance *output; /* the last */
  int n_inputs, n_outputs;
  int n_needed;     /* inputs without defaults */
  bool is_in_order; /* those without defaults come first */
} OperatorFunction;

typedef struct OperatorRecord {
  const Flattening *f;
  InstClass *record;
  const AstClass *text;
} OperatorRecord;

/* The text that short classes stand for. */
static const AstClass *operator_content_text(const Flattening *f, InstClass *c)
{
  ClassPart *part = lookup_first_part(f->lookup, c);
  for (ClassPart *next = part; next; next = lookup_only_base(f->lookup, part))
    part = next;
  return part->ast;
}

static bool is_of_record(const OperatorRecord *r, const Instance *variable)
{
  return variable->type && variable->type->ast &&
         !instance_is_variable(variable) &&
         operator_content_text(r->f, variable->type) == r->text;
}

static bool operator_content_read(const OperatorRecord *r, InstClass *function,
                                  OperatorFunction *read)
{
  *read = (OperatorFunction){.ast = function->ast, .is_in_order = true};
  if (function->kind == CLASS_BUILTIN) return false;
  Components all =
      instance_components(r->f, instance_constants(r->f, function));
  for (int i = 0; i < all.n_items; i++) {
    const Instance *v = all.item[i];
    if (v->broken || !v->class_def) return false;
    if (v->prefix.causality == AST_OUTPUT) {
      read->output = v;
      read->n_outputs++;
    }
    if (v->prefix.causality != AST_INPUT) continue;
    if (read->n_inputs == MOST_INPUTS) return false;
    bool is_needed = !binding_exists(v);
    if (is_needed && read->n_needed < read->n_inputs) read->is_in_order = false;
    read->n_needed += is_needed;
    read->input[read->n_inputs++] = v;
  }
  return true;
}

/* --- what each operator asks of its functions --- */

typedef enum OperatorKind {
  OPERATOR_UNKNOWN,
  OPERATOR_CONSTRUCTOR,
  OPERATOR_ZERO,
  OPERATOR_STRING,
  OPERATOR_UNARY,
  OPERATOR_BINARY,
  OPERATOR_SIGN /* unary or binary */
} OperatorKind;

static OperatorKind kind_of(const char *name)
{
  static const char *const binary[] = {"'+'",  "'*'",  "'/'",   "'^'",
                                       "'=='", "'<>'", "'<'",   "'>'",
                                       "'<='", "'>='", "'and'", "'or'"};
  if (strcmp(name, "'constructor'") == 0) return OPERATOR_CONSTRUCTOR;
  if (strcmp(name, "'0'") == 0) return OPERATOR_ZERO;
  if (strcmp(name, "'String'") == 0) return OPERATOR_STRING;
  if (strcmp(name, "'not'") == 0) return OPERATOR_UNARY;
  if (strcmp(name, "'-'") == 0) return OPERATOR_SIGN;
  for (size_t k = 0; k < sizeof binary / sizeof binary[0]; k++) {
    if (strcmp(name, binary[k]) == 0) return OPERATOR_BINARY;
  }
  return OPERATOR_UNKNOWN;
}

static bool takes_record(const OperatorRecord *r, const OperatorFunction *fn)
{
  for (int i = 0; i < fn->n_inputs; i++) {
    if (is_of_record(r, fn->input[i])) return true;
  }
  return false;
}

static bool is_unary(const OperatorRecord *r, const OperatorFunction *fn)
{
  return fn->n_inputs > 0 && fn->n_needed == 1 && fn->is_in_order &&
         is_of_record(r, fn->input[0]);
}

static bool is_binary(const OperatorRecord *r, const OperatorFunction *fn)
{
  return fn->n_inputs > 1 && fn->n_needed == 2 && fn->is_in_order &&
         (is_of_record(r, fn->input[0]) || is_of_record(r, fn->input[1]));
}

/* What is wrong with a function; NULL: nothing. */
static const char *fault_of(const OperatorRecord *r, OperatorKind kind,
                            const OperatorFunction *fn)
{
  if (fn->n_outputs != 1) return "must have one output (section 14.1)";
  bool gives_record = is_of_record(r, fn->output);
  switch (kind) {
  case OPERATOR_CONSTRUCTOR:
    return gives_record ? NULL
                        : "must give a component of its record (section 14.3)";
  case OPERATOR_ZERO:
    if (fn->n_inputs > 0) return "must have no inputs (section 14.3)";
    return gives_record ? NULL
                        : "must give a component of its record (section 14.3)";
  case OPERATOR_STRING:
    if (!instance_is_variable(fn->output) ||
        fn->output->class_def->type != FLAT_STRING)
      return "must give a String (section 14.4)";
    return fn->n_inputs > 0 && is_of_record(r, fn->input[0])
               ? NULL
               : "must take a component of its record first (section 14.4)";
  case OPERATOR_UNARY:
    return is_unary(r, fn) ? NULL
                           : "must take one component of its record, and else "
                             "inputs with defaults (section 14.6)";
  case OPERATOR_BINARY:
    return is_binary(r, fn)
               ? NULL
               : "must take two operands, one of them of its record, "
                 "and else inputs with defaults (section 14.5)";
  case OPERATOR_SIGN:
    return is_unary(r, fn) || is_binary(r, fn)
               ? NULL
               : "must take one or two operands, one of them of its record, "
                 "and "
                 "else inputs with defaults (sections 14.5 and 14.6)";
  case OPERATOR_UNKNOWN: break;
  }
  return takes_record(r, fn) ? NULL : "must take a component of its record";
}

/* --- two functions for one call --- */

/* Integer and Real count as one type (section 14.2). */
static bool same_input(const Flattening *f, const Instance *a,
                       const Instance *b)
{
  bool is_simple = instance_is_variable(a);
  if (a->rank != b->rank || is_simple != instance_is_variable(b)) return false;
  if (!is_simple)
    return operator_content_text(f, a->type) ==
           operator_content_text(f, b->type);
  FlatType x = a->class_def->type, y = b->class_def->type;
  if (x == FLAT_ENUMERATION && y == FLAT_ENUMERATION)
    return a->class_def->enumeration == b->class_def->enumeration;
  bool are_numbers = (x == FLAT_REAL || x == FLAT_INTEGER) &&
                     (y == FLAT_REAL || y == FLAT_INTEGER);
  return x == y || are_numbers;
}

static bool meet(const OperatorRecord *r, const OperatorFunction *a,
                 const OperatorFunction *b)
{
  int n = a->n_needed > b->n_needed ? a->n_needed : b->n_needed;
  if (n > a->n_inputs || n > b->n_inputs) return false;
  for (int i = 0; i < n; i++) {
    if (!same_input(r->f, a->input[i], b->input[i])) return false;
  }
  return true;
}

/* --- one operator --- */

static void refuse(const OperatorRecord *r, const AstClass *function,
                   const AstClass *operator, const char * what)
{
  Diagnostic *d =
      fault_error(r->f->faults, function->name_span, E248,
                  "a function of the operator %s of operator record '%s' %s",
                  operator->name, r->text->name, what);
  fault_note(r->f->faults, d, r->text->name_span, "'%s' is declared here",
             r->text->name);
}

/* The functions of an operator; those that cannot be read are left out. */
static int read_functions(const OperatorRecord *r, const AstClass *operator,
                          OperatorFunction * fn)
{
  const Flattening *f = r->f;
  int n = 0;
  Found found = lookup_in_class(f->lookup, r->record, operator->name);
  if (found.kind != FOUND_CLASS) return 0;
  if (operator->restriction != AST_OPERATOR)
    return operator_content_read(r, found.class_def, &fn[0]) ? 1 : 0;
  for (int i = 0; i < operator->n_elements && n<MOST_FUNCTIONS; i++) {
    const AstElement *e = operator->element[i];
    if (e->kind != AST_ELEMENT_CLASS) continue;
    Found one = lookup_in_class(f->lookup, found.class_def, e->class_def->name);
    if (one.kind != FOUND_CLASS) continue;
    if (e->class_def->restriction != AST_FUNCTION) {
      refuse(r, e->class_def, operator, "is a function, and nothing else is");
      continue;
    }
    if (operator_content_read(r, one.class_def, &fn[n])) n++;
  }
  return n;
}

/* Section 14.3: C(d) and D(c) are not both possible. */
static void check_mutual(const OperatorRecord *r, const AstClass *operator,
                         const OperatorFunction * fn)
{
  if (fn->n_inputs == 0 || fn->n_needed > 1) return;
  const Instance *given = fn->input[0];
  if (instance_is_variable(given) || given->rank > 0 || is_of_record(r, given))
    return;
  OperatorRecord other = {r->f, given->type,
                          operator_content_text(r->f, given->type)};
  if (!other.text || other.text->restriction != AST_OPERATOR_RECORD) return;
  for (int i = 0; i < other.text->n_elements; i++) {
    const AstElement *e = other.text->element[i];
    if (e->kind != AST_ELEMENT_CLASS ||
        kind_of(e->class_def->name) != OPERATOR_CONSTRUCTOR)
      continue;
    OperatorFunction back[MOST_FUNCTIONS];
    int n = read_functions(&other, e->class_def, back);
    for (int k = 0; k < n; k++) {
      if (back[k].n_inputs == 0 || back[k].n_needed > 1 ||
          !is_of_record(r, back[k].input[0]))
        continue;
      refuse(r, fn->ast, operator,
             "takes a record that is itself constructed from this one "
             "(section 14.3)");
      return;
    }
  }
}

static void check_operator(const OperatorRecord *r, const AstClass *operator)
{
  const Faults *faults = r->f->faults;
  OperatorKind kind = kind_of(operator->name);
  if (!operator->is_encapsulated) {
    fault_error(
        faults, operator->name_span, E248,
        "the operator %s must be encapsulated (section 14.1)", operator->name);
    return;
  }
  if (kind == OPERATOR_UNKNOWN) {
    fault_error(faults, operator->name_span, E248,
                "%s is not an operator that can be overloaded (section 14.1)",
                operator->name);
    return;
  }
  OperatorFunction fn[MOST_FUNCTIONS];
  int n = read_functions(r, operator, fn);
  for (int i = 0; i < n; i++) {
    const char *fault = fault_of(r, kind, &fn[i]);
    if (fault) {
      refuse(r, fn[i].ast, operator, fault);
      return;
    }
    if (kind == OPERATOR_CONSTRUCTOR) check_mutual(r, operator, & fn[i]);
    for (int k = 0; k < i; k++) {
      if (!meet(r, &fn[k], &fn[i])) continue;
      refuse(r, fn[i].ast, operator,
             "fits calls that another one fits too (chapter 14)");
      return;
    }
  }
}

/* --- one record --- */

static void check_record(const Flattening *f, InstClass *record)
{
  OperatorRecord r = {f, record, operator_content_text(f, record)};
  assert(r.text);
  ClassPart *part = lookup_first_part(f->lookup, record);
  lookup_bases(f->lookup, part);
  for (int i = 0; i < part->n_bases; i++) {
    const ClassPart *base = part->base[i];
    if (!base || !base->extends || base->builtin ||
        base->ast->restriction != AST_OPERATOR_RECORD)
      continue;
    fault_error(f->faults, base->extends->type->span, E248,
                "'%s' is an operator record: it is extended by a short class "
                "only (section 14.1)",
                base->class_name);
    return;
  }
  for (int i = 0; i < r.text->n_elements; i++) {
    const AstElement *e = r.text->element[i];
    if (e->kind != AST_ELEMENT_CLASS) continue;
    AstRestriction kind = e->class_def->restriction;
    if (kind == AST_OPERATOR || kind == AST_OPERATOR_FUNCTION)
      check_operator(&r, e->class_def);
  }
}

void operator_content_check(const Flattening *f)
{
  NameMap seen; /* by the address of the text */
  name_map_init(&seen, session_scratch(f->s));
  for (int i = 0; i < f->tables->n_listed; i++) {
    const Instance *at = f->tables->listed[i].instance;
    for (at = at ? at->parent : NULL; at && at->element; at = at->parent) {
      const AstClass *ast = at->type ? at->type->ast : NULL;
      if (!ast || name_map_find(&seen, 0, (Name)ast)) continue;
      name_map_add(&seen, 0, (Name)ast, (void *)ast);
      if (ast->restriction != AST_OPERATOR_RECORD ||
          session_source(f->s, ast->name_span.source)->is_from_library)
        continue;
      check_record(f, at->type);
    }
  }
}
