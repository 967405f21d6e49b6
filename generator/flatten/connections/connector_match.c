/* connector_match.c: members by name, then by kind and type. */
#include "flatten/connections/connector_match.h"

#include <assert.h>

enum { MOST_LISTED = 8 };

static const FlatVar *connector_match_variable(const ConnectorMatch *m,
                                               FlatVarId id)
{
  assert(id.i >= 0 && id.i < m->flat->n_vars);
  return &m->flat->var[id.i];
}

/* --- members that belong together --- */

static const char *end_class(const ConnectorMatch *m, const ConnectorEnd *end)
{
  if (!end->class_name) return "";
  return arena_printf(session_scratch(m->s), ", a %s,", end->class_name);
}

/* "v, i, pin[1].v, ..." */
static const char *member_list(const ConnectorMatch *m, const ConnectorEnd *end)
{
  if (end->n_members == 0) return "no variables";
  if (end->n_members == 1 && end->member[0].name[0] == 0) {
    const FlatVar *var = connector_match_variable(m, end->member[0].variable);
    return arena_printf(session_scratch(m->s), "one value, %s",
                        types_a_name(var->type));
  }
  const char *list = "";
  for (int i = 0; i < end->n_members && i < MOST_LISTED; i++) {
    list = arena_printf(session_scratch(m->s), "%s%s%s", list,
                        i > 0 ? ", " : "", end->member[i].name);
  }
  if (end->n_members <= MOST_LISTED) return list;
  return arena_printf(session_scratch(m->s), "%s, ... (%d in all)", list,
                      end->n_members);
}

static void note_members(const ConnectorMatch *m, Diagnostic *d,
                         const ConnectorEnd *end)
{
  fault_note(m->faults, d, end->declaration, "'%s'%s has %s", end->path,
             end_class(m, end), member_list(m, end));
}

static void report_unmatched(const ConnectorMatch *m, Span span,
                             const ConnectorEnd *a, const ConnectorEnd *b,
                             const ConnectorMember *alone)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  Diagnostic *d;
  if (alone->name[0]) {
    d = fault_error(m->faults, span, E230,
                    "'%s' and '%s' cannot be connected: '%s' has no '%s'",
                    a->path, b->path, b->path, alone->name);
  } else {
    d = fault_error(m->faults, span, E230,
                    "'%s' and '%s' cannot be connected: one is a variable, "
                    "the other has variables",
                    a->path, b->path);
  }
  note_members(m, d, a);
  note_members(m, d, b);
  arena_release(mark);
}

/* Connectors of one class have their members in the same order: then no table
 * is needed. */
const ConnectorMember **connector_match_members(const ConnectorMatch *m,
                                                Span span,
                                                const ConnectorEnd *a,
                                                const ConnectorEnd *b,
                                                Arena *scratch)
{
  const ConnectorMember **partner =
      arena_array(scratch, (size_t)a->n_members, sizeof(ConnectorMember *));
  NameMap names;
  name_map_init(&names, scratch);
  bool has_names = false;
  for (int i = 0; i < a->n_members; i++) {
    if (i < b->n_members && a->member[i].name == b->member[i].name) {
      partner[i] = &b->member[i];
      continue;
    }
    for (int k = 0; !has_names && k < b->n_members; k++) {
      name_map_add(&names, 0, b->member[k].name, (void *)&b->member[k]);
    }
    has_names = true;
    partner[i] = name_map_find(&names, 0, a->member[i].name);
    if (!partner[i]) {
      report_unmatched(m, span, a, b, &a->member[i]);
      return NULL;
    }
  }
  assert(a->n_members == 0 || partner[a->n_members - 1]);
  return partner;
}

/* --- kinds of members --- */

const char *connector_match_words(MemberKind kind)
{
  switch (kind) {
  case MEMBER_POTENTIAL: return "a potential";
  case MEMBER_FLOW: return "a flow";
  case MEMBER_INPUT: return "an input";
  case MEMBER_OUTPUT: return "an output";
  case MEMBER_SIGNAL: return "a signal of an expandable connector";
  case MEMBER_PARAMETER: return "a parameter";
  case MEMBER_CONSTANT: return "a constant";
  case MEMBER_STREAM: return "a stream variable";
  case MEMBER_OVERDETERMINED: return "overdetermined";
  }
  return "";
}

static bool is_signal(MemberKind kind)
{
  return kind == MEMBER_INPUT || kind == MEMBER_OUTPUT || kind == MEMBER_SIGNAL;
}

static bool kinds_fit(MemberKind a, MemberKind b)
{
  if (a == MEMBER_SIGNAL && b == MEMBER_POTENTIAL) return true;
  if (a == MEMBER_POTENTIAL && b == MEMBER_SIGNAL) return true;
  return a == b || (is_signal(a) && is_signal(b));
}

static bool connector_match_same_type(const FlatVar *a, const FlatVar *b)
{
  if (a->type != b->type) return false;
  return a->type != FLAT_ENUMERATION ||
         types_same_enumeration(a->enumeration, b->enumeration);
}

/* "a Real", or the name of the enumeration */
static const char *type_words(const FlatVar *var)
{
  return var->type == FLAT_ENUMERATION ? var->enumeration->name
                                       : types_a_name(var->type);
}

bool connector_match_kinds(const ConnectorMatch *m, Span span,
                           const ConnectorMember *a, const ConnectorMember *b)
{
  const FlatVar *va = connector_match_variable(m, a->variable),
                *vb = connector_match_variable(m, b->variable);
  bool kinds = kinds_fit(a->kind, b->kind);
  if (kinds && connector_match_same_type(va, vb)) return true;
  Diagnostic *d = fault_error(
      m->faults, span, E231, "'%s' is %s, '%s' is %s: they cannot be connected",
      va->name, kinds ? type_words(va) : connector_match_words(a->kind),
      vb->name, kinds ? type_words(vb) : connector_match_words(b->kind));
  fault_note(m->faults, d, va->span, "the declaration of '%s'", va->name);
  fault_note(m->faults, d, vb->span, "the declaration of '%s'", vb->name);
  return false;
}
