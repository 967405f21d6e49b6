/* connector_check.c: counts the members of connectors by their kinds. */
#include "flatten/connections/connector_check.h"

#include <assert.h>

#include "flatten/connections/expandable.h"
#include "flatten/connections/overconstrained.h"
#include "flatten/expressions/instance_expand.h"
#include "flatten/expressions/operators.h"

/* How many flows a connector has; `flow` gets the last. */
static int connector_count_flows(const Flattening *f, Instance *connector,
                                 FlatVarId *flow)
{
  ArenaMark mark = arena_mark(session_scratch(f->s));
  ConnectorMembers members = connector_members(f, connector, 0);
  int n = 0;
  for (int i = 0; i < members.n_items; i++) {
    if (members.item[i].kind != MEMBER_FLOW) continue;
    *flow = members.item[i].variable;
    n++;
  }
  arena_release(mark);
  return n;
}

/* The overdetermined parts of a connector, counted as section 9.3.1 says; -1:
 * not known. The recursion follows the nesting of connectors. */
static int count_overdetermined(const Flattening *f, Instance *around)
{
  int n = 0;
  Components parts = instance_components(f, around);
  for (int i = 0; i < parts.n_items && n >= 0; i++) {
    Instance *part = parts.item[i];
    if (part->broken || part->is_disabled || !instance_expand(f, part))
      continue;
    bool is_node = overconstrained_is(f, part);
    if (!is_node && instance_is_variable(part)) continue;
    int n_elements = part->array_element ? part->n_elements : 1;
    if (is_node && instance_is_variable(part)) {
      for (int k = 0; k < part->element->n_subscripts && k < part->rank; k++)
        n_elements *= part->dim[k];
    }
    for (int e = 0; e < n_elements && n >= 0; e++) {
      Instance *one = part->array_element ? part->array_element[e] : part;
      int more = is_node ? overconstrained_count(f, one)
                         : count_overdetermined(f, one);
      n = more < 0 ? -1 : n + more;
    }
  }
  return n;
}

/* --- sizes --- */

enum { MOST_TERMS = 16, MOST_FACTORS = 4, MOST_STEPS = 8 };

/* How many more flows than potentials there are, as a sum of products. */
typedef struct SizeTerm {
  int64_t count;
  Name factor[MOST_FACTORS]; /* in the order of their addresses */
  int n_factors;
} SizeTerm;

typedef struct SizeSum {
  SizeTerm term[MOST_TERMS];
  int n_terms;
} SizeSum;

/* The parameter that a name stands for, by way of final ones that are equal to
 * others; NULL: it is something else. */
static Name size_parameter(const Flattening *f, Instance *connector, Name name)
{
  for (int n = 0; n < MOST_STEPS; n++) {
    Instance *at = instance_child(f, connector, name);
    if (!at || !at->original || at->variability != FLAT_PARAMETER) return NULL;
    const AstElement *e = at->original;
    const AstExpr *value = e->modification ? e->modification->value : NULL;
    if (!e->final) return name;
    if (!value || value->kind != AST_REFERENCE ||
        value->reference->n_parts != 1 ||
        value->reference->part[0].n_subscripts > 0)
      return NULL;
    name = value->reference->part[0].ident;
  }
  return NULL;
}

static bool size_multiply(SizeTerm *term, Name name)
{
  if (!name || term->n_factors == MOST_FACTORS) return false;
  int k = term->n_factors++;
  for (; k > 0 && term->factor[k - 1] > name; k--)
    term->factor[k] = term->factor[k - 1];
  term->factor[k] = name;
  return true;
}

static bool size_of_part(const Flattening *f, Instance *connector,
                         const Instance *part, SizeTerm *term)
{
  for (int k = 0; k < part->rank; k++) {
    const AstExpr *size = part->dimension[k].written->expr;
    if (!size) return false;
    if (size->kind == AST_INTEGER) {
      term->count *= size->integer;
    } else if (size->kind != AST_REFERENCE || size->reference->n_parts != 1 ||
               size->reference->part[0].n_subscripts > 0 ||
               !size_multiply(term,
                              size_parameter(f, connector,
                                             size->reference->part[0].ident))) {
      return false;
    }
  }
  return true;
}

