/* model_description3.c: the elements in the order the FMI 3.0 schema wants. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "emit/interface/interface_clocks.h"
#include "emit/interface/interface_resizable.h"
#include "emit/package/version.h"
#include "emit/xml/description_parts.h"
#include "emit/xml/model_description.h"
#include "emit/xml/type_definitions.h"
#include "emit/xml/unit_definitions.h"
#include "function/resizable_array.h"

#define INDICATORS_NAME "eventIndicators"

/* What the parts of one document share. */
typedef struct Description3 {
  XmlText *x;
  const ReducedSystem *reduced;
  const DescriptionOptions *options;
  const InterfaceVariables *all;
  Arena *arena;
  const UnitDefinitions *units;
  const TypeDefinitions *types;
} Description3;

static void write_reference(XmlText *x, const char *name, unsigned reference)
{
  xml_text_references(x, name, &reference, 1);
}

/* --- head --- */

static void write_abilities(XmlText *x, const ReducedSystem *r,
                            const DescriptionOptions *options)
{
  xml_text_attribute(x, "modelIdentifier", r->identifier);
  xml_text_boolean(x, "needsExecutionTool", false);
  xml_text_boolean(x, "canBeInstantiatedOnlyOncePerProcess", false);
  xml_text_boolean(x, "canGetAndSetFMUState", true);
  xml_text_boolean(x, "canSerializeFMUState", true);
  xml_text_boolean(x, "providesDirectionalDerivatives", true);
  xml_text_boolean(x, "providesAdjointDerivatives", true);
  xml_text_boolean(x, "providesPerElementDependencies",
                   options->interface->dependencies != NULL);
}

static void write_exchange3(XmlText *x, const ReducedSystem *r,
                            const DescriptionOptions *options)
{
  xml_text_open(x, "ModelExchange");
  write_abilities(x, r, options);
  xml_text_boolean(x, "needsCompletedIntegratorStep", true);
  xml_text_boolean(x, "providesEvaluateDiscreteStates", true);
  xml_text_close(x);
}

static void write_co_simulation3(XmlText *x, const ReducedSystem *r,
                                 const DescriptionOptions *options)
{
  xml_text_open(x, "CoSimulation");
  write_abilities(x, r, options);
  xml_text_boolean(x, "canHandleVariableCommunicationStepSize", true);
  xml_text_integer(x, "maxOutputDerivativeOrder", 1);
  xml_text_boolean(x, "providesIntermediateUpdate", true);
  xml_text_boolean(x, "mightReturnEarlyFromDoStep", true);
  xml_text_boolean(x, "canReturnEarlyAfterIntermediateUpdate", true);
  xml_text_boolean(x, "hasEventMode", true);
  xml_text_boolean(x, "providesEvaluateDiscreteStates", true);
  xml_text_close(x);
}

/* Section 5.4: it has no attributes but those that all have. */
static void write_scheduled(XmlText *x, const ReducedSystem *r,
                            const DescriptionOptions *options)
{
  xml_text_open(x, "ScheduledExecution");
  write_abilities(x, r, options);
  xml_text_close(x);
}

static void write_head3(XmlText *x, const ReducedSystem *r,
                        const DescriptionOptions *options)
{
  xml_text_attribute(x, "fmiVersion", "3.0");
  xml_text_attribute(x, "modelName", r->name);
  xml_text_attribute(x, "instantiationToken", options->guid);
  xml_text_attribute(x, "description", r->description);
  xml_text_attribute(x, "generationTool", "Foucault " FOUCAULT_VERSION);
  xml_text_attribute(x, "variableNamingConvention", "structured");
}

/* --- variables --- */

