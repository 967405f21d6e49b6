/* terminals_xml.c: names of variables first, then the document. */
#include "emit/xml/terminals_xml.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "emit/xml/xml_text.h"

/* A name that a terminal may have, and the row of the variable. */
typedef struct WantedName {
  const char *name;
  int row; /* -1: the FMU has no such variable */
} WantedName;

typedef struct TerminalsText {
  const TerminalsXml *t;
  XmlText *x;
  Arena *arena;
  WantedName *wanted;
  int n_wanted, cap_wanted;
} TerminalsText;

/* --- which variables there are --- */

static int terminals_xml_count_elements(const TerminalMember *m)
{
  int n = 1;
  for (int k = 0; k < m->rank; k++) n *= m->dim[k];
  return n;
}

/* x[2,1] of element 3 of an array 2 x 2. */
static const char *terminals_xml_subscripted(Arena *arena, const char *name,
                                             const TerminalMember *m,
                                             int element)
{
  assert(element >= 0 && element < terminals_xml_count_elements(m));
  const char *subscripts = "";
  for (int k = m->rank - 1; k >= 0; k--) {
    subscripts = arena_printf(arena, "%d%s%s", element % m->dim[k] + 1,
                              k < m->rank - 1 ? "," : "", subscripts);
    element /= m->dim[k];
  }
  return arena_printf(arena, "%s[%s]", name, subscripts);
}

static void terminals_xml_want_name(TerminalsText *d, const char *name)
{
  d->wanted = vector_grow(d->arena, d->wanted, &d->cap_wanted, d->n_wanted + 1,
                          sizeof d->wanted[0]);
  d->wanted[d->n_wanted++] = (WantedName){name, -1};
}

static void terminals_xml_want_names(TerminalsText *d, const Terminal *terminal)
{
  for (int k = 0; k < terminal->n_members; k++) {
    const TerminalMember *m = &terminal->member[k];
    terminals_xml_want_name(d, m->variable);
    for (int e = 0; m->rank > 0 && e < terminals_xml_count_elements(m); e++)
      terminals_xml_want_name(
          d, terminals_xml_subscripted(d->arena, m->variable, m, e));
  }
  for (int k = 0; k < terminal->n_inside; k++)
    terminals_xml_want_names(d, &terminal->inside[k]);
}

static int terminals_xml_compare_wanted(const void *a, const void *b)
{
  return strcmp(((const WantedName *)a)->name, ((const WantedName *)b)->name);
}

static WantedName *terminals_xml_find_wanted(const TerminalsText *d,
                                             const char *name)
{
  WantedName key = {name, -1};
  return d->n_wanted > 0 ? bsearch(&key, d->wanted, (size_t)d->n_wanted,
                                   sizeof key, terminals_xml_compare_wanted)
                         : NULL;
}

static void terminals_xml_mark_name(const TerminalsText *d, const char *name,
                                    int row)
{
  WantedName *found = terminals_xml_find_wanted(d, name);
  if (found) found->row = row;
}

static void terminals_xml_find_variables(TerminalsText *d)
{
  const TerminalsXml *t = d->t;
  for (int k = 0; k < t->face->n_terminals; k++)
    terminals_xml_want_names(d, &t->face->terminal[k]);
  if (d->n_wanted == 0) return;
  qsort(d->wanted, (size_t)d->n_wanted, sizeof d->wanted[0],
        terminals_xml_compare_wanted);
  const InterfaceVariables *all = t->interface;
  for (int k = 0; all && k < all->n_variables; k++)
    terminals_xml_mark_name(d, all->variable[k].name, all->variable[k].row);
  for (int k = 0; !all && k < t->reduced->n_vars; k++) {
    const ReducedVar *v = &t->reduced->var[k];
    if (!v->is_hidden) terminals_xml_mark_name(d, v->name, k);
  }
}

/* Its row, or -1. */
static int terminals_xml_row_of_name(const TerminalsText *d, const char *name)
{
  const WantedName *found = terminals_xml_find_wanted(d, name);
  assert(found);
  return found->row;
}

/* --- kinds --- */

