/* description3.c: see description3.h. */
#include "fmu_file/description/description3.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "fmu_file/description/description3_elements.h"
#include "fmu_file/description/description_outputs.h"

/* clang-format off */
static const char *const fmi3_type_word[N_FMI3_TYPES] = {
  "Float32", "Float64", "Int8", "UInt8", "Int16", "UInt16", "Int32", "UInt32",
  "Int64", "UInt64", "Boolean", "String", "Binary", "Enumeration", "Clock"};
static const char *const interval_word[N_FMU_INTERVALS] = {
  "constant", "fixed", "tunable", "changing", "countdown",
  "triggered"};
/* clang-format on */

const char *description_fmi3_type_word(Fmi3Type type)
{
  assert(type < N_FMI3_TYPES);
  return fmi3_type_word[type];
}

const char *description_interval_word(FmuInterval interval)
{
  assert(interval < N_FMU_INTERVALS);
  return interval_word[interval];
}

bool description3_is_version(const char *text)
{
  return strncmp(text, "3.", 2) == 0 && text[2] >= '0' && text[2] <= '9';
}

/* --- references --- */

static int compare_references(const void *a, const void *b)
{
  const FmuArray *x = *(FmuArray *const *)a, *y = *(FmuArray *const *)b;
  return (x->value_reference > y->value_reference) -
         (x->value_reference < y->value_reference);
}

static bool sort_references(Fmi3Reader *f)
{
  const DescriptionReader *r = f->r;
  FmuDescription *d = r->d;
  f->by_reference = arena_array(r->s->session_arena, (size_t)d->n_arrays + 1,
                                sizeof f->by_reference[0]);
  for (int i = 0; i < d->n_arrays; i++) f->by_reference[i] = &d->array[i];
  if (d->n_arrays > 1)
    qsort(f->by_reference, (size_t)d->n_arrays, sizeof f->by_reference[0],
          compare_references);
  for (int i = 1; i < d->n_arrays; i++) {
    const FmuArray *a = f->by_reference[i - 1], *b = f->by_reference[i];
    if (a->value_reference != b->value_reference) continue;
    return description_xml_fault(
        r, f->node[(a > b ? a : b) - d->array],
        "two variables have this valueReference:",
        arena_printf(r->s->session_arena, "%u", a->value_reference));
  }
  return true;
}

/* The variable that an attribute names; NULL after E602. */
static FmuArray *referenced(const Fmi3Reader *f, xmlNode *node,
                            const char *attribute)
{
  unsigned reference;
  if (!description_xml_unsigned(f->r, node, attribute, &reference)) return NULL;
  FmuArray *found = description3_elements_find(f, reference);
  if (!found) {
    description_xml_fault(f->r, node,
                          "there is no variable of this reference:", attribute);
  }
  return found;
}

/* --- variables as they are written --- */

static bool read_head(Fmi3Reader *f, xmlNode *node, int type)
{
  FmuDescription *d = f->r->d;
  Arena *arena = f->r->s->session_arena;
  int n = d->n_arrays;
  f->node =
      vector_grow(arena, f->node, &f->cap_nodes, n + 1, sizeof f->node[0]);
  d->array =
      vector_grow(arena, d->array, &d->cap_arrays, n + 1, sizeof d->array[0]);
  d->array[n] = (FmuArray){.type = (Fmi3Type)type};
  f->node[n] = node;
  d->array[n].name = description_xml_needed(f->r, node, "name");
  if (!d->array[n].name ||
      !description_xml_unsigned(f->r, node, "valueReference",
                                &d->array[n].value_reference)) {
    return false;
  }
  d->n_arrays++;
  return true;
}