static const char *model_description3_element_of(const ReducedVar *v)
{
  static const char *const resizable[] = {[RESIZABLE_REAL] = "Float64",
                                          [RESIZABLE_INTEGER] = "Int32",
                                          [RESIZABLE_BOOLEAN] = "Boolean",
                                          [RESIZABLE_ENUMERATION] =
                                              "Enumeration"};
  const SimpleType *t = v->attributes->declared_type;
  if (v->attributes->is_structural) return "UInt64";
  if (v->attributes->resizable)
    return resizable[v->attributes->resizable->kind];
  switch (v->type) {
  case VAR_REAL: return "Float64";
  case VAR_BOOLEAN: return "Boolean";
  case VAR_INTEGER: break;
  }
  if (v->text) return "String";
  return t && t->kind == SIMPLE_ENUMERATION ? "Enumeration" : "Int32";
}

static double start_of(const ReducedVar *v)
{
  return v->has_start ? v->start : 0;
}

/* One value stands for all elements of an array (FMI 3.0 section 2.4.7.2). */
static int model_description3_count_starts(const ReducedVar *v, int n)
{
  for (int k = 1; k < n; k++) {
    if (start_of(&v[k]) != start_of(&v[0])) return n;
  }
  return 1;
}

/* The elements of an array that can be resized. */
static void write_start_elements(const Description3 *d,
                                 const ResizableArray *array)
{
  xml_text_begin_list(d->x, "start");
  for (int k = 0; k < array->n_elements; k++) {
    if (array->kind == RESIZABLE_BOOLEAN)
      xml_text_list_word(d->x, array->start[k] != 0 ? "true" : "false");
    else
      xml_text_list_number(d->x, array->start[k]);
  }
  xml_text_end_list(d->x);
}

/* Strings have elements of their own. */
static void write_starts(const Description3 *d, const ReducedVar *v, int n)
{
  if (v->text || !description_takes_start(v)) return;
  if (v->attributes->resizable) {
    write_start_elements(d, v->attributes->resizable);
    return;
  }
  n = model_description3_count_starts(v, n);
  xml_text_begin_list(d->x, "start");
  for (int k = 0; k < n; k++) {
    if (v->type == VAR_BOOLEAN)
      xml_text_list_word(d->x, start_of(&v[k]) != 0 ? "true" : "false");
    else
      xml_text_list_number(d->x, start_of(&v[k]));
  }
  xml_text_end_list(d->x);
}

/* Section 5.2.1: nothing moves between the ticks of a scheduled model. */
static const char *model_description3_variability(const Description3 *d,
                                                  FmiVariability v)
{
  bool is_held = v == FMI_CONTINUOUS && d->options->scheduled_execution;
  return description_variability[is_held ? FMI_DISCRETE : v];
}

static void model_description3_write_kind(const Description3 *d,
                                          const ReducedVar *v,
                                          const ReducedVar *start)
{
  bool has_initial =
      v->causality != FMI_INPUT && v->causality != FMI_INDEPENDENT;
  xml_text_attribute(d->x, "causality",
                     v->attributes->is_structural
                         ? "structuralParameter"
                         : description_causality[v->causality]);
  xml_text_attribute(
      d->x, "variability",
      v->causality == FMI_INDEPENDENT
          ? description_variability[FMI_CONTINUOUS]
          : model_description3_variability(d, start->variability));
  if (has_initial) {
    xml_text_attribute(d->x, "initial", description_initial[start->initial]);
  }
}

static void write_real_attributes(const Description3 *d, const ReducedVar *v,
                                  const InterfaceVariable *variable)
{
  XmlText *x = d->x;
  const VarAttributes *a = v->attributes;
  double nominal = fabs(v->nominal);
  xml_text_attribute(x, "unit", description_text(a->unit));
  if (unit_definitions_has_display(d->units, a->unit, a->display_unit)) {
    xml_text_attribute(x, "displayUnit", a->display_unit);
  }
  description_write_limit(x, "nominal", v->has_nominal && nominal > 0, nominal);
  if (variable->derived >= 0) {
    write_reference(x, "derivative",
                    d->all->variable[variable->derived].reference);
  }
}

/* A continuous output can be read within a step, a continuous input set. */
static bool is_intermediate(const Description3 *d, const ReducedVar *v)
{
  return d->options->co_simulation &&
         (v->causality == FMI_OUTPUT || v->causality == FMI_INPUT) &&
         v->type == VAR_REAL && v->variability == FMI_CONTINUOUS;
}

