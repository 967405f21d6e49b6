/* description3_variables.c: sections 2.2.8 and 2.4.7 of FMI 3.0. */
#include <math.h>
#include <string.h>

#include "emit/interface/interface_clocks.h"
#include "emit/interface/interface_resizable.h"
#include "emit/xml/description3.h"
#include "emit/xml/description_parts.h"
#include "function/resizable_array.h"

#define INDICATORS_NAME "eventIndicators"

void description3_reference(XmlText *x, const char *name, unsigned reference)
{
  xml_text_references(x, name, &reference, 1);
}

/* --- what several names say --- */

/* What one name says of the value holds for all of them. */
typedef struct Stated {
  bool has_min, has_max;
  double min, max;
  double nominal; /* 0: none */
  const char *quantity;
} Stated;

static void state_limits(Stated *s, const ReducedVar *v)
{
  if (v->has_min && (!s->has_min || v->min > s->min)) {
    s->has_min = true;
    s->min = v->min;
  }
  if (v->has_max && (!s->has_max || v->max < s->max)) {
    s->has_max = true;
    s->max = v->max;
  }
}

static Stated stated_by_names(const Description3 *d, int owner)
{
  const InterfaceVariable *all = d->all->variable;
  const ReducedVar *own = &d->reduced->var[all[owner].row];
  Stated s = {0};
  for (int k = owner; k >= 0; k = all[k].next) {
    const ReducedVar *v = &d->reduced->var[all[k].row];
    state_limits(&s, v);
    if (s.nominal == 0 && v->has_nominal) s.nominal = fabs(v->nominal);
    if (!s.quantity) s.quantity = description_text(v->attributes->quantity);
  }
  if (s.has_min && s.has_max && s.min > s.max) { /* they contradict */
    s.has_min = s.has_max = false;
    state_limits(&s, own);
  }
  return s;
}

/* --- attributes --- */

static const char *description3_element_of(const ReducedVar *v)
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
static int description3_count_starts(const ReducedVar *v, int n)
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
  n = description3_count_starts(v, n);
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
static const char *description3_variability(const Description3 *d,
                                            FmiVariability v)
{
  bool is_held = v == FMI_CONTINUOUS && d->options->scheduled_execution;
  return description_variability[is_held ? FMI_DISCRETE : v];
}

static void description3_write_kind(const Description3 *d, const ReducedVar *v,
                                    const ReducedVar *start)
{
  bool has_initial =
      v->causality != FMI_INPUT && v->causality != FMI_INDEPENDENT;
  xml_text_attribute(d->x, "causality",
                     v->attributes->is_structural
                         ? "structuralParameter"
                         : description_causality[v->causality]);
  xml_text_attribute(d->x, "variability",
                     v->causality == FMI_INDEPENDENT
                         ? description_variability[FMI_CONTINUOUS]
                         : description3_variability(d, start->variability));
  if (has_initial) {
    xml_text_attribute(d->x, "initial", description_initial[start->initial]);
  }
}

static void write_real_attributes(const Description3 *d, const ReducedVar *v,
                                  const InterfaceVariable *variable,
                                  double nominal)
{
  XmlText *x = d->x;
  const VarAttributes *a = v->attributes;
  xml_text_attribute(x, "unit", description_text(a->unit));
  if (unit_definitions_has_display(d->units, a->unit, a->display_unit)) {
    xml_text_attribute(x, "displayUnit", a->display_unit);
  }
  description_write_limit(x, "nominal", nominal > 0, nominal);
  if (variable->derived >= 0) {
    description3_reference(x, "derivative",
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

unsigned description3_clock_reference(const Description3 *d, int clock)
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
  description3_reference(d->x, "clocks",
                         description3_clock_reference(d, clock));
  int before = interface_clocks_previous(d->reduced, d->all,
                                         (int)(variable - d->all->variable));
  if (before < 0) return;
  description3_reference(d->x, "previous", d->all->variable[before].reference);
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
  description3_reference(x, "valueReference", variable->reference);
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

static const InterfaceClock *description3_clock(const Description3 *d,
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
  description3_reference(x, "valueReference", variable->reference);
  xml_text_attribute(x, "description", v->attributes->description);
  description3_write_kind(d, v, start);
  if (is_intermediate(d, v)) xml_text_boolean(x, "intermediateUpdate", true);
  write_clocks3(d, variable);
  if (!v->attributes->is_structural) {
    xml_text_attribute(
        x, "declaredType",
        type_definitions_name(d->types, v->attributes->declared_type));
  }
  bool is_boolean =
      v->type == VAR_BOOLEAN || (array && array->kind == RESIZABLE_BOOLEAN);
  Stated s = stated_by_names(d, (int)(variable - d->all->variable));
  if (!is_boolean && !v->text) {
    xml_text_attribute(x, "quantity", s.quantity);
    description_write_limit(x, "min", s.has_min, s.min);
    description_write_limit(x, "max", s.has_max, s.max);
  }
  if (is_float) write_real_attributes(d, v, variable, s.nominal);
  write_starts(d, start, variable->n);
}

static void write_resizable_dimensions(const Description3 *d,
                                       const ResizableArray *array)
{
  for (int k = 0; k < array->rank; k++) {
    xml_text_open(d->x, "Dimension");
    if (array->parameter[k]) {
      int size = interface_resizable_named(d->reduced, array->parameter[k]);
      description3_reference(d->x, "valueReference",
                             interface_variables_size(size));
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

static void description3_write_texts(XmlText *x, const ReducedVar *v, int n)
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
  const InterfaceClock *clock = description3_clock(d, k);
  if (clock) {
    write_clock(d, clock);
    return;
  }
  xml_text_open(d->x, description3_element_of(&var[variable->row]));
  write_attributes(d, variable);
  const ResizableArray *array = var[variable->row].attributes->resizable;
  if (array)
    write_resizable_dimensions(d, array);
  else
    write_dimensions(d->x, variable);
  description3_write_texts(d->x, &var[variable->start_row], variable->n);
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
  description3_reference(x, "valueReference", interface_variables_text(number));
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

static bool description3_is_taken(const Description3 *d, const char *name)
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
  while (description3_is_taken(d, name))
    name = arena_printf(d->arena, "%s_", name);
  xml_text_open(x, "Float64");
  xml_text_attribute(x, "name", name);
  description3_reference(x, "valueReference", interface_variables_indicators());
  xml_text_attribute(x, "description", "what changes its sign at an event");
  xml_text_attribute(x, "causality", description_causality[FMI_LOCAL]);
  xml_text_attribute(x, "variability", description_variability[FMI_CONTINUOUS]);
  xml_text_attribute(x, "initial", description_initial[FMI_CALCULATED]);
  xml_text_open(x, "Dimension");
  xml_text_integer(x, "start", n);
  xml_text_close(x);
  xml_text_close(x);
}

int description3_count_indicators(const Description3 *d)
{
  if (!d->options->model_exchange) return 0;
  return description_count_indicators(d->reduced);
}

void description3_variables(const Description3 *d)
{
  xml_text_open(d->x, "ModelVariables");
  for (int k = 0; k < d->all->n_variables; k++) {
    if (d->all->variable[k].owner == k) write_variable3(d, k);
  }
  for (int k = 0; k < d->reduced->n_texts; k++) write_constant_text(d, k);
  if (description3_count_indicators(d) > 0)
    write_indicators(d, description3_count_indicators(d));
  xml_text_close(d->x);
}