/* Elements of other names are of later minor versions. */
static bool read_heads(Fmi3Reader *f, xmlNode *root)
{
  xmlNode *list = description_xml_child(root, "ModelVariables");
  if (!list)
    return description_xml_fault(f->r, root, "there is no ModelVariables",
                                 NULL);
  for (xmlNode *c = list->children; c; c = c->next) {
    if (c->type != XML_ELEMENT_NODE) continue;
    for (int t = 0; t < N_FMI3_TYPES; t++) {
      if (!description_xml_is(c, fmi3_type_word[t])) continue;
      if (!read_head(f, c, t)) return false;
      break;
    }
  }
  return true;
}

/* --- dimensions --- */

/* NULL, and the size; or else what is wrong. */
static const char *size_fault(const char *text, long *size)
{
  char *end;
  errno = 0;
  unsigned long long number = text ? strtoull(text, &end, 10) : 0;
  if (!text || end == text || *end || errno || text[strspn(text, " ")] == '-')
    return "the size of an array is not a whole number";
  if (number == 0) return "an array has no elements: its size is 0";
  *size = number > DESCRIPTION3_MOST ? DESCRIPTION3_MOST + 1 : (long)number;
  return NULL;
}

static bool read_size(const Fmi3Reader *f, xmlNode *node, const char *text,
                      long *size)
{
  const char *fault = size_fault(text, size);
  return !fault || description_xml_fault(f->r, node, fault, NULL);
}

static bool read_given_size(const Fmi3Reader *f, const char *name,
                            const char *text, long *size)
{
  const char *fault = size_fault(text, size);
  if (!fault) return true;
  diagnostic_file_error(f->r->s, f->r->where, E210, "--set %s=%s: %s", name,
                        text, fault);
  return false;
}

/* The last one counts; NULL: the file does. */
static const char *given_value(const DescriptionReader *r, const char *name)
{
  size_t n = strlen(name);
  for (int i = r->n_set; i-- > 0;) {
    if (strncmp(r->set[i], name, n) == 0 && r->set[i][n] == '=')
      return r->set[i] + n + 1;
  }
  return NULL;
}

/* FMI 3.0 2.4.7.2: the size is the start value of a structural parameter of
 * type UInt64, which has no dimensions itself. */
static bool read_dimension(const Fmi3Reader *f, xmlNode *node,
                           FmuDimension *dimension, bool *is_resized)
{
  const DescriptionReader *r = f->r;
  const char *text = description_xml_text(r, node, "start");
  dimension->parameter = -1;
  if (text) return read_size(f, node, text, &dimension->size);
  const FmuArray *by = referenced(f, node, "valueReference");
  if (!by) return false;
  dimension->parameter = (int)(by - r->d->array);
  xmlNode *parameter = f->node[dimension->parameter];
  const char *causality = description_xml_text(r, parameter, "causality");
  if (by->type != FMI3_UINT64 || !causality ||
      strcmp(causality, "structuralParameter") != 0 ||
      description_xml_child(parameter, "Dimension")) {
    return description_xml_fault(
        r, node,
        "the size is no structural parameter of type UInt64:", by->name);
  }
  if (!read_size(f, parameter, description_xml_text(r, parameter, "start"),
                 &dimension->size)) {
    return false;
  }
  long of_file = dimension->size;
  text = given_value(r, by->name);
  if (text && !read_given_size(f, by->name, text, &dimension->size))
    return false;
  *is_resized = *is_resized || dimension->size != of_file;
  return true;
}

static bool read_dimensions(Fmi3Reader *f, int i)
{
  const DescriptionReader *r = f->r;
  FmuArray *a = &r->d->array[i];
  xmlNode *node = f->node[i];
  for (xmlNode *c = node->children; c; c = c->next) {
    if (description_xml_is(c, "Dimension")) a->n_dimensions++;
  }
  a->dimension = arena_array(r->s->session_arena, (size_t)a->n_dimensions,
                             sizeof a->dimension[0]);
  int k = 0;
  long n = 1;
  for (xmlNode *c = node->children; c; c = c->next) {
    if (!description_xml_is(c, "Dimension")) continue;
    if (!read_dimension(f, c, &a->dimension[k], &a->is_resized)) return false;
    if (a->dimension[k].size > DESCRIPTION3_MOST / n ||
        f->n_values + n * a->dimension[k].size > DESCRIPTION3_MOST) {
      return description_xml_fault(
          r, c, "there are more than 10000000 values, with the array", a->name);
    }
    n *= a->dimension[k++].size;
  }
  a->first = (int)f->n_values;
  a->n = (int)n;
  f->n_values += n;
  return true;
}

