/* model_description.c: the elements in the order the FMI 2.0 schema wants.
 */
#include "emit/xml/model_description.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "emit/package/version.h"
#include "emit/xml/description_parts.h"
#include "emit/xml/type_definitions.h"
#include "emit/xml/unit_definitions.h"
#include "reduce/system/input_rate.h"

/* What the parts of one document share. */
typedef struct Description {
  XmlText *x;
  const ReducedSystem *reduced;
  Arena *arena;
  const UnitDefinitions *units;
  const TypeDefinitions *types;
  const int *index; /* [n_vars] place among those that are seen, from 1 */
  /* The attributes that give the kind of a variable, as texts; NULL: not made
   * yet. */
  const char *kind[FMI_INDEPENDENT + 1][FMI_CONTINUOUS + 1][FMI_CALCULATED + 1];
} Description;

static int *number_variables(Arena *arena, const ReducedSystem *r)
{
  int *index = arena_array(arena, (size_t)r->n_vars, sizeof(int));
  int n = 0;
  for (int k = 0; k < r->n_vars; k++) {
    if (!r->var[k].is_hidden) index[k] = ++n;
  }
  return index;
}

/* --- head --- */

/* What must be compiled; model.c is the model's own. */
static void write_sources(XmlText *x, const SourceNames *sources)
{
  if (!sources) return;
  xml_text_open(x, "SourceFiles");
  xml_text_open(x, "File");
  xml_text_attribute(x, "name", "model.c");
  xml_text_close(x);
  for (int k = 0; k < sources->n_names; k++) {
    if (!sources_is_compiled(sources->name[k])) continue;
    xml_text_open(x, "File");
    xml_text_attribute(x, "name", sources->name[k]);
    xml_text_close(x);
  }
  xml_text_close(x);
}

static void write_model_exchange(XmlText *x, const ReducedSystem *r,
                                 const SourceNames *sources)
{
  xml_text_open(x, "ModelExchange");
  xml_text_attribute(x, "modelIdentifier", r->identifier);
  xml_text_boolean(x, "needsExecutionTool", false);
  xml_text_boolean(x, "completedIntegratorStepNotNeeded", false);
  xml_text_boolean(x, "canBeInstantiatedOnlyOncePerProcess", false);
  xml_text_boolean(x, "canNotUseMemoryManagementFunctions", true);
  xml_text_boolean(x, "canGetAndSetFMUstate", true);
  xml_text_boolean(x, "canSerializeFMUstate", true);
  xml_text_boolean(x, "providesDirectionalDerivative", true);
  write_sources(x, sources);
  xml_text_close(x);
}

static void write_co_simulation(XmlText *x, const ReducedSystem *r,
                                const SourceNames *sources)
{
  xml_text_open(x, "CoSimulation");
  xml_text_attribute(x, "modelIdentifier", r->identifier);
  xml_text_boolean(x, "needsExecutionTool", false);
  xml_text_boolean(x, "canHandleVariableCommunicationStepSize", true);
  xml_text_boolean(x, "canInterpolateInputs", true);
  xml_text_integer(x, "maxOutputDerivativeOrder", 1);
  xml_text_boolean(x, "canRunAsynchronuously", false); /* spelled as in FMI */
  xml_text_boolean(x, "canBeInstantiatedOnlyOncePerProcess", false);
  xml_text_boolean(x, "canNotUseMemoryManagementFunctions", true);
  xml_text_boolean(x, "canGetAndSetFMUstate", true);
  xml_text_boolean(x, "canSerializeFMUstate", true);
  xml_text_boolean(x, "providesDirectionalDerivative", true);
  write_sources(x, sources);
  xml_text_close(x);
}

/* --- variables --- */

/* Which references have got their start value: an alias set has at most
 * one. */
typedef struct StartsGiven {
  bool *slot[3]; /* by VarType */
} StartsGiven;

