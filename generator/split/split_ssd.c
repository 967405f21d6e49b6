/* split_ssd.c: see split_ssd.h. */
#define _POSIX_C_SOURCE 200809L
#include "split/split_ssd.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "base/vector.h"
#include "split/split_model.h"

typedef struct SsdWriter {
  Session *s;
  const FlatModel *flat;
  const SplitPlan *plan;
  FILE *out;
  SplitPorts *ports; /* [n_parts] */
  const char **unit; /* those that occur, each once */
  int n_units, cap_units;
  const char *pending; /* what stands before the next connector; NULL: nothing.
                          A list without any is not to be there */
} SsdWriter;

/* --- texts --- */

static void ssd_put_text(FILE *out, const char *text)
{
  for (const char *c = text; *c; c++) {
    switch (*c) {
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '&': fputs("&amp;", out); break;
    case '"': fputs("&quot;", out); break;
    default: fputc(*c, out);
    }
  }
}

static void ssd_put(FILE *out, const char *name, const char *text)
{
  fprintf(out, " %s=\"", name);
  ssd_put_text(out, text);
  fputc('"', out);
}

const char *split_ssd_source(Session *s, const SplitPlan *plan, int part)
{
  assert(part >= 0 && part < plan->n_parts);
  return arena_printf(s->session_arena, "resources/%s.fmu",
                      plan->part[part].word);
}

/* The unit as a name of the description; NULL: none that can be defined. */
static const char *ssd_unit(SsdWriter *w, const char *unit)
{
  Unit parsed;
  if (!unit || !unit[0] || !units_parse(unit, &parsed)) return NULL;
  for (int i = 0; i < w->n_units; i++) {
    if (strcmp(w->unit[i], unit) == 0) return unit;
  }
  w->unit = vector_grow(w->s->session_arena, w->unit, &w->cap_units,
                        w->n_units + 1, sizeof w->unit[0]);
  w->unit[w->n_units++] = unit;
  return unit;
}

/* --- connectors --- */

static const char *ssd_type(FlatType type)
{
  switch (type) {
  case FLAT_REAL: return "Real";
  case FLAT_INTEGER: return "Integer";
  case FLAT_BOOLEAN: return "Boolean";
  case FLAT_STRING: return "String";
  case FLAT_ENUMERATION: return "Integer";
  case FLAT_OBJECT:
  case N_FLAT_TYPES: break;
  }
  return "Real";
}

static void ssd_put_connector(SsdWriter *w, const char *indent,
                              const char *name, bool is_input, const FlatVar *v,
                              const char *unit)
{
  if (w->pending) fputs(w->pending, w->out);
  w->pending = NULL;
  fprintf(w->out, "%s<ssd:Connector", indent);
  ssd_put(w->out, "name", name);
  fprintf(w->out, " kind=\"%s\"><ssc:%s", is_input ? "input" : "output",
          ssd_type(v->type));
  if (v->type == FLAT_REAL && unit) ssd_put(w->out, "unit", unit);
  fputs("/></ssd:Connector>\n", w->out);
}

static const char *ssd_port_name(const SsdWriter *w, int part, int variable)
{
  return split_plan_name(w->s, w->plan, part, w->flat->var[variable].name);
}

static void ssd_put_signals(SsdWriter *w, int part)
{
  static const char indent[] = "          ";
  for (int k = 0; k < w->plan->n_signals; k++) {
    const SplitSignal *signal = &w->plan->signal[k];
    const FlatVar *v = &w->flat->var[signal->source];
    bool is_source = w->plan->part_of[signal->source] == part;
    if (is_source)
      ssd_put_connector(w, indent, ssd_port_name(w, part, signal->source),
                        false, v, ssd_unit(w, v->unit));
    for (int i = 0; i < signal->n_targets && !is_source; i++) {
      int t = signal->target[i];
      if (w->plan->part_of[t] != part) continue;
      v = &w->flat->var[t];
      ssd_put_connector(w, indent, ssd_port_name(w, part, t), true, v,
                        ssd_unit(w, v->unit));
    }
  }
}

/* It is an output for another reason, too. */
static bool ssd_is_given(const SsdWriter *w, int part, int variable)
{
  const char *name = ssd_port_name(w, part, variable);
  for (int k = 0; k < w->plan->n_signals; k++) {
    if (w->plan->signal[k].source == variable) return true;
  }
  for (int i = 0; i < w->ports[part].n; i++) {
    const SplitPort *port = &w->ports[part].item[i];
    if (!port->is_input && strcmp(port->name, name) == 0) return true;
  }
  return false;
}