static bool size_add(SizeSum *sum, const SizeTerm *term)
{
  for (int i = 0; i < sum->n_terms; i++) {
    SizeTerm *at = &sum->term[i];
    bool same = at->n_factors == term->n_factors;
    for (int k = 0; same && k < term->n_factors; k++)
      same = at->factor[k] == term->factor[k];
    if (!same) continue;
    at->count += term->count;
    return true;
  }
  if (sum->n_terms == MOST_TERMS) return false;
  sum->term[sum->n_terms++] = *term;
  return true;
}

/* Section 9.3.1: whatever values parameters have. Sizes that are not numbers
 * or parameters of the connector are taken as they are. */
static void connector_check_sizes(const Flattening *f, Instance *connector)
{
  SizeSum sum = {.n_terms = 0};
  Components parts = instance_components(f, connector);
  for (int i = 0; i < parts.n_items; i++) {
    const Instance *part = parts.item[i];
    if (part->variability <= FLAT_PARAMETER) continue;
    if (part->broken || !part->original || !instance_is_variable(part)) return;
    ConnectorTraits traits = connector_traits(f, part);
    if (traits.connection == AST_STREAM ||
        traits.causality != AST_CAUSALITY_NONE)
      continue;
    SizeTerm term = {.count = traits.connection == AST_FLOW ? 1 : -1};
    if (!size_of_part(f, connector, part, &term) || !size_add(&sum, &term))
      return;
  }
  for (int i = 0; i < sum.n_terms; i++) {
    if (sum.term[i].count == 0) continue;
    fault_error(f->faults, connector->type->ast->name_span, E247,
                "connector '%s' has as many flows as potentials for some "
                "values of its parameters only (section 9.3.1); make those "
                "final that follow from others",
                connector->type->full_name);
    return;
  }
}

/* What is connected without flows has its equations on either side: neither
 * can be counted by itself. */
static void connector_check_open(const Flattening *f, const Instance *connector)
{
  const Instance *owner = connector;
  while (owner->element && !connector_is_model(f, owner)) owner = owner->parent;
  assert(owner->component >= 0 && owner->component < f->flat->n_components);
  FlatComponent *component = f->flat->component;
  int32_t parent = component[owner->component].parent;
  component[owner->component].is_open = true;
  if (parent >= 0) component[parent].is_open = true;
}

/* Section 9.3.1: otherwise connections give too many or too few equations. */
static void connector_check_balance(const Flattening *f, Instance *connector)
{
  if (f->s->n_errors > 0) return; /* it may follow from another fault */
  ArenaMark mark = arena_mark(session_scratch(f->s));
  ConnectorMembers members = connector_members(f, connector, 0);
  int n_flows = 0, n_potentials = 0;
  bool is_overdetermined = false;
  for (int i = 0; i < members.n_items; i++) {
    MemberKind kind = members.item[i].kind;
    is_overdetermined |= kind == MEMBER_OVERDETERMINED;
    n_flows += kind == MEMBER_FLOW;
    n_potentials += kind == MEMBER_POTENTIAL;
  }
  arena_release(mark);
  if (is_overdetermined) {
    int more = count_overdetermined(f, connector);
    if (more < 0) return;
    n_potentials += more;
  }
  if (n_flows == n_potentials) {
    if (!is_overdetermined && n_flows > 0) connector_check_sizes(f, connector);
    return;
  }
  if (n_flows == 0) { /* many models exchange values so */
    fault_warning(f->faults, connector->type->ast->name_span, W230,
                  "connector '%s' has 0 flows and %d potential%s; there "
                  "should be as many of each",
                  connector->type->full_name, n_potentials,
                  n_potentials == 1 ? "" : "s");
    connector_check_open(f, connector);
    return;
  }
  Diagnostic *d = fault_error(
      f->faults, connector->type->ast->name_span, E247,
      "connector '%s' has %d flow%s and %d potential%s; there must be as many "
      "of each (section 9.3.1)",
      connector->type->full_name, n_flows, n_flows == 1 ? "" : "s",
      n_potentials, n_potentials == 1 ? "" : "s");
  fault_note(f->faults, d, connector->element->name_span, "'%s' is one",
             connector->path);
}