static StartsGiven starts_given(Arena *arena, const ReducedSystem *r)
{
  StartsGiven g;
  g.slot[VAR_REAL] =
      arena_array(arena, (size_t)(r->n_real + r->n_real_aliases), sizeof(bool));
  g.slot[VAR_INTEGER] = arena_array(arena, (size_t)r->n_integer, sizeof(bool));
  g.slot[VAR_BOOLEAN] = arena_array(arena, (size_t)r->n_boolean, sizeof(bool));
  return g;
}

static bool writes_start(const ReducedVar *v, StartsGiven *given)
{
  if (!description_takes_start(v)) return false;
  if (v->variability == FMI_CONSTANT) return true;
  assert(v->value_reference >= 0);
  bool *slot = &given->slot[v->type][v->value_reference];
  if (*slot) return false;
  *slot = true;
  return true;
}

static void write_declared_type(const Description *d, const SimpleType *type)
{
  xml_text_attribute(d->x, "declaredType",
                     type_definitions_name(d->types, type));
}

static void model_description_write_real(const Description *d,
                                         const ReducedVar *v, bool start)
{
  XmlText *x = d->x;
  double nominal = fabs(v->nominal);
  xml_text_open(x, "Real");
  write_declared_type(d, v->attributes->declared_type);
  xml_text_attribute(x, "quantity", description_text(v->attributes->quantity));
  xml_text_attribute(x, "unit", description_text(v->attributes->unit));
  if (unit_definitions_has_display(d->units, v->attributes->unit,
                                   v->attributes->display_unit)) {
    xml_text_attribute(x, "displayUnit", v->attributes->display_unit);
  }
  description_write_limit(x, "min", v->has_min, v->min);
  description_write_limit(x, "max", v->has_max, v->max);
  description_write_limit(x, "nominal", v->has_nominal && nominal > 0, nominal);
  if (start) xml_text_number(x, "start", v->has_start ? v->start : 0);
  if (v->derivative_of >= 0) {
    xml_text_integer(x, "derivative", d->index[v->derivative_of]);
  }
  xml_text_close(x);
}

/* Enumerations are Integers to everyone but the reader. */
static void model_description_write_integer(const Description *d,
                                            const ReducedVar *v, bool start)
{
  XmlText *x = d->x;
  const SimpleType *t = v->attributes->declared_type;
  bool is_enumeration = t && t->kind == SIMPLE_ENUMERATION;
  xml_text_open(x, is_enumeration ? "Enumeration" : "Integer");
  write_declared_type(d, t);
  xml_text_attribute(x, "quantity", description_text(v->attributes->quantity));
  description_write_limit(x, "min", v->has_min, v->min);
  description_write_limit(x, "max", v->has_max, v->max);
  if (start) xml_text_number(x, "start", v->has_start ? v->start : 0);
  xml_text_close(x);
}

static void write_string(const Description *d, const ReducedVar *v, bool start)
{
  XmlText *x = d->x;
  xml_text_open(x, "String");
  write_declared_type(d, v->attributes->declared_type);
  if (start) xml_text_attribute(x, "start", v->text);
  xml_text_close(x);
}

static void write_boolean(const Description *d, const ReducedVar *v, bool start)
{
  XmlText *x = d->x;
  xml_text_open(x, "Boolean");
  write_declared_type(d, v->attributes->declared_type);
  if (start) xml_text_boolean(x, "start", v->has_start && v->start != 0);
  xml_text_close(x);
}

/* Few kinds, many variables. */
static const char *kind_text(Description *d, const ReducedVar *v)
{
  bool has_initial =
      v->causality != FMI_INPUT && v->causality != FMI_INDEPENDENT;
  FmiInitial initial = has_initial ? v->initial : FMI_INITIAL_NONE;
  assert(v->causality <= FMI_INDEPENDENT && v->variability <= FMI_CONTINUOUS &&
         initial <= FMI_CALCULATED);
  const char **text = &d->kind[v->causality][v->variability][initial];
  const char *word = description_initial[initial];
  if (!*text) {
    *text = arena_printf(d->arena, " causality=\"%s\" variability=\"%s\"%s%s%s",
                         description_causality[v->causality],
                         description_variability[v->variability],
                         word ? " initial=\"" : "", word ? word : "",
                         word ? "\"" : "");
  }
  return *text;
}