/* What a part is given itself comes to others from where it comes from. */
static int ssd_origin(const SsdWriter *w, int variable)
{
  const SplitPlan *plan = w->plan;
  int part = plan->part_of[variable];
  for (int k = 0; k < plan->n_signals; k++) {
    const SplitSignal *signal = &plan->signal[k];
    for (int i = 0; i < signal->n_targets; i++) {
      if (signal->target[i] == variable &&
          plan->part_of[signal->source] != part)
        return signal->source;
    }
  }
  for (int i = 0; part >= 0 && i < w->ports[part].n; i++) {
    const SplitPort *port = &w->ports[part].item[i];
    if (!port->is_input || port->kind != SPLIT_POTENTIAL ||
        port->variable != variable ||
        strcmp(port->name, ssd_port_name(w, part, variable)) != 0)
      continue;
    const SplitNode *node = &plan->node[port->node];
    return node->potential[port->value].member[node->part[node->giver]][0];
  }
  return variable;
}

static bool ssd_is_used_before(const SsdWriter *w, int use)
{
  for (int k = 0; k < use; k++) {
    if (w->plan->use[k].variable == w->plan->use[use].variable) return true;
  }
  return false;
}

static void ssd_put_uses(SsdWriter *w, int part)
{
  static const char indent[] = "          ";
  for (int k = 0; k < w->plan->n_uses; k++) {
    const SplitUse *use = &w->plan->use[k];
    const FlatVar *v = &w->flat->var[use->variable];
    if (use->part == part)
      ssd_put_connector(w, indent, use->name, true, v, ssd_unit(w, v->unit));
    if (w->plan->part_of[use->variable] == part && !ssd_is_used_before(w, k) &&
        ssd_origin(w, use->variable) == use->variable &&
        !ssd_is_given(w, part, use->variable))
      ssd_put_connector(w, indent, ssd_port_name(w, part, use->variable), false,
                        v, ssd_unit(w, v->unit));
  }
}

static void ssd_put_component(SsdWriter *w, int part)
{
  const SplitPart *p = &w->plan->part[part];
  fputs("      <ssd:Component", w->out);
  ssd_put(w->out, "name", p->name);
  fputs(" type=\"application/x-fmu-sharedlibrary\"", w->out);
  ssd_put(w->out, "source", split_ssd_source(w->s, w->plan, part));
  fputs(">\n", w->out);
  w->pending = "        <ssd:Connectors>\n";
  ssd_put_signals(w, part);
  ssd_put_uses(w, part);
  for (int i = 0; i < w->ports[part].n; i++) {
    const SplitPort *port = &w->ports[part].item[i];
    const FlatVar *v = &w->flat->var[port->variable];
    const char *unit = v->unit;
    if (port->kind == SPLIT_RATE || port->kind == SPLIT_RATE2)
      unit = split_model_rate_unit(w->s, unit);
    if (port->kind == SPLIT_RATE2) unit = split_model_rate_unit(w->s, unit);
    ssd_put_connector(w, "          ", port->name, port->is_input, v,
                      ssd_unit(w, unit));
  }
  if (!w->pending) fputs("        </ssd:Connectors>\n", w->out);
  w->pending = NULL;
  fputs("      </ssd:Component>\n", w->out);
}

/* --- connections --- */

static void ssd_put_connection(const SsdWriter *w, int from, const char *name,
                               int to, const char *target)
{
  fputs("      <ssd:Connection", w->out);
  if (from >= 0) ssd_put(w->out, "startElement", w->plan->part[from].name);
  ssd_put(w->out, "startConnector", name);
  if (to >= 0) ssd_put(w->out, "endElement", w->plan->part[to].name);
  ssd_put(w->out, "endConnector", target);
  fputs("/>\n", w->out);
}

static const char *ssd_signal_name(const SsdWriter *w, int variable)
{
  int part = w->plan->part_of[variable];
  return part >= 0 ? ssd_port_name(w, part, variable)
                   : w->flat->var[variable].name;
}

static void ssd_put_signal_connections(const SsdWriter *w)
{
  for (int k = 0; k < w->plan->n_signals; k++) {
    const SplitSignal *signal = &w->plan->signal[k];
    int from = w->plan->part_of[signal->source];
    for (int i = 0; i < signal->n_targets; i++) {
      int to = w->plan->part_of[signal->target[i]];
      if (to == from) continue;
      ssd_put_connection(w, from, ssd_signal_name(w, signal->source), to,
                         ssd_signal_name(w, signal->target[i]));
    }
  }
}

static void ssd_put_use_connections(const SsdWriter *w)
{
  for (int k = 0; k < w->plan->n_uses; k++) {
    const SplitUse *use = &w->plan->use[k];
    int origin = ssd_origin(w, use->variable);
    ssd_put_connection(w, w->plan->part_of[origin], ssd_signal_name(w, origin),
                       use->part, use->name);
  }
}

/* Is there any connection? */
static bool ssd_is_connected(const SplitPlan *plan)
{
  if (plan->n_uses > 0 || plan->n_nodes > 0) return true;
  for (int k = 0; k < plan->n_signals; k++) {
    const SplitSignal *signal = &plan->signal[k];
    for (int i = 0; i < signal->n_targets; i++) {
      if (plan->part_of[signal->target[i]] != plan->part_of[signal->source])
        return true;
    }
  }
  return false;
}