/* --- clocks --- */

static bool read_clock(const Fmi3Reader *f, xmlNode *node, FmuArray *a)
{
  const DescriptionReader *r = f->r;
  int word = description_xml_word(r, node, "intervalVariability", interval_word,
                                  N_FMU_INTERVALS, -2);
  if (word == -2)
    return description_xml_fault(
        r, node, "this attribute is missing:", "intervalVariability");
  if (word < 0) return false;
  a->interval_variability = (FmuInterval)word;
  double resolution = 0, counter = 0;
  bool has_shift = false, has_resolution = false, has_counter = false;
  bool has_priority = false;
  a->priority = HUGE_VAL;
  if (!description_xml_number(r, node, "intervalDecimal", &a->has_interval,
                              &a->interval) ||
      !description_xml_number(r, node, "shiftDecimal", &has_shift, &a->shift) ||
      !description_xml_number(r, node, "priority", &has_priority,
                              &a->priority) ||
      !description_xml_number(r, node, "resolution", &has_resolution,
                              &resolution) ||
      !description_xml_number(r, node, "intervalCounter", &has_counter,
                              &counter)) {
    return false;
  }
  if (has_resolution && resolution > 0 && has_counter) {
    a->has_interval = true;
    a->interval = counter / resolution;
    if (!description_xml_number(r, node, "shiftCounter", &has_shift, &counter))
      return false;
    if (description_xml_text(r, node, "shiftCounter"))
      a->shift = counter / resolution;
  }
  if (!a->has_interval || a->interval > 0) return true;
  return description_xml_fault(
      r, node, "the interval of a clock is not above 0:", a->name);
}

/* The attribute `clocks` of variables and clocks. */
static bool read_clocks_of(const Fmi3Reader *f, xmlNode *node, FmuArray *a)
{
  const DescriptionReader *r = f->r;
  const char *text = description_xml_text(r, node, "clocks");
  if (!text) return true;
  unsigned *clock =
      arena_array(r->s->session_arena, strlen(text) / 2 + 1, sizeof clock[0]);
  while (*(text += strspn(text, " \t\r\n"))) {
    char *end;
    errno = 0;
    unsigned long number = strtoul(text, &end, 10);
    const FmuArray *found =
        end != text && !errno && number <= UINT_MAX
            ? description3_elements_find(f, (unsigned)number)
            : NULL;
    if (!found || found->type != FMI3_CLOCK || found == a) {
      return description_xml_fault(
          r, node, "this attribute does not name a clock:", "clocks");
    }
    clock[a->n_clocks++] = (unsigned)number;
    text = end;
  }
  a->clock = clock;
  a->is_clocked = a->n_clocks > 0;
  return true;
}

static bool description3_read_arrays(Fmi3Reader *f)
{
  FmuDescription *d = f->r->d;
  for (int i = 0; i < d->n_arrays; i++) {
    FmuArray *a = &d->array[i];
    if (!read_dimensions(f, i) || !read_clocks_of(f, f->node[i], a))
      return false;
    if (a->type == FMI3_CLOCK && !read_clock(f, f->node[i], a)) return false;
  }
  return true;
}

/* --- ModelStructure --- */

