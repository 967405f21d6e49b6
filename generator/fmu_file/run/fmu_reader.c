/* fmu_reader.c: see fmu_reader.h. */
#include "fmu_file/run/fmu_reader.h"

#include <assert.h>
#include <string.h>

#include "fmu_file/fmu_names.h"

/* Enumerations are read as Integers. */
static FmuType fmu_reader_type(const FmuReader *r, int position)
{
  FmuType type = r->description->variable[r->variable[position]].type;
  return type == FMU_ENUMERATION ? FMU_INTEGER : type;
}

FmuReader fmu_reader(Arena *arena, const FmuDescription *d, const int *variable,
                     int n)
{
  FmuReader r = {.description = d, .variable = variable};
  assert(n >= 0);
  for (int p = 0; p < n; p++) r.group[fmu_reader_type(&r, p)].n++;
  for (int t = 0; t < N_FMU_TYPES; t++) {
    FmuReaderGroup *g = &r.group[t];
    g->position = arena_array(arena, g->n, sizeof g->position[0]);
    g->reference = arena_array(arena, g->n, sizeof g->reference[0]);
    g->integer = arena_array(arena, g->n, sizeof g->integer[0]);
    g->n = 0;
  }
  for (int p = 0; p < n; p++) {
    FmuReaderGroup *g = &r.group[fmu_reader_type(&r, p)];
    g->position[g->n] = p;
    g->reference[g->n++] = d->variable[variable[p]].value_reference;
  }
  assert(r.group[FMU_ENUMERATION].n == 0); /* among the Integers */
  r.real = arena_array(arena, r.group[FMU_REAL].n, sizeof r.real[0]);
  r.values.number = arena_array(arena, (size_t)n, sizeof(double));
  r.values.text = arena_array(arena, (size_t)n, sizeof(char *));
  return r;
}

static const char *fmu_reader_call_of(const FmuReader *r,
                                      const FmuReaderGroup *g, size_t i)
{
  return fmu_names_get(r->description, r->variable[g->position[i]]);
}

/* The call that reads a group; of several types, the standard's word. */
static const char *fmu_reader_call(const FmuReader *r, const FmuReaderGroup *g)
{
  const char *first = fmu_reader_call_of(r, g, 0);
  for (size_t i = 1; i < g->n; i++) {
    if (strcmp(fmu_reader_call_of(r, g, i), first) != 0)
      return fmu_names_call(r->description->version, "fmi2GetXXX");
  }
  return first;
}

static bool fmu_reader_note(const FmuReader *r, const FmuReaderGroup *g,
                            fmi2Status status, FmuReadFault *fault)
{
  if (status <= fmi2Warning) return true;
  *fault = (FmuReadFault){status, fmu_reader_call(r, g)};
  return false;
}

static bool read_reals(FmuReader *r, const Fmu *fmu, fmi2Component component,
                       FmuReadFault *fault)
{
  const FmuReaderGroup *g = &r->group[FMU_REAL];
  if (g->n == 0) return true;
  fmi2Status status = fmu->GetReal(component, g->reference, g->n, r->real);
  for (size_t i = 0; i < g->n; i++) {
    r->values.number[g->position[i]] = r->real[i];
  }
  return fmu_reader_note(r, g, status, fault);
}

static bool read_integers(FmuReader *r, const Fmu *fmu, fmi2Component component,
                          FmuType type, FmuReadFault *fault)
{
  assert(type == FMU_INTEGER || type == FMU_BOOLEAN);
  const FmuReaderGroup *g = &r->group[type];
  if (g->n == 0) return true;
  fmi2Status status =
      type == FMU_BOOLEAN
          ? fmu->GetBoolean(component, g->reference, g->n, g->integer)
          : fmu->GetInteger(component, g->reference, g->n, g->integer);
  for (size_t i = 0; i < g->n; i++) {
    r->values.number[g->position[i]] = g->integer[i];
  }
  return fmu_reader_note(r, g, status, fault);
}

static bool read_strings(FmuReader *r, const Fmu *fmu, fmi2Component component,
                         FmuReadFault *fault)
{
  const FmuReaderGroup *g = &r->group[FMU_STRING];
  for (size_t i = 0; i < g->n; i++) {
    fmi2String text = NULL;
    fmi2Status status = fmu->GetString(component, &g->reference[i], 1, &text);
    if (!fmu_reader_note(r, g, status, fault)) return false;
    r->values.text[g->position[i]] = text;
  }
  return true;
}

bool fmu_reader_read(FmuReader *reader, const Fmu *fmu, fmi2Component component,
                     FmuReadFault *fault)
{
  return read_reals(reader, fmu, component, fault) &&
         read_integers(reader, fmu, component, FMU_INTEGER, fault) &&
         read_integers(reader, fmu, component, FMU_BOOLEAN, fault) &&
         read_strings(reader, fmu, component, fault);
}