static bool ssd_fits(const SplitPort *out, int from, const SplitPort *in,
                     int to)
{
  if (out->is_input || !in->is_input || out->node != in->node ||
      out->value != in->value || out->kind != in->kind || from == to)
    return false;
  return in->kind != SPLIT_FLOW || in->other == from;
}

static void ssd_put_port_connections(const SsdWriter *w)
{
  int n = w->plan->n_parts;
  for (int from = 0; from < n; from++) {
    for (int i = 0; i < w->ports[from].n; i++) {
      const SplitPort *out = &w->ports[from].item[i];
      for (int to = 0; to < n && !out->is_input; to++) {
        for (int k = 0; k < w->ports[to].n; k++) {
          const SplitPort *in = &w->ports[to].item[k];
          if (ssd_fits(out, from, in, to))
            ssd_put_connection(w, from, out->name, to, in->name);
        }
      }
    }
  }
}

/* --- the whole --- */

/* Inputs and outputs of the system. */
static void ssd_put_system_connectors(SsdWriter *w)
{
  bool has_any = false;
  for (int i = 0; i < w->flat->n_vars; i++) {
    const FlatVar *v = &w->flat->var[i];
    if (w->plan->part_of[i] != SPLIT_OUTSIDE) continue;
    if (!has_any) fputs("    <ssd:Connectors>\n", w->out);
    has_any = true;
    ssd_put_connector(w, "      ", v->name, v->causality == FLAT_INPUT, v,
                      ssd_unit(w, v->unit));
  }
  if (has_any) fputs("    </ssd:Connectors>\n", w->out);
}

static void ssd_put_units(const SsdWriter *w)
{
  fputs("  <ssd:Units>\n", w->out);
  for (int i = 0; i < w->n_units; i++) {
    Unit unit;
    bool good = units_parse(w->unit[i], &unit);
    assert(good);
    (void)good;
    fputs("    <ssc:Unit", w->out);
    ssd_put(w->out, "name", w->unit[i]);
    fputs("><ssc:BaseUnit", w->out);
    for (int b = 0; b < N_UNIT_BASES; b++) {
      if (unit.exponent[b] != 0)
        fprintf(w->out, " %s=\"%d\"", unit_base_name[b], unit.exponent[b]);
    }
    if (unit.factor != 1) fprintf(w->out, " factor=\"%.17g\"", unit.factor);
    if (unit.offset != 0) fprintf(w->out, " offset=\"%.17g\"", unit.offset);
    fputs("/></ssc:Unit>\n", w->out);
  }
  fputs("  </ssd:Units>\n", w->out);
}

static void ssd_put_all(SsdWriter *w)
{
  const SplitPlan *plan = w->plan;
  const Experiment *e = &w->flat->experiment;
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<ssd:SystemStructureDescription version=\"1.0\"",
        w->out);
  ssd_put(w->out, "name", plan->name);
  fputs("\n    xmlns:ssd=\"http://ssp-standard.org/SSP1/"
        "SystemStructureDescription\"\n    xmlns:ssc=\"http://ssp-standard.org/"
        "SSP1/SystemStructureCommon\"\n    generationTool=\"Foucault\">\n"
        "  <ssd:System name=\"root\">\n",
        w->out);
  ssd_put_system_connectors(w);
  fputs("    <ssd:Elements>\n", w->out);
  for (int p = 0; p < plan->n_parts; p++) ssd_put_component(w, p);
  fputs("    </ssd:Elements>\n", w->out);
  if (ssd_is_connected(plan)) {
    fputs("    <ssd:Connections>\n", w->out);
    ssd_put_signal_connections(w);
    ssd_put_use_connections(w);
    ssd_put_port_connections(w);
    fputs("    </ssd:Connections>\n", w->out);
  }
  fputs("  </ssd:System>\n", w->out);
  if (w->n_units > 0) ssd_put_units(w);
  fputs("  <ssd:DefaultExperiment", w->out);
  if (e->has_start) fprintf(w->out, " startTime=\"%.17g\"", e->start);
  if (e->has_stop) fprintf(w->out, " stopTime=\"%.17g\"", e->stop);
  fputs("/>\n</ssd:SystemStructureDescription>\n", w->out);
}

char *split_ssd_write(Session *s, const FlatModel *flat, const SplitPlan *plan,
                      size_t *size)
{
  char *text = NULL;
  assert(plan->n_parts > 0);
  SsdWriter w = {.s = s, .flat = flat, .plan = plan};
  w.out = open_memstream(&text, size);
  if (!w.out) return NULL;
  w.ports =
      arena_array(s->session_arena, (size_t)plan->n_parts, sizeof w.ports[0]);
  for (int p = 0; p < plan->n_parts; p++)
    w.ports[p] = split_model_ports(s, flat, plan, p);
  ssd_put_all(&w);
  fclose(w.out);
  return text;
}
