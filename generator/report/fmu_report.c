/* fmu_report.c: see fmu_report.h. */
#include "report/fmu_report.h"

#include <assert.h>
#include <string.h>

#include "report/report.h"

enum { MOST_ROWS = 40, MOST_NAMES = 8 };

typedef struct FmuText {
  Session *s;
  const FmuExplained *e;
  FILE *out;
} FmuText;

/* --- words --- */

static const char *clean_of(const FmuText *t, const char *text)
{
  return report_clean(t->s, text ? text : "");
}

static void put_more(const FmuText *t, int n, int most)
{
  if (n > most) fprintf(t->out, "  and %d more (--json has all)\n", n - most);
}

static void begin_section(const FmuText *t, const char *title, int n)
{
  fprintf(t->out, "\n%s (%d)\n", title, n);
}

/* --- how it is run --- */

/* A capability and what it means to who runs the FMU. */
typedef struct CapabilityWords {
  const char *name, *words;
} CapabilityWords;

static const CapabilityWords capability_words[] = {
    {"needsExecutionTool", "it needs a tool on this machine"},
    {"canHandleVariableCommunicationStepSize", "steps of any length"},
    {"hasEventMode", "events between steps are left to the importer"},
    {"mightReturnEarlyFromDoStep", "a step may end early"},
    {"canReturnEarlyAfterIntermediateUpdate", "the importer may end a step"},
    {"providesIntermediateUpdate", "values in between are reported"},
    {"canInterpolateInputs", "inputs with derivatives"},
    {"maxOutputDerivativeOrder", "derivatives of outputs"},
    {"canGetAndSetFMUState", "states can be saved"},
    {"canSerializeFMUState", "and written to files"},
    {"providesDirectionalDerivative", "derivatives along directions"},
    {"providesAdjointDerivatives", "adjoint derivatives"},
    {"canBeInstantiatedOnlyOncePerProcess", "one instance in a process"},
};

static bool is_capable(const FmuKind *kind, const char *name)
{
  const char *value = description_capability(kind, name);
  return value && strcmp(value, "false") != 0 && strcmp(value, "0") != 0;
}

static void put_kind_words(const FmuText *t, const char *title,
                           const FmuKind *kind)
{
  if (!kind->present) return;
  fprintf(t->out, "%s", title);
  const char *divider = ": ";
  for (size_t k = 0; k < sizeof capability_words / sizeof capability_words[0];
       k++) {
    if (!is_capable(kind, capability_words[k].name)) continue;
    fprintf(t->out, "%s%s", divider, capability_words[k].words);
    divider = ", ";
  }
  fputs("\n", t->out);
}

static void fmu_report_put_head(const FmuText *t)
{
  const FmuDescription *d = t->e->d;
  fprintf(t->out, "%s: an FMU of FMI %s", clean_of(t, d->model_name),
          clean_of(t, d->fmi_version));
  if (d->generation_tool)
    fprintf(t->out, ", made by %s", clean_of(t, d->generation_tool));
  fputs("\n", t->out);
  if (d->description) fprintf(t->out, "%s\n", clean_of(t, d->description));
  put_kind_words(t, "Co-Simulation, it integrates by itself",
                 &d->co_simulation);
  put_kind_words(t, "Model Exchange, the importer integrates",
                 &d->model_exchange);
  put_kind_words(t, "Scheduled Execution, the importer ticks its clocks",
                 &d->scheduled_execution);
}

/* --- what depends on what --- */

static void put_knowns(const FmuText *t, const FmuUnknown *u)
{
  if (!u->has_list) {
    fputs(" may depend on everything\n", t->out);
    return;
  }
  fputs(u->n_knowns > 0 ? " depends on" : " depends on nothing", t->out);
  for (int k = 0; k < u->n_knowns && k < MOST_NAMES; k++) {
    const FmuKnown *known = &u->known[k];
    fprintf(t->out, "%s %s", k > 0 ? "," : "", clean_of(t, known->name));
    if (known->kind && strcmp(known->kind, "dependent") != 0)
      fprintf(t->out, " (%s)", clean_of(t, known->kind));
  }
  if (u->n_knowns > MOST_NAMES)
    fprintf(t->out, " and %d more", u->n_knowns - MOST_NAMES);
  fputs("\n", t->out);
}

static void put_unknowns(const FmuText *t, const char *title,
                         FmuUnknownKind kind)
{
  const FmuUnknowns *list = &t->e->structure->list[kind];
  if (list->n == 0) return;
  begin_section(t, title, list->n);
  for (int k = 0; k < list->n && k < MOST_ROWS; k++) {
    const FmuUnknown *u = &list->unknown[k];
    fprintf(t->out, "  %s", clean_of(t, u->state ? u->state : u->name));
    if (u->state) fputs(": its derivative", t->out);
    put_knowns(t, u);
  }
  put_more(t, list->n, MOST_ROWS);
}

/* Inputs that an output follows at once: where an importer closes a loop over
 * such pairs only, it must solve equations. */