/* --- clocks: sections 2.2.8 and 2.4.7 --- */

static unsigned reference_of_clock(const Description3 *d, int clock)
{
  return d->all->variable[d->all->clock[clock].variable].reference;
}

/* The clock that it changes with, and the variable with its value before. */
static void write_clocks3(const Description3 *d,
                          const InterfaceVariable *variable)
{
  const ReducedVar *v = &d->reduced->var[variable->row];
  int clock = interface_clocks_of(d->reduced, d->all, v);
  if (clock < 0) return;
  write_reference(d->x, "clocks", reference_of_clock(d, clock));
  int before = interface_clocks_previous(d->reduced, d->all,
                                         (int)(variable - d->all->variable));
  if (before < 0) return;
  write_reference(d->x, "previous", d->all->variable[before].reference);
}

/* What is known of the interval before initialization; the shift is zero. */
static void write_interval3(const Description3 *d, const InterfaceClock *clock)
{
  XmlText *x = d->x;
  const ClockRole *role = d->reduced->var[clock->row].attributes->clock;
  if (clock->is_constant) /* else fmi3GetInterval tells */
    xml_text_number(x, "intervalDecimal", clock->seconds);
  if (role->resolution == 0) return;
  xml_text_boolean(x, "supportsFraction", true);
  if (!clock->is_constant || role->counter == 0) return;
  xml_text_integer(x, "resolution", (long)role->resolution);
  xml_text_integer(x, "intervalCounter", (long)role->counter);
}

static const char *interval_word(const InterfaceClock *clock,
                                 const ClockRole *role)
{
  switch (role->kind) {
  case CLOCK_ROLE_CHANGING: return "changing";
  case CLOCK_ROLE_PERIODIC:
    if (clock->is_constant) return "constant";
    return clock->is_tunable ? "tunable" : "fixed";
  case CLOCK_ROLE_TRIGGERED:
  case CLOCK_ROLE_OUTPUT:
  case CLOCK_ROLE_NONE: break;
  }
  return "triggered";
}

static void write_clock(const Description3 *d, const InterfaceClock *clock)
{
  XmlText *x = d->x;
  const ReducedVar *v = &d->reduced->var[clock->row];
  const ClockRole *role = v->attributes->clock;
  const InterfaceVariable *variable = &d->all->variable[clock->variable];
  xml_text_open(x, "Clock");
  xml_text_attribute(x, "name", variable->name);
  write_reference(x, "valueReference", variable->reference);
  xml_text_attribute(x, "description", v->attributes->description);
  xml_text_attribute(x, "causality", description_causality[v->causality]);
  xml_text_attribute(x, "variability", description_variability[FMI_DISCRETE]);
  write_clocks3(d, variable);
  if (role->kind != CLOCK_ROLE_OUTPUT)
    xml_text_integer(x, "priority", clock->priority);
  xml_text_attribute(x, "intervalVariability", interval_word(clock, role));
  write_interval3(d, clock);
  xml_text_close(x);
}

static const InterfaceClock *model_description3_clock(const Description3 *d,
                                                      int variable)
{
  for (int k = 0; k < d->all->n_clocks; k++) {
    if (d->all->clock[k].variable == variable) return &d->all->clock[k];
  }
  return NULL;
}

