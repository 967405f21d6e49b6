/* fault.c: a set of (place, code) in front of the session's diagnostics. */
#include "flatten/flat/fault.h"

#include <assert.h>

#include "flatten/instances/instances.h"

#define FIRST_SIZE 64u

const Faults *fault_create(Session *s)
{
  Faults *faults = arena_alloc(s->instance_arena, sizeof *faults);
  faults->s = s;
  faults->log = arena_alloc(s->instance_arena, sizeof *faults->log);
  return faults;
}

static FaultKey *fault_probe(FaultKey *seen, uint32_t n_slots, FaultKey key)
{
  assert(n_slots > 0 && (n_slots & (n_slots - 1)) == 0);
  uint32_t h = (uint32_t)key.span.begin * 0x9e3779b1u ^
               (uint32_t)key.span.end * 0x85ebca6bu ^
               (uint32_t)(key.span.source * 64 + key.code);
  uint32_t i = (h ^ (h >> 15)) & (n_slots - 1);
  while (seen[i].code != 0 &&
         (seen[i].code != key.code || seen[i].span.begin != key.span.begin ||
          seen[i].span.end != key.span.end ||
          seen[i].span.source != key.span.source)) {
    i = (i + 1) & (n_slots - 1);
  }
  return &seen[i];
}

static void fault_grow(const Faults *faults)
{
  uint32_t n_slots =
      faults->log->n_slots > 0 ? faults->log->n_slots * 2 : FIRST_SIZE;
  FaultKey *seen =
      arena_array(faults->s->instance_arena, n_slots, sizeof seen[0]);
  for (uint32_t i = 0; i < faults->log->n_slots; i++) {
    if (faults->log->seen[i].code)
      *fault_probe(seen, n_slots, faults->log->seen[i]) = faults->log->seen[i];
  }
  faults->log->seen = seen;
  faults->log->n_slots = n_slots;
}

/* True the first time. What has no place is never the same fault. */
static bool fault_is_new(const Faults *faults, Span span, DiagnosticCode code)
{
  if (span.source < 0) return true;
  if (faults->log->n_seen * 2 >= faults->log->n_slots) fault_grow(faults);
  FaultKey key = {span, (int)code + 1};
  FaultKey *slot = fault_probe(faults->log->seen, faults->log->n_slots, key);
  if (slot->code) return false;
  *slot = key;
  faults->log->n_seen++;
  return true;
}

bool fault_was_reported(const Faults *faults, Span span, DiagnosticCode code)
{
  if (span.source < 0 || faults->log->n_slots == 0) return false;
  FaultKey key = {span, (int)code + 1};
  return fault_probe(faults->log->seen, faults->log->n_slots, key)->code != 0;
}

/* --- the place --- */

FaultPlace fault_enter(const Faults *faults, const Instance *component)
{
  FaultPlace before = faults->log->place;
  faults->log->place = (FaultPlace){.component = component};
  return before;
}

void fault_leave(const Faults *faults, const FaultPlace *before)
{
  assert(before->n_modifiers <= FAULT_MODIFIERS);
  faults->log->place = *before;
}

static bool is_inside(Span inner, Span outer)
{
  return inner.source == outer.source && inner.begin >= outer.begin &&
         inner.end <= outer.end;
}

void fault_use_modifier(const Faults *faults, Name path, Span span)
{
  FaultPlace *place = &faults->log->place;
  for (int i = 0; i < place->n_modifiers; i++) {
    if (is_inside(span, place->modifier[i].span)) return;
  }
  if (place->n_modifiers == FAULT_MODIFIERS) return;
  place->modifier[place->n_modifiers++] = (FaultModifier){path, span};
}

/* Names and types are wrong whatever the values are. */
static bool is_about_values(DiagnosticCode code)
{
  static const DiagnosticCode about_values[] = {E205, E206, E212, E213,
                                                E214, E215, E216, W205};
  for (size_t k = 0; k < sizeof about_values / sizeof about_values[0]; k++) {
    if (about_values[k] == code) return true;
  }
  return false;
}

static void note_modifiers(const Faults *faults, Diagnostic *d)
{
  const FaultPlace *place = &faults->log->place;
  if (!is_about_values(d->code)) return;
  for (int i = 0; i < place->n_modifiers; i++) {
    const FaultModifier *m = &place->modifier[i];
    if (is_inside(d->span, m->span)) continue;
    diagnostic_note(faults->s, d, m->span, "'%s' is modified here", m->path);
  }
}