static bool read_derivative(const Fmi3Reader *f, xmlNode *node)
{
  const DescriptionReader *r = f->r;
  FmuDescription *d = r->d;
  const FmuArray *rate = referenced(f, node, "valueReference");
  if (!rate) return false;
  if (rate->type != FMI3_FLOAT64 && rate->type != FMI3_FLOAT32)
    return description_xml_fault(r, node,
                                 "this derivative is no number:", rate->name);
  const FmuArray *state = referenced(f, f->node[rate - d->array], "derivative");
  if (!state) return false;
  if (state->n != rate->n || state->type != rate->type)
    return description_xml_fault(
        r, node, "the state has another type or size than its derivative",
        rate->name);
  if (d->n_states + rate->n > d->n_derivatives)
    return description_xml_fault(r, node,
                                 "a state is there twice:", state->name);
  for (int k = 0; k < rate->n; k++) {
    d->derivative[d->n_states] = rate->first + k;
    d->state[d->n_states++] = state->first + k;
  }
  return true;
}

static bool count_structure(const Fmi3Reader *f, xmlNode *list)
{
  FmuDescription *d = f->r->d;
  long n_rates = 0, n_indicators = 0;
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    bool is_rate = description_xml_is(c, "ContinuousStateDerivative");
    if (!is_rate && !description_xml_is(c, "EventIndicator")) continue;
    const FmuArray *a = referenced(f, c, "valueReference");
    if (!a) return false;
    *(is_rate ? &n_rates : &n_indicators) += a->n;
  }
  if (n_rates > DESCRIPTION3_MOST || n_indicators > DESCRIPTION3_MOST)
    return description_xml_fault(
        f->r, list, "there are too many states or indicators", NULL);
  d->n_derivatives = (int)n_rates;
  d->n_event_indicators = (int)n_indicators;
  return true;
}

static bool description3_read_structure(const Fmi3Reader *f, xmlNode *root)
{
  FmuDescription *d = f->r->d;
  xmlNode *list = description_xml_child(root, "ModelStructure");
  if (!count_structure(f, list)) return false;
  Arena *arena = f->r->s->session_arena;
  size_t n = (size_t)d->n_derivatives;
  d->state = arena_array(arena, n, sizeof d->state[0]);
  d->derivative = arena_array(arena, n, sizeof d->derivative[0]);
  for (xmlNode *c = list ? list->children : NULL; c; c = c->next) {
    if (description_xml_is(c, "ContinuousStateDerivative") &&
        !read_derivative(f, c)) {
      return false;
    }
  }
  assert(d->n_states == d->n_derivatives);
  return true;
}

/* --- the whole --- */

/* Its partitions are scheduled in simulated time, as steps would be made. */
static void run_scheduled(FmuDescription *d)
{
  d->is_scheduled = d->scheduled_execution.present &&
                    !d->co_simulation.present && !d->model_exchange.present;
  if (d->is_scheduled) d->co_simulation = d->scheduled_execution;
}

bool description3_read(const DescriptionReader *r, xmlNode *root)
{
  FmuDescription *d = r->d;
  Fmi3Reader f = {.r = r, .type_word = fmi3_type_word};
  d->version = 3;
  d->model_name = description_xml_needed(r, root, "modelName");
  d->guid = description_xml_needed(r, root, "instantiationToken");
  if (!d->model_name || !d->guid) return false;
  d->description = description_xml_text(r, root, "description");
  d->generation_tool = description_xml_text(r, root, "generationTool");
  if (!description_xml_kind(r, root, "CoSimulation", &d->co_simulation) ||
      !description_xml_kind(r, root, "ModelExchange", &d->model_exchange) ||
      !description_xml_kind(r, root, "ScheduledExecution",
                            &d->scheduled_execution)) {
    return false;
  }
  run_scheduled(d);
  bool good = read_heads(&f, root) && sort_references(&f) &&
              description3_read_arrays(&f) && description3_elements(&f, root) &&
              description3_read_structure(&f, root) &&
              description_xml_experiment(r, root) &&
              description_xml_log_categories(r, root);
  if (good) description_outputs_read3(&f, root);
  return good;
}