static void write_attributes(const Description3 *d,
                             const InterfaceVariable *variable)
{
  XmlText *x = d->x;
  const ReducedVar *v = &d->reduced->var[variable->row];
  const ReducedVar *start = &d->reduced->var[variable->start_row];
  const ResizableArray *array = v->attributes->resizable;
  bool is_float =
      v->type == VAR_REAL && (!array || array->kind == RESIZABLE_REAL);
  xml_text_attribute(x, "name", variable->name);
  write_reference(x, "valueReference", variable->reference);
  xml_text_attribute(x, "description", v->attributes->description);
  model_description3_write_kind(d, v, start);
  if (is_intermediate(d, v)) xml_text_boolean(x, "intermediateUpdate", true);
  write_clocks3(d, variable);
  if (!v->attributes->is_structural) {
    xml_text_attribute(
        x, "declaredType",
        type_definitions_name(d->types, v->attributes->declared_type));
  }
  bool is_boolean =
      v->type == VAR_BOOLEAN || (array && array->kind == RESIZABLE_BOOLEAN);
  if (!is_boolean && !v->text) {
    xml_text_attribute(x, "quantity",
                       description_text(v->attributes->quantity));
    description_write_limit(x, "min", v->has_min, v->min);
    description_write_limit(x, "max", v->has_max, v->max);
  }
  if (is_float) write_real_attributes(d, v, variable);
  write_starts(d, start, variable->n);
}

static void write_resizable_dimensions(const Description3 *d,
                                       const ResizableArray *array)
{
  for (int k = 0; k < array->rank; k++) {
    xml_text_open(d->x, "Dimension");
    if (array->parameter[k]) {
      int size = interface_resizable_named(d->reduced, array->parameter[k]);
      write_reference(d->x, "valueReference", interface_variables_size(size));
    } else {
      xml_text_integer(d->x, "start", array->size[k]);
    }
    xml_text_close(d->x);
  }
}

static void write_dimensions(XmlText *x, const InterfaceVariable *v)
{
  for (int k = 0; k < v->n_dimensions; k++) {
    xml_text_open(x, "Dimension");
    xml_text_integer(x, "start", v->dimension[k]);
    xml_text_close(x);
  }
}

static void model_description3_write_texts(XmlText *x, const ReducedVar *v,
                                           int n)
{
  if (!v->text || !description_takes_start(v)) return;
  for (int k = 0; k < n; k++) {
    xml_text_open(x, "Start");
    xml_text_attribute(x, "value", v[k].text);
    xml_text_close(x);
  }
}

static void write_aliases3(const Description3 *d, int k)
{
  XmlText *x = d->x;
  const InterfaceVariable *all = d->all->variable;
  for (int i = all[k].next; i >= 0; i = all[i].next) {
    const ReducedVar *v = &d->reduced->var[all[i].row];
    xml_text_open(x, "Alias");
    xml_text_attribute(x, "name", all[i].name);
    xml_text_attribute(x, "description", v->attributes->description);
    if (v->type == VAR_REAL &&
        unit_definitions_has_display(d->units, v->attributes->unit,
                                     v->attributes->display_unit)) {
      xml_text_attribute(x, "displayUnit", v->attributes->display_unit);
    }
    xml_text_close(x);
  }
}

static void write_second_names(XmlText *x, const ResizableArray *array)
{
  for (int k = 0; k < array->n_others; k++) {
    xml_text_open(x, "Alias");
    xml_text_attribute(x, "name", array->other[k]);
    xml_text_close(x);
  }
}

static void write_variable3(const Description3 *d, int k)
{
  const InterfaceVariable *variable = &d->all->variable[k];
  const ReducedVar *var = d->reduced->var;
  const InterfaceClock *clock = model_description3_clock(d, k);
  if (clock) {
    write_clock(d, clock);
    return;
  }
  xml_text_open(d->x, model_description3_element_of(&var[variable->row]));
  write_attributes(d, variable);
  const ResizableArray *array = var[variable->row].attributes->resizable;
  if (array)
    write_resizable_dimensions(d, array);
  else
    write_dimensions(d->x, variable);
  model_description3_write_texts(d->x, &var[variable->start_row], variable->n);
  write_aliases3(d, k);
  if (array) write_second_names(d->x, array);
  xml_text_close(d->x);
}