static bool terminals_xml_can_be_connected(const TerminalsText *d, int row)
{
  switch (d->t->reduced->var[row].causality) {
  case FMI_INPUT:
  case FMI_OUTPUT:
  case FMI_PARAMETER:
  case FMI_CALCULATED_PARAMETER: return true;
  case FMI_LOCAL:
  case FMI_INDEPENDENT: break;
  }
  return false;
}

static const char *terminals_xml_variable_kind(const TerminalsText *d,
                                               TerminalRole role, int row)
{
  bool is_open = terminals_xml_can_be_connected(d, row);
  switch (role) {
  case TERMINAL_POTENTIAL: return is_open ? "signal" : "_foucault_potential";
  case TERMINAL_FLOW: return is_open ? "inflow" : "_foucault_flow";
  case TERMINAL_STREAM: break;
  }
  return "_foucault_stream";
}

/* How many variables of the terminal itself the FMU has, and how many of them
 * an importer can connect. */
typedef struct MemberCount {
  int n, n_open;
} MemberCount;

static void terminals_xml_count_row(const TerminalsText *d,
                                    const TerminalMember *m, int row,
                                    MemberCount *count)
{
  if (row < 0) return;
  count->n++;
  count->n_open +=
      m->role != TERMINAL_STREAM && terminals_xml_can_be_connected(d, row);
}

static MemberCount terminals_xml_count_members(const TerminalsText *d,
                                               const Terminal *terminal)
{
  MemberCount count = {0};
  for (int k = 0; k < terminal->n_members; k++) {
    const TerminalMember *m = &terminal->member[k];
    int row = terminals_xml_row_of_name(d, m->variable);
    terminals_xml_count_row(d, m, row, &count);
    for (int e = 0;
         row < 0 && m->rank > 0 && e < terminals_xml_count_elements(m); e++) {
      const char *name = terminals_xml_subscripted(d->arena, m->variable, m, e);
      terminals_xml_count_row(d, m, terminals_xml_row_of_name(d, name), &count);
    }
  }
  return count;
}

static bool terminal_is_empty(const TerminalsText *d, const Terminal *terminal)
{
  if (terminals_xml_count_members(d, terminal).n > 0) return false;
  for (int k = 0; k < terminal->n_inside; k++) {
    if (!terminal_is_empty(d, &terminal->inside[k])) return false;
  }
  return true;
}

static const char *terminals_xml_matching_rule(const Terminal *terminal,
                                               MemberCount count)
{
  bool is_open = count.n_open == count.n;
  switch (terminal->form) {
  case TERMINAL_SINGLE: return is_open ? "sequence" : "none";
  case TERMINAL_PLUG: return is_open ? "plug" : "none";
  case TERMINAL_BUS: break;
  }
  return is_open || count.n_open > 0 ? "bus" : "none";
}

/* --- the document --- */

static void terminals_xml_write_member(const TerminalsText *d,
                                       const TerminalMember *m,
                                       const char *variable, const char *name,
                                       int row)
{
  if (row < 0) return;
  xml_text_open(d->x, "TerminalMemberVariable");
  xml_text_attribute(d->x, "variableName", variable);
  xml_text_attribute(d->x, "memberName", name);
  xml_text_attribute(d->x, "variableKind",
                     terminals_xml_variable_kind(d, m->role, row));
  xml_text_close(d->x);
}

static void terminals_xml_write_members(const TerminalsText *d,
                                        const Terminal *terminal)
{
  for (int k = 0; k < terminal->n_members; k++) {
    const TerminalMember *m = &terminal->member[k];
    int row = terminals_xml_row_of_name(d, m->variable);
    terminals_xml_write_member(d, m, m->variable, m->name, row);
    for (int e = 0;
         row < 0 && m->rank > 0 && e < terminals_xml_count_elements(m); e++) {
      const char *variable =
          terminals_xml_subscripted(d->arena, m->variable, m, e);
      terminals_xml_write_member(
          d, m, variable, terminals_xml_subscripted(d->arena, m->name, m, e),
          terminals_xml_row_of_name(d, variable));
    }
  }
}