/* What an importer is to give of an input beside its value: for simulate
 * --inputs. FMI has no word for it. */
static void write_input_derivatives(const Description *d, const ReducedVar *v)
{
  const System *sys = d->reduced->sys;
  XmlText *x = d->x;
  int n = 0;
  if (v->causality != FMI_INPUT || v->var.i < 0) return;
  for (VarId rate = sys->var[v->var.i].derivative; rate.i >= 0; n++) {
    assert(n < INPUT_RATE_ORDERS);
    rate = sys->var[rate.i].derivative;
  }
  if (n == 0) return;
  xml_text_open(x, "Annotations");
  xml_text_open(x, "Tool");
  xml_text_attribute(x, "name", "Foucault");
  xml_text_open(x, "Input");
  xml_text_integer(x, "derivatives", n);
  for (int k = 0; k < 3; k++) xml_text_close(x);
}

static void model_description_write_variable(Description *d,
                                             const ReducedVar *v,
                                             StartsGiven *given)
{
  XmlText *x = d->x;
  bool start = writes_start(v, given);
  xml_text_open(x, "ScalarVariable");
  xml_text_attribute(x, "name", v->name);
  /* String variables are numbered after the constant ones. */
  xml_text_integer(x, "valueReference",
                   v->value_reference + (v->text ? d->reduced->n_texts : 0));
  xml_text_attribute(x, "description", v->attributes->description);
  xml_text_attributes(x, kind_text(d, v));
  switch (v->type) {
  case VAR_REAL: model_description_write_real(d, v, start); break;
  case VAR_INTEGER:
    if (v->text)
      write_string(d, v, start);
    else
      model_description_write_integer(d, v, start);
    break;
  case VAR_BOOLEAN: write_boolean(d, v, start); break;
  }
  write_input_derivatives(d, v);
  xml_text_close(x);
}

/* Strings come last, so that they do not shift the others. */
static void model_description_write_text(const Description *d,
                                         const SystemText *text, int number)
{
  XmlText *x = d->x;
  xml_text_open(x, "ScalarVariable");
  xml_text_attribute(x, "name", text->name);
  xml_text_integer(x, "valueReference", number);
  xml_text_attribute(x, "description", text->description);
  xml_text_attribute(x, "causality", description_causality[FMI_LOCAL]);
  xml_text_attribute(x, "variability", description_variability[FMI_CONSTANT]);
  xml_text_attribute(x, "initial", description_initial[FMI_EXACT]);
  xml_text_open(x, "String");
  write_declared_type(d, text->declared_type);
  xml_text_attribute(x, "start", text->value);
  xml_text_close(x);
  xml_text_close(x);
}

static void model_description_write_variables(Description *d)
{
  const ReducedSystem *r = d->reduced;
  StartsGiven given = starts_given(d->arena, r);
  xml_text_open(d->x, "ModelVariables");
  for (int k = 0; k < r->n_vars; k++) {
    if (!r->var[k].is_hidden)
      model_description_write_variable(d, &r->var[k], &given);
  }
  for (int k = 0; k < r->n_texts; k++)
    model_description_write_text(d, &r->text[k], k);
  xml_text_close(d->x);
}

/* --- structure --- */

/* An empty list says that nothing is depended on, none that all knowns are. */
static void write_dependencies(const Description *d, const ReducedUnknown *u)
{
  if (u->n_dependencies < 0) return;
  size_t n = (size_t)u->n_dependencies;
  int *number = arena_array(d->arena, n, sizeof(int));
  assert(n == 0 || u->dependency);
  for (size_t k = 0; k < n; k++) number[k] = d->index[u->dependency[k]];
  xml_text_integers(d->x, "dependencies", number, u->n_dependencies, 0);
}