static void write_constant_text(const Description3 *d, int number)
{
  XmlText *x = d->x;
  const SystemText *text = &d->reduced->text[number];
  xml_text_open(x, "String");
  xml_text_attribute(x, "name", text->name);
  write_reference(x, "valueReference", interface_variables_text(number));
  xml_text_attribute(x, "description", text->description);
  xml_text_attribute(x, "causality", description_causality[FMI_LOCAL]);
  xml_text_attribute(x, "variability", description_variability[FMI_CONSTANT]);
  xml_text_attribute(x, "initial", description_initial[FMI_EXACT]);
  xml_text_attribute(x, "declaredType",
                     type_definitions_name(d->types, text->declared_type));
  xml_text_open(x, "Start");
  xml_text_attribute(x, "value", text->value);
  xml_text_close(x);
  xml_text_close(x);
}

static bool name_is_taken(const Description3 *d, const char *name)
{
  for (int k = 0; k < d->all->n_variables; k++) {
    if (strcmp(d->all->variable[k].name, name) == 0) return true;
  }
  return false;
}

/* FMI 3.0 section 2.4.8: they are variables; one array has them all. */
static void write_indicators(const Description3 *d, int n)
{
  XmlText *x = d->x;
  const char *name = INDICATORS_NAME;
  while (name_is_taken(d, name)) name = arena_printf(d->arena, "%s_", name);
  xml_text_open(x, "Float64");
  xml_text_attribute(x, "name", name);
  write_reference(x, "valueReference", interface_variables_indicators());
  xml_text_attribute(x, "description", "what changes its sign at an event");
  xml_text_attribute(x, "causality", description_causality[FMI_LOCAL]);
  xml_text_attribute(x, "variability", description_variability[FMI_CONTINUOUS]);
  xml_text_attribute(x, "initial", description_initial[FMI_CALCULATED]);
  xml_text_open(x, "Dimension");
  xml_text_integer(x, "start", n);
  xml_text_close(x);
  xml_text_close(x);
}

static int shown_indicators(const Description3 *d)
{
  if (!d->options->model_exchange) return 0;
  return description_count_indicators(d->reduced);
}

static void write_variables3(const Description3 *d)
{
  xml_text_open(d->x, "ModelVariables");
  for (int k = 0; k < d->all->n_variables; k++) {
    if (d->all->variable[k].owner == k) write_variable3(d, k);
  }
  for (int k = 0; k < d->reduced->n_texts; k++) write_constant_text(d, k);
  if (shown_indicators(d) > 0) write_indicators(d, shown_indicators(d));
  xml_text_close(d->x);
}

/* --- structure --- */

/* The unknowns of one list, sorted by the variables they are elements of. */
typedef struct UnknownsOf {
  const ReducedUnknown *unknown;
  int *first; /* [n_variables] of an owner; -1: none */
  int *next;  /* [n] of the same owner; -1 */
} UnknownsOf;

static int owner_of(const Description3 *d, int row)
{
  int variable = d->all->of_row[row];
  assert(variable >= 0); /* not hidden */
  return d->all->variable[variable].owner;
}

static UnknownsOf sort_unknowns(const Description3 *d,
                                const ReducedUnknown *unknown, int n)
{
  int n_variables = d->all->n_variables;
  UnknownsOf u = {unknown,
                  arena_array(d->arena, (size_t)n_variables, sizeof(int)),
                  arena_array(d->arena, (size_t)n, sizeof(int))};
  for (int k = 0; k < n_variables; k++) u.first[k] = -1;
  for (int k = n - 1; k >= 0; k--) {
    int *first = &u.first[owner_of(d, unknown[k].var)];
    u.next[k] = *first;
    *first = k;
  }
  return u;
}

/* What the elements of a variable depend on, all together. */
typedef struct Knowns {
  unsigned *reference;
  DependencyKind *kind;
  int n;
  bool are_free; /* all of them by "dependent", the default */
} Knowns;

static void add_known(const Description3 *d, Knowns *knowns, int *place,
                      int owner, DependencyKind kind)
{
  if (place[owner] > 0) {
    DependencyKind *other = &knowns->kind[place[owner] - 1];
    if (*other < kind) *other = kind; /* in rising order */
    return;
  }
  knowns->reference[knowns->n] = d->all->variable[owner].reference;
  knowns->kind[knowns->n] = kind;
  place[owner] = ++knowns->n;
}