static void terminals_xml_write_box(XmlText *x, IconBox box)
{
  xml_text_number(x, "x1", box.low.x);
  xml_text_number(x, "y1", box.low.y);
  xml_text_number(x, "x2", box.high.x);
  xml_text_number(x, "y2", box.high.y);
}

static void terminals_xml_write_terminal_icon(XmlText *x,
                                              const Terminal *terminal,
                                              const char *picture)
{
  if (!picture) return;
  const IconColor c = terminal->color;
  xml_text_open(x, "TerminalGraphicalRepresentation");
  xml_text_begin_list(x, "defaultConnectionColor");
  xml_text_list_number(x, c.r);
  xml_text_list_number(x, c.g);
  xml_text_list_number(x, c.b);
  xml_text_end_list(x);
  terminals_xml_write_box(x, terminal->box);
  xml_text_attribute(x, "iconBaseName", picture);
  xml_text_close(x);
}

static void terminals_xml_write_terminal(const TerminalsText *d,
                                         const Terminal *terminal,
                                         const char *picture)
{
  if (terminal_is_empty(d, terminal)) return;
  XmlText *x = d->x;
  xml_text_open(x, "Terminal");
  xml_text_attribute(x, "name", terminal->name);
  xml_text_attribute(x, "matchingRule",
                     terminals_xml_matching_rule(
                         terminal, terminals_xml_count_members(d, terminal)));
  xml_text_attribute(x, "terminalKind", terminal->class_name);
  xml_text_attribute(x, "description", terminal->description);
  terminals_xml_write_members(d, terminal);
  for (int k = 0; k < terminal->n_inside; k++)
    terminals_xml_write_terminal(d, &terminal->inside[k], NULL);
  terminals_xml_write_terminal_icon(x, terminal, picture);
  xml_text_close(x);
}

static void terminals_xml_write_graphics(const TerminalsText *d)
{
  if (!d->t->has_icon) return;
  XmlText *x = d->x;
  xml_text_open(x, "GraphicalRepresentation");
  xml_text_open(x, "CoordinateSystem");
  terminals_xml_write_box(x, d->t->face->icon->extent);
  xml_text_number(x, "suggestedScalingFactorTo_mm", 0.1);
  xml_text_close(x);
  xml_text_open(x, "Icon");
  terminals_xml_write_box(x, d->t->icon_box);
  xml_text_close(x);
  xml_text_close(x);
}

static void terminals_xml_write_terminals(const TerminalsText *d)
{
  const ModelFace *face = d->t->face;
  bool is_open = false;
  for (int k = 0; k < face->n_terminals; k++) {
    if (terminal_is_empty(d, &face->terminal[k])) continue;
    if (!is_open) xml_text_open(d->x, "Terminals");
    is_open = true;
    terminals_xml_write_terminal(d, &face->terminal[k], d->t->picture[k]);
  }
  if (is_open) xml_text_close(d->x);
}

bool terminals_xml_is_needed(Session *s, const TerminalsXml *t)
{
  if (t->has_icon) return true;
  ArenaMark mark = arena_mark(session_scratch(s));
  TerminalsText d = {.t = t, .arena = session_scratch(s)};
  terminals_xml_find_variables(&d);
  bool is_needed = false;
  for (int k = 0; k < t->face->n_terminals; k++)
    is_needed |= !terminal_is_empty(&d, &t->face->terminal[k]);
  arena_release(mark);
  return is_needed;
}

bool terminals_xml_write(Session *s, const TerminalsXml *t, FILE *file)
{
  assert(t->face && (t->face->n_terminals == 0 || t->picture));
  Arena *arena = session_scratch(s);
  ArenaMark mark = arena_mark(arena);
  XmlText x;
  TerminalsText d = {.t = t, .x = &x, .arena = arena};
  terminals_xml_find_variables(&d);
  xml_text_begin(&x, file);
  xml_text_open(&x, "fmiTerminalsAndIcons");
  xml_text_attribute(&x, "fmiVersion", "3.0");
  terminals_xml_write_graphics(&d);
  terminals_xml_write_terminals(&d);
  xml_text_close(&x);
  bool ok = xml_text_end(&x);
  arena_release(mark);
  return ok;
}
