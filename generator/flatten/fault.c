/* fault.c: a set of (place, code) in front of the session's diagnostics. */
#include "flatten/fault.h"

#define FIRST_SIZE 64u

Faults *fault_create(Session *s)
{
  Faults *faults = arena_alloc(s->instance_arena, sizeof *faults);
  faults->s = s;
  return faults;
}

static FaultKey *probe(FaultKey *seen, uint32_t n_slots, FaultKey key)
{
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

static void grow(Faults *faults)
{
  uint32_t n_slots = faults->n_slots > 0 ? faults->n_slots * 2 : FIRST_SIZE;
  FaultKey *seen =
      arena_array(faults->s->instance_arena, n_slots, sizeof seen[0]);
  for (uint32_t i = 0; i < faults->n_slots; i++) {
    if (faults->seen[i].code)
      *probe(seen, n_slots, faults->seen[i]) = faults->seen[i];
  }
  faults->seen = seen;
  faults->n_slots = n_slots;
}

/* True the first time. What has no place is never the same fault. */
static bool is_new(Faults *faults, Span span, DiagnosticCode code)
{
  if (span.source < 0) return true;
  if (faults->n_seen * 2 >= faults->n_slots) grow(faults);
  FaultKey key = {span, (int)code + 1};
  FaultKey *slot = probe(faults->seen, faults->n_slots, key);
  if (slot->code) return false;
  *slot = key;
  faults->n_seen++;
  return true;
}

Diagnostic *fault_error(Faults *faults, Span span, DiagnosticCode code,
                        const char *format, ...)
{
  if (!is_new(faults, span, code)) return NULL;
  ArenaMark mark = arena_mark(session_scratch(faults->s));
  va_list args;
  va_start(args, format);
  const char *text = arena_vprintf(session_scratch(faults->s), format, args);
  va_end(args);
  Diagnostic *d = diagnostic_error(faults->s, span, code, "%s", text);
  arena_release(mark);
  return d;
}

Diagnostic *fault_warning(Faults *faults, Span span, DiagnosticCode code,
                          const char *format, ...)
{
  if (!is_new(faults, span, code)) return NULL;
  ArenaMark mark = arena_mark(session_scratch(faults->s));
  va_list args;
  va_start(args, format);
  const char *text = arena_vprintf(session_scratch(faults->s), format, args);
  va_end(args);
  Diagnostic *d = diagnostic_warning(faults->s, span, code, "%s", text);
  arena_release(mark);
  return d;
}

void fault_note(Faults *faults, Diagnostic *d, Span span, const char *format,
                ...)
{
  if (!d) return;
  ArenaMark mark = arena_mark(session_scratch(faults->s));
  va_list args;
  va_start(args, format);
  const char *text = arena_vprintf(session_scratch(faults->s), format, args);
  va_end(args);
  diagnostic_note(faults->s, d, span, "%s", text);
  arena_release(mark);
}

Diagnostic *fault_unsupported(Faults *faults, Span span, const char *construct)
{
  return fault_error(faults, span, E290, "%s is not supported yet", construct);
}