/* place: [n_variables] zeros, and zeros again afterwards. False: what one of
 * them depends on is not listed. */
static bool gather_knowns(const Description3 *d, const UnknownsOf *u, int first,
                          int *place, Knowns *knowns)
{
  size_t n = 0;
  for (int k = first; k >= 0; k = u->next[k]) {
    if (u->unknown[k].n_dependencies < 0) return false;
    n += (size_t)u->unknown[k].n_dependencies;
  }
  if (n > (size_t)d->all->n_variables) n = (size_t)d->all->n_variables;
  *knowns = (Knowns){arena_array(d->arena, n, sizeof(unsigned)),
                     arena_array(d->arena, n, sizeof(DependencyKind)), 0, true};
  for (int k = first; k >= 0; k = u->next[k]) {
    const ReducedUnknown *e = &u->unknown[k];
    for (int i = 0; i < e->n_dependencies; i++) {
      add_known(d, knowns, place, owner_of(d, e->dependency[i]),
                e->kind ? e->kind[i] : DEPENDS_FREELY);
    }
  }
  for (int k = first; k >= 0; k = u->next[k]) {
    const ReducedUnknown *e = &u->unknown[k];
    for (int i = 0; i < e->n_dependencies; i++)
      place[owner_of(d, e->dependency[i])] = 0;
  }
  for (int k = 0; k < knowns->n; k++)
    knowns->are_free &= knowns->kind[k] == DEPENDS_FREELY;
  return true;
}

static void write_unknown3(const Description3 *d, const char *element,
                           const UnknownsOf *u, int owner, int *place)
{
  XmlText *x = d->x;
  Knowns knowns;
  xml_text_open(x, element);
  write_reference(x, "valueReference", d->all->variable[owner].reference);
  if (gather_knowns(d, u, u->first[owner], place, &knowns)) {
    xml_text_references(x, "dependencies", knowns.reference, knowns.n);
    if (!knowns.are_free) {
      xml_text_begin_list(x, "dependenciesKind");
      for (int k = 0; k < knowns.n; k++)
        xml_text_list_word(x, description_dependency[knowns.kind[k]]);
      xml_text_end_list(x);
    }
  }
  xml_text_close(x);
}

static bool model_description3_is_clocked(const Description3 *d, int owner)
{
  int row = d->all->variable[owner].row;
  return interface_clocks_of(d->reduced, d->all, &d->reduced->var[row]) >= 0;
}

/* Outputs that belong to no other clock. */
static void write_initial_clocks(const Description3 *d)
{
  for (int k = 0; k < d->all->n_clocks; k++) {
    int variable = d->all->clock[k].variable;
    const ReducedVar *v = &d->reduced->var[d->all->clock[k].row];
    if (v->causality != FMI_OUTPUT ||
        model_description3_is_clocked(d, variable))
      continue;
    xml_text_open(d->x, "InitialUnknown");
    write_reference(d->x, "valueReference", reference_of_clock(d, k));
    xml_text_references(d->x, "dependencies", NULL, 0);
    xml_text_close(d->x);
  }
}

/* A second name may have given the variable an exact start. */
static bool is_known_at_start(const Description3 *d, int owner)
{
  int row = d->all->variable[owner].start_row;
  return d->reduced->var[row].initial == FMI_EXACT;
}

static void write_unknowns3(const Description3 *d, const char *element,
                            const ReducedUnknown *unknown, int n,
                            bool is_initial)
{
  ArenaMark mark = arena_mark(d->arena);
  UnknownsOf u = sort_unknowns(d, unknown, n);
  int *place = arena_array(d->arena, (size_t)d->all->n_variables, sizeof(int));
  for (int k = 0; k < n; k++) {
    int owner = owner_of(d, unknown[k].var);
    if (u.first[owner] != k) continue; /* is written already */
    if (is_initial && (is_known_at_start(d, owner) ||
                       model_description3_is_clocked(d, owner)))
      continue;
    ArenaMark one = arena_mark(d->arena);
    write_unknown3(d, element, &u, owner, place);
    arena_release(one);
  }
  arena_release(mark);
}