/* Section 9.2: the sum of flows is made by the operators of their record. */
static void check_flow_operators(const Flattening *f, const Instance *variable)
{
  const Instance *record = variable->parent;
  while (record->element && instance_restriction(f, record) == AST_RECORD)
    record = record->parent;
  if (!record->element ||
      instance_restriction(f, record) != AST_OPERATOR_RECORD)
    return;
  const char *missing = !operators_exists(f, record->type, "'+'", 2) ? "'+'"
                        : !operators_exists(f, record->type, "'-'", 1)
                            ? "'-' (negation)"
                        : !operators_exists(f, record->type, "'0'", 0) ? "'0'"
                                                                       : NULL;
  if (!missing) return;
  fault_error(f->faults, record->element->name_span, E247,
              "'%s' is a flow, but operator record '%s' has no operator %s to "
              "make the sum of flows (section 9.2)",
              record->element->name, record->type->full_name, missing);
}

/* Section 9.4.1. */
static void check_flow_overdetermined(const Flattening *f,
                                      const Instance *variable)
{
  const Instance *at = variable;
  while (at->element && !overconstrained_is(f, at) &&
         (at == variable || instance_restriction(f, at) == AST_RECORD))
    at = at->parent;
  if (!at->element || !overconstrained_is(f, at)) return;
  fault_error(f->faults, variable->element->name_span, E247,
              "'%s' is a flow of an overdetermined type, which '%s' is by its "
              "function equalityConstraint (section 9.4.1)",
              variable->path, at->type->full_name);
}

/* Section 15.1. */
static void check_stream(const Flattening *f, const Instance *variable,
                         Instance *connector)
{
  FlatVarId flow;
  int n = connector_count_flows(f, connector, &flow);
  if (n == 1) return;
  fault_error(f->faults, connector->type->ast->name_span, E247,
              "connector '%s' has the stream variable '%s' and %d flows; it "
              "must have one, which is a scalar (section 15.1)",
              connector->type->full_name, variable->name, n);
}

/* A sum of flows is an equation of variables. */
static void check_flow_varies(const Flattening *f, const Instance *variable)
{
  AstVariability own = variable->element->prefix.variability;
  if (own != AST_PARAMETER && own != AST_CONSTANT) return;
  fault_error(f->faults, variable->element->name_span, E247,
              "'%s' cannot be both a flow and a %s (section 9.2)",
              variable->path, own == AST_PARAMETER ? "parameter" : "constant");
}

void connector_check_flow(const Flattening *f, const Instance *variable)
{
  check_flow_varies(f, variable);
  check_flow_operators(f, variable);
  check_flow_overdetermined(f, variable);
}

void connector_check_around(const Flattening *f, const Instance *variable,
                            ConnectorTraits traits, const Instance **last)
{
  bool is_nearest = true;
  for (Instance *at = variable->parent;
       at && at->element && !connector_is_model(f, at); at = at->parent) {
    if (!connector_is(f, at)) continue;
    if (instance_is_expandable(f, at) || expandable_is_part(f, at)) return;
    if (is_nearest && traits.connection == AST_STREAM)
      check_stream(f, variable, at);
    if (at == *last) return;
    if (is_nearest) *last = at;
    is_nearest = false;
    connector_check_balance(f, at);
  }
}

bool connector_stream_flow(const Flattening *f, const Instance *variable,
                           Span span, FlatVarId *flow)
{
  if (connector_traits(f, variable).connection != AST_STREAM) {
    fault_error(f->faults, span, E204, "'%s' is not a stream variable",
                variable->path);
    return false;
  }
  Instance *at = variable->parent;
  while (at->element && !connector_is(f, at)) at = at->parent;
  int n = at->element ? connector_count_flows(f, at, flow) : 0;
  if (n == 1) return true;
  fault_error(f->faults, variable->element->name_span, E231,
              "the stream variable '%s' needs a connector with one flow; it "
              "has %d",
              variable->path, n);
  return false;
}