/* NULL where all are "dependent": that is the default. */
static const char *kinds_text(Arena *arena, const ReducedUnknown *u)
{
  int n = 0;
  while (n < u->n_dependencies && (!u->kind || u->kind[n] == DEPENDS_FREELY)) {
    n++;
  }
  if (n >= u->n_dependencies) return NULL;
  size_t size = (size_t)u->n_dependencies * 12 + 1, used = 0;
  char *text = arena_alloc(arena, size);
  for (int k = 0; k < u->n_dependencies; k++) {
    const char *word = description_dependency[u->kind[k]];
    size_t length = strlen(word);
    if (k > 0) text[used++] = ' ';
    memcpy(text + used, word, length);
    used += length;
  }
  assert(used < size); /* the rest is zero */
  return text;
}

static void model_description_write_unknowns(const Description *d,
                                             const char *element,
                                             const ReducedUnknown *unknown,
                                             int n)
{
  XmlText *x = d->x;
  if (n == 0) return;
  xml_text_open(x, element);
  for (int k = 0; k < n; k++) {
    ArenaMark mark = arena_mark(d->arena);
    assert(d->index[unknown[k].var] > 0); /* not hidden */
    xml_text_open(x, "Unknown");
    xml_text_integer(x, "index", d->index[unknown[k].var]);
    write_dependencies(d, &unknown[k]);
    xml_text_attribute(x, "dependenciesKind",
                       kinds_text(d->arena, &unknown[k]));
    xml_text_close(x);
    arena_release(mark);
  }
  xml_text_close(x);
}

static void write_structure(const Description *d, const ModelStructure *all)
{
  xml_text_open(d->x, "ModelStructure");
  model_description_write_unknowns(d, "Outputs", all->output, all->n_outputs);
  model_description_write_unknowns(d, "Derivatives", all->derivatives,
                                   all->n_derivatives);
  model_description_write_unknowns(d, "InitialUnknowns", all->initial_unknown,
                                   all->n_initial_unknowns);
  xml_text_close(d->x);
}

/* --- the document --- */

static void model_description_write_head(XmlText *x, const ReducedSystem *r,
                                         const DescriptionOptions *options)
{
  xml_text_attribute(x, "fmiVersion", "2.0");
  xml_text_attribute(x, "modelName", r->name);
  xml_text_attribute(x, "guid", options->guid);
  xml_text_attribute(x, "description", r->description);
  xml_text_attribute(x, "generationTool", "Foucault " FOUCAULT_VERSION);
  xml_text_attribute(x, "variableNamingConvention", "structured");
  if (!options->model_exchange) return; /* nobody asks for indicators */
  xml_text_integer(x, "numberOfEventIndicators",
                   description_count_indicators(r));
}

static void write_document(XmlText *x, const ReducedSystem *r,
                           const DescriptionOptions *options, Arena *arena)
{
  Description d = {.x = x,
                   .reduced = r,
                   .arena = arena,
                   .units = unit_definitions_collect(arena, r, false),
                   .types = type_definitions_collect(arena, r),
                   .index = number_variables(arena, r)};
  xml_text_open(x, "fmiModelDescription");
  model_description_write_head(x, r, options);
  if (options->model_exchange) write_model_exchange(x, r, options->sources);
  if (options->co_simulation) write_co_simulation(x, r, options->sources);
  unit_definitions_write(x, d.units);
  type_definitions_write(x, d.types, d.units, false);
  description_write_categories(x);
  description_write_experiment(x, &r->experiment);
  model_description_write_variables(&d);
  write_structure(&d, options->structure);
  xml_text_close(x);
}

bool model_description_write(Session *s, const ReducedSystem *reduced,
                             const DescriptionOptions *options, FILE *file)
{
  assert(options->guid && options->structure &&
         (options->co_simulation || options->model_exchange));
  ArenaMark mark = arena_mark(session_scratch(s));
  XmlText x;
  xml_text_begin(&x, file);
  write_document(&x, reduced, options, session_scratch(s));
  bool ok = xml_text_end(&x);
  arena_release(mark);
  return ok;
}