static bool has_feedthrough(const FmuUnknown *u)
{
  for (int k = 0; k < u->n_knowns; k++) {
    if (u->known[k].is_input) return true;
  }
  return !u->has_list;
}

static int count_inputs(const FmuDescription *d)
{
  int n = 0;
  for (int i = 0; i < d->n_variables; i++)
    n += d->variable[i].causality == FMU_INPUT;
  return n;
}

static void put_feedthrough(const FmuText *t)
{
  const FmuUnknowns *list = &t->e->structure->list[FMU_OUTPUTS];
  if (list->n == 0 || count_inputs(t->e->d) == 0) return;
  int n = 0;
  fputs("\nOutputs that follow an input at once:", t->out);
  for (int k = 0; k < list->n; k++) {
    if (!has_feedthrough(&list->unknown[k])) continue;
    if (n < MOST_NAMES)
      fprintf(t->out, "%s %s", n > 0 ? "," : "",
              clean_of(t, list->unknown[k].name));
    n++;
  }
  if (n > MOST_NAMES) fprintf(t->out, " and %d more", n - MOST_NAMES);
  fputs(n > 0 ? "\n" : " none: no loop of FMUs over it is algebraic\n", t->out);
}

/* --- events --- */

static bool is_discrete(const FmuVariable *v)
{
  return v->variability == FMU_DISCRETE && v->causality != FMU_PARAMETER;
}

static void fmu_report_put_events(const FmuText *t)
{
  const FmuDescription *d = t->e->d;
  int n = 0;
  for (int i = 0; i < d->n_variables; i++) n += is_discrete(&d->variable[i]);
  if (n == 0 && d->n_event_indicators == 0) {
    fputs("\nEvents: none by crossings, and nothing is discrete\n", t->out);
    return;
  }
  fprintf(t->out, "\nEvents: %s, %s",
          report_count(t->s, d->n_event_indicators, "crossing"),
          report_count(t->s, n, "discrete variable"));
  int shown = 0;
  for (int i = 0; i < d->n_variables && shown < MOST_NAMES; i++) {
    if (!is_discrete(&d->variable[i])) continue;
    fprintf(t->out, "%s %s", shown > 0 ? "," : ":",
            clean_of(t, d->variable[i].name));
    shown++;
  }
  if (n > shown) fprintf(t->out, " and %d more", n - shown);
  fputs("\n", t->out);
}

/* --- units --- */

static void put_unit(const FmuText *t, const FmuUnit *u)
{
  fprintf(t->out, "  %s", clean_of(t, u->name));
  if (u->has_base) {
    fputs(" =", t->out);
    if (u->factor != 1) fprintf(t->out, " %.15g", u->factor);
    int n = 0;
    for (int k = 0; k < N_BASE_UNITS; k++) {
      if (u->exponent[k] == 0) continue;
      fprintf(t->out, "%s%s", n++ > 0 ? "." : " ", fmu_structure_base_unit(k));
      if (u->exponent[k] != 1) fprintf(t->out, "%d", u->exponent[k]);
    }
    if (n == 0) fputs(" 1", t->out);
    if (u->offset != 0) fprintf(t->out, " + %.15g", u->offset);
  }
  for (int k = 0; k < u->n_displays; k++)
    fprintf(t->out, "%s %s", k > 0 ? "," : "; shown as",
            clean_of(t, u->display[k]));
  fputs("\n", t->out);
}

static void put_units(const FmuText *t)
{
  const FmuStructure *all = t->e->structure;
  if (all->n_units == 0) return;
  begin_section(t, "Units", all->n_units);
  for (int k = 0; k < all->n_units && k < MOST_ROWS; k++)
    put_unit(t, &all->unit[k]);
  put_more(t, all->n_units, MOST_ROWS);
}

/* --- terminals --- */

static void fmu_report_put_terminal(const FmuText *t,
                                    const FmuTerminal *terminal)
{
  int margin = 2 * terminal->depth + 2;
  fprintf(t->out, "%*s%s", margin, "", clean_of(t, terminal->name));
  if (terminal->kind) fprintf(t->out, ", a %s", clean_of(t, terminal->kind));
  if (terminal->matching_rule)
    fprintf(t->out, ", matched by %s", clean_of(t, terminal->matching_rule));
  if (terminal->description)
    fprintf(t->out, "  \"%s\"", clean_of(t, terminal->description));
  fputs("\n", t->out);
  for (int k = 0; k < terminal->n_members && k < MOST_ROWS; k++) {
    const FmuTerminalMember *m = &terminal->member[k];
    fprintf(t->out, "%*s%s is %s (%s)\n", margin + 2, "",
            clean_of(t, m->member ? m->member : m->variable),
            clean_of(t, m->variable), clean_of(t, m->kind));
  }
  put_more(t, terminal->n_members, MOST_ROWS);
}

static void put_terminals(const FmuText *t)
{
  const FmuTerminals *all = t->e->terminals;
  if (!all || all->n == 0) return;
  begin_section(t, "Terminals", all->n);
  for (int k = 0; k < all->n && k < MOST_ROWS; k++)
    fmu_report_put_terminal(t, &all->terminal[k]);
  put_more(t, all->n, MOST_ROWS);
}