static void write_clocked_states(const Description3 *d)
{
  for (int k = 0; k < d->all->n_variables; k++) {
    const InterfaceVariable *v = &d->all->variable[k];
    if (v->owner != k || d->all->n_clocks == 0) continue;
    if (interface_clocks_previous(d->reduced, d->all, k) < 0) continue;
    xml_text_open(d->x, "ClockedState");
    write_reference(d->x, "valueReference", v->reference);
    xml_text_close(d->x);
  }
}

static void write_structure3(const Description3 *d)
{
  XmlText *x = d->x;
  const ModelStructure *all = d->options->structure;
  xml_text_open(x, "ModelStructure");
  write_unknowns3(d, "Output", all->output, all->n_outputs, false);
  write_unknowns3(d, "ContinuousStateDerivative", all->derivatives,
                  all->n_derivatives, false);
  write_clocked_states(d);
  write_unknowns3(d, "InitialUnknown", all->initial_unknown,
                  all->n_initial_unknowns, true);
  write_initial_clocks(d);
  if (shown_indicators(d) > 0) {
    xml_text_open(x, "EventIndicator");
    write_reference(x, "valueReference", interface_variables_indicators());
    xml_text_close(x);
  }
  xml_text_close(x);
}

/* --- the document --- */

static void write_document3(const Description3 *d)
{
  XmlText *x = d->x;
  const ReducedSystem *r = d->reduced;
  xml_text_open(x, "fmiModelDescription");
  write_head3(x, r, d->options);
  if (d->options->model_exchange) write_exchange3(x, r, d->options);
  if (d->options->co_simulation) write_co_simulation3(x, r, d->options);
  if (d->options->scheduled_execution) write_scheduled(x, r, d->options);
  unit_definitions_write(x, d->units);
  type_definitions_write(x, d->types, d->units, true);
  description_write_categories(x);
  description_write_experiment(x, &r->experiment);
  write_variables3(d);
  write_structure3(d);
  xml_text_close(x);
}

bool model_description3_write(Session *s, const ReducedSystem *reduced,
                              const DescriptionOptions *options, FILE *file)
{
  assert(options->guid && options->structure && options->interface);
  Arena *arena = session_scratch(s);
  ArenaMark mark = arena_mark(arena);
  XmlText x;
  Description3 d = {.x = &x,
                    .reduced = reduced,
                    .options = options,
                    .all = options->interface,
                    .arena = arena,
                    .units = unit_definitions_collect(arena, reduced),
                    .types = type_definitions_collect(arena, reduced)};
  xml_text_begin(&x, file);
  write_document3(&d);
  bool ok = xml_text_end(&x);
  arena_release(mark);
  return ok;
}

/* --- the sources --- */

bool build_description_write(const ReducedSystem *reduced,
                             const SourceNames *sources, FILE *file)
{
  XmlText x;
  xml_text_begin(&x, file);
  xml_text_open(&x, "fmiBuildDescription");
  xml_text_attribute(&x, "fmiVersion", "3.0");
  xml_text_open(&x, "BuildConfiguration");
  xml_text_attribute(&x, "modelIdentifier", reduced->identifier);
  xml_text_open(&x, "SourceFileSet");
  xml_text_attribute(&x, "language", "C99");
  xml_text_open(&x, "SourceFile");
  xml_text_attribute(&x, "name", "model.c");
  xml_text_close(&x);
  for (int k = 0; k < sources->n_names; k++) {
    if (!sources_is_compiled(sources->name[k])) continue;
    xml_text_open(&x, "SourceFile");
    xml_text_attribute(&x, "name", sources->name[k]);
    xml_text_close(&x);
  }
  for (int k = 0; k < 3; k++) xml_text_close(&x);
  return xml_text_end(&x);
}