static void note_component(const Faults *faults, Diagnostic *d)
{
  const Instance *at = faults->log->place.component;
  /* Who sees the declaration of a component needs to know the one around. */
  while (at && at->element && is_inside(d->span, at->element->span))
    at = at->parent;
  if (!at || !at->element || !at->type) return;
  diagnostic_note(faults->s, d, at->element->name_span,
                  "in component '%s' (class %s), declared here", at->path,
                  at->type->full_name);
  if (at->type->is_redeclared) {
    diagnostic_note(faults->s, d, at->type->ast->name_span,
                    "its class is redeclared here");
  }
}

static void note_place(const Faults *faults, Diagnostic *d)
{
  note_component(faults, d);
  note_modifiers(faults, d);
  faults->log->last = d;
  faults->log->n_place_notes = d->n_notes;
}

/* The note that was added last goes in front of those of the place. */
static void put_before_place(const Faults *faults, Diagnostic *d)
{
  if (d != faults->log->last) return;
  int end = d->n_notes - 1;
  assert(end >= faults->log->n_place_notes);
  DiagnosticNote note = d->note[end];
  for (int i = 0; i < faults->log->n_place_notes; i++, end--)
    d->note[end] = d->note[end - 1];
  d->note[end] = note;
}

/* --- reports --- */

typedef Diagnostic *(*Report)(Session *s, Span span, DiagnosticCode code,
                              const char *format, ...);

static void fault_hold(const Faults *faults, Span span, DiagnosticCode code,
                       const char *format, va_list args)
{
  if (faults->held->is_set) return;
  *faults->held = (HeldFault){
      true, span, code, arena_vprintf(faults->s->instance_arena, format, args)};
}

static Diagnostic *fault_report(const Faults *faults, Report how, Span span,
                                DiagnosticCode code, const char *format,
                                va_list args)
{
  if (faults->is_quiet) return NULL;
  if (faults->may_be_unknown && code == E205) return NULL;
  if (faults->held && (code == E213 || code == E215)) {
    fault_hold(faults, span, code, format, args);
    return NULL;
  }
  faults->log->n_met++;
  if (!fault_is_new(faults, span, code)) return NULL;
  ArenaMark mark = arena_mark(session_scratch(faults->s));
  const char *text = arena_vprintf(session_scratch(faults->s), format, args);
  Diagnostic *d = how(faults->s, span, code, "%s", text);
  note_place(faults, d);
  arena_release(mark);
  return d;
}

bool fault_is_unheard(const Faults *faults)
{
  return faults->is_quiet || (faults->held && faults->held->is_set);
}

Diagnostic *fault_error(const Faults *faults, Span span, DiagnosticCode code,
                        const char *format, ...)
{
  va_list args;
  va_start(args, format);
  Diagnostic *d =
      fault_report(faults, diagnostic_error, span, code, format, args);
  va_end(args);
  return d;
}

Diagnostic *fault_warning(const Faults *faults, Span span, DiagnosticCode code,
                          const char *format, ...)
{
  va_list args;
  va_start(args, format);
  Diagnostic *d =
      fault_report(faults, diagnostic_warning, span, code, format, args);
  va_end(args);
  return d;
}

bool fault_is_in_library(const Faults *faults, Span span)
{
  return span.source >= 0 && session_source(faults->s, span.source)->is_library;
}

bool fault_is_from_library(const Faults *faults, Span span)
{
  return span.source >= 0 &&
         session_source(faults->s, span.source)->is_from_library;
}

void fault_note(const Faults *faults, Diagnostic *d, Span span,
                const char *format, ...)
{
  if (!d) return;
  ArenaMark mark = arena_mark(session_scratch(faults->s));
  va_list args;
  va_start(args, format);
  const char *text = arena_vprintf(session_scratch(faults->s), format, args);
  va_end(args);
  diagnostic_note(faults->s, d, span, "%s", text);
  put_before_place(faults, d);
  arena_release(mark);
}

Diagnostic *fault_unsupported(const Faults *faults, Span span,
                              const char *construct)
{
  return fault_error(faults, span, E290, "%s is not supported yet", construct);
}