void fmu_report_text(Session *s, const FmuExplained *e, FILE *out)
{
  FmuText t = {s, e, out};
  assert(e->d && e->structure);
  fmu_report_put_head(&t);
  put_unknowns(&t, "States", FMU_DERIVATIVES);
  put_unknowns(&t, "Clocked states", FMU_CLOCKED_STATES);
  put_unknowns(&t, "Outputs", FMU_OUTPUTS);
  put_feedthrough(&t);
  int n_initial = e->structure->list[FMU_INITIAL_UNKNOWNS].n;
  if (n_initial > 0)
    fprintf(out, "\nComputed by initialization: %s (--json has them)\n",
            report_count(s, n_initial, "variable"));
  fmu_report_put_events(&t);
  put_units(&t);
  put_terminals(&t);
  if (!e->page) return;
  fprintf(out,
          "\nIts equations are explained in %s (--html FILE takes it out)\n",
          e->page);
}

/* --- JSON --- */

static void fmu_report_json_text(JsonWriter *w, const char *key,
                                 const char *text)
{
  json_key(w, key);
  json_string(w, text);
}

static void json_knowns(JsonWriter *w, const FmuUnknown *u)
{
  json_key(w, "depends_on");
  if (!u->has_list) {
    json_null(w);
    return;
  }
  json_array_begin(w);
  for (int k = 0; k < u->n_knowns; k++) {
    json_object_begin(w);
    fmu_report_json_text(w, "name", u->known[k].name);
    fmu_report_json_text(w, "kind", u->known[k].kind);
    json_key(w, "input");
    json_bool(w, u->known[k].is_input);
    json_key(w, "state");
    json_bool(w, u->known[k].is_state);
    json_object_end(w);
  }
  json_array_end(w);
}

static void json_unknowns(JsonWriter *w, const char *key,
                          const FmuUnknowns *list)
{
  json_key(w, key);
  json_array_begin(w);
  for (int k = 0; k < list->n; k++) {
    json_object_begin(w);
    fmu_report_json_text(w, "name", list->unknown[k].name);
    fmu_report_json_text(w, "state", list->unknown[k].state);
    json_knowns(w, &list->unknown[k]);
    json_object_end(w);
  }
  json_array_end(w);
}

static void json_units(JsonWriter *w, const FmuStructure *all)
{
  json_key(w, "units");
  json_array_begin(w);
  for (int k = 0; k < all->n_units; k++) {
    const FmuUnit *u = &all->unit[k];
    json_object_begin(w);
    fmu_report_json_text(w, "name", u->name);
    json_key(w, "factor");
    json_double(w, u->factor);
    json_key(w, "offset");
    json_double(w, u->offset);
    json_key(w, "base");
    if (u->has_base) {
      json_object_begin(w);
      for (int b = 0; b < N_BASE_UNITS; b++) {
        if (u->exponent[b] == 0) continue;
        json_key(w, fmu_structure_base_unit(b));
        json_int(w, u->exponent[b]);
      }
      json_object_end(w);
    } else {
      json_null(w);
    }
    json_key(w, "display");
    json_array_begin(w);
    for (int i = 0; i < u->n_displays; i++) json_string(w, u->display[i]);
    json_array_end(w);
    json_object_end(w);
  }
  json_array_end(w);
}

static void json_terminals(JsonWriter *w, const FmuTerminals *all)
{
  json_key(w, "terminals");
  json_array_begin(w);
  for (int k = 0; all && k < all->n; k++) {
    const FmuTerminal *t = &all->terminal[k];
    json_object_begin(w);
    fmu_report_json_text(w, "name", t->name);
    fmu_report_json_text(w, "kind", t->kind);
    fmu_report_json_text(w, "matching_rule", t->matching_rule);
    fmu_report_json_text(w, "description", t->description);
    json_key(w, "depth");
    json_int(w, t->depth);
    json_key(w, "members");
    json_array_begin(w);
    for (int m = 0; m < t->n_members; m++) {
      json_object_begin(w);
      fmu_report_json_text(w, "variable", t->member[m].variable);
      fmu_report_json_text(w, "member", t->member[m].member);
      fmu_report_json_text(w, "kind", t->member[m].kind);
      json_object_end(w);
    }
    json_array_end(w);
    json_object_end(w);
  }
  json_array_end(w);
}

void fmu_report_json(JsonWriter *w, const FmuExplained *e)
{
  assert(e->d && e->structure);
  fmu_report_json_text(w, "model", e->d->model_name);
  fmu_report_json_text(w, "fmi_version", e->d->fmi_version);
  fmu_report_json_text(w, "generation_tool", e->d->generation_tool);
  for (int k = 0; k < N_FMU_UNKNOWN_KINDS; k++)
    json_unknowns(w, fmu_structure_word((FmuUnknownKind)k),
                  &e->structure->list[k]);
  json_key(w, "crossings");
  json_int(w, e->d->n_event_indicators);
  json_units(w, e->structure);
  json_terminals(w, e->terminals);
  fmu_report_json_text(w, "page", e->page);
}
