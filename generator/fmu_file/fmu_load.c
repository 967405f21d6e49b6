/* fmu_load.c: dlopen and dlsym, with a message for everything that can be
 * wrong with a stranger's library. */
#define _POSIX_C_SOURCE 200809L
#include "fmu_file/fmu_load.h"

#include <assert.h>
#include <ctype.h>
#include <dlfcn.h>
#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/system/ward.h"
#include "fmu_file/fmi3/fmu3.h"

/* Where the binaries of this machine are, the usual name first. */
static const char *const platform[] = {
#if defined _WIN32
    "win64",
#elif defined __x86_64__
    "linux64",
#elif defined __aarch64__
    "aarch64-linux", "linux64",
#else
    "linux32",
#endif
    NULL};

/* FMI 3.0 names the processor and the system. */
static const char *const platform3[] = {
#if defined _WIN32
    "x86_64-windows",
#elif defined __x86_64__
    "x86_64-linux",
#elif defined __aarch64__
    "aarch64-linux",
#else
    "x86-linux",
#endif
    NULL};

#ifdef _WIN32
static const char ending[] = ".dll";
#else
static const char ending[] = ".so";
#endif

const char *const *fmu_platforms(int version)
{
  return version == 3 ? platform3 : platform;
}

static const char *find_library(Session *s, const char *folder, int version,
                                const char *identifier)
{
  for (const char *const *p = fmu_platforms(version); *p; p++) {
    const char *path = arena_printf(s->session_arena, "%s/binaries/%s/%s%s",
                                    folder, *p, identifier, ending);
    if (access(path, R_OK) == 0) return path;
  }
  return NULL;
}

/* file:///folder/resources with everything but plain characters escaped. */
static const char *resources_uri(Session *s, const char *folder)
{
  Arena *arena = s->session_arena;
  char *uri = arena_alloc(arena, 3 * strlen(folder) + 32);
  char *to = uri + sprintf(uri, "file://");
  const unsigned char *c = (const unsigned char *)folder;
  if (folder[0] != '/') { /* a drive: file:///C:/folder */
    to += sprintf(to, "/%.2s", folder);
    c += 2;
  }
  for (; *c; c++) {
    if (isalnum(*c) || strchr("/-._~", *c))
      *to++ = (char)*c;
    else
      to += sprintf(to, "%%%02X", (unsigned)*c);
  }
  strcpy(to, "/resources");
  return uri;
}

/* FMI 3.0 2.3.1: the path with a separator at its end; NULL: there is none. */
static const char *resources_path(Session *s, const char *folder)
{
  const char *path = arena_printf(s->session_arena, "%s/resources/", folder);
  return access(path, F_OK) == 0 ? path : NULL;
}

/* ISO C has no cast from object to function pointers; POSIX lets the bytes
 * be copied. */
static bool look_up(Session *s, const Fmu *fmu, const char *name, void *pointer)
{
  assert(fmu->library);
  void *symbol = dlsym(fmu->library, name);
  memcpy(pointer, &symbol, sizeof symbol);
  if (symbol) return true;
  diagnostic_file_error(s, fmu->path, E603, "the library does not have %s",
                        name);
  return false;
}

/* NULL where the library has none. */
static void look_up_optional(const Fmu *fmu, const char *name, void *pointer)
{
  void *symbol = dlsym(fmu->library, name);
  memcpy(pointer, &symbol, sizeof symbol);
}

static bool look_up_three(Session *s, Fmu *fmu, fmi2Type kind)
{
  Fmi3Calls *three = arena_alloc(s->session_arena, sizeof *three);
  bool good = true;
#define LOOK_UP(result, name, arguments)                                       \
  if (!look_up(s, fmu, "fmi3" #name, &three->name)) good = false;
#define LOOK_UP_OPTIONAL(result, name, arguments)                              \
  look_up_optional(fmu, "fmi3" #name, &three->name);
  FMI3_COMMON_CALLS(LOOK_UP)
  FMI3_OPTIONAL_CALLS(LOOK_UP_OPTIONAL)
  if (fmu->description->is_scheduled) {
    FMI3_SCHEDULED_CALLS(LOOK_UP)
  } else if (kind == fmi2CoSimulation) {
    FMI3_CO_SIMULATION_CALLS(LOOK_UP)
  } else {
    FMI3_MODEL_EXCHANGE_CALLS(LOOK_UP)
  }
#undef LOOK_UP
#undef LOOK_UP_OPTIONAL
  fmu->three = three;
  if (good) fmu3_dress(fmu);
  return good;
}

static bool look_up_all(Session *s, Fmu *fmu, fmi2Type kind)
{
  bool good = true;
  if (fmu->description->version == 3) return look_up_three(s, fmu, kind);
#define LOOK_UP(name)                                                          \
  if (!look_up(s, fmu, "fmi2" #name, &fmu->name)) good = false;
  FMU_COMMON_FUNCTIONS(LOOK_UP)
  if (kind == fmi2CoSimulation) {
    FMU_CO_SIMULATION_FUNCTIONS(LOOK_UP)
  } else {
    FMU_MODEL_EXCHANGE_FUNCTIONS(LOOK_UP)
  }
#undef LOOK_UP
  return good;
}

/* The loader says of such a file that it does not exist. */
static bool is_for_other_machine(const char *library)
{
#if defined __x86_64__
  const Elf64_Half here = EM_X86_64;
#elif defined __aarch64__
  const Elf64_Half here = EM_AARCH64;
#else
  const Elf64_Half here = EM_386;
#endif
  Elf64_Ehdr head = {0};
  FILE *file = fopen(library, "rb");
  if (!file) return false;
  /* up to e_machine both sizes of ELF are alike */
  size_t n = fread(&head, 1, sizeof head, file);
  fclose(file);
  return n == sizeof head && memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 &&
         head.e_machine != here;
}

static void report_load(Session *s, const char *path, const char *library)
{
  const char *reason = dlerror();
  if (is_for_other_machine(library)) {
    diagnostic_file_error(s, path, E603,
                          "the library is built for another processor: %s",
                          strstr(library, "binaries/"));
  } else {
    diagnostic_file_error(s, path, E603, "%s", reason);
  }
}

bool fmu_load(Session *s, const char *path, const FmuDescription *description,
              fmi2Type kind, const char *folder, Fmu *fmu)
{
  const FmuKind *k = kind == fmi2CoSimulation ? &description->co_simulation
                                              : &description->model_exchange;
  assert(k->present && k->identifier);
  *fmu =
      (Fmu){.description = description,
            .path = path,
            .resources = description->version == 3 ? resources_path(s, folder)
                                                   : resources_uri(s, folder)};
  const char *library =
      find_library(s, folder, description->version, k->identifier);
  if (!library) {
    diagnostic_file_error(s, path, E603, "there is no binaries/%s/%s%s",
                          fmu_platforms(description->version)[0], k->identifier,
                          ending);
    return false;
  }
  ward_enter_foreign(&(Ward){s->ward});
  fmu->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!fmu->library) {
    report_load(s, path, library);
    return false;
  }
  if (look_up_all(s, fmu, kind)) return true;
  fmu_unload(fmu);
  return false;
}

void fmu_unload(Fmu *fmu)
{
  if (fmu->library) dlclose(fmu->library);
  fmu->library = NULL;
}

fmi2Component fmu_instantiate(const Fmu *fmu, fmi2String name, fmi2Type kind,
                              fmi2String guid,
                              const fmi2CallbackFunctions *callbacks,
                              fmi2Boolean logging,
                              void (*event)(void *environment, double time))
{
  if (fmu->three)
    return fmu3_instantiate(fmu, name, kind, guid, callbacks, logging, event);
  return fmu->Instantiate(name, kind, guid, fmu->resources, callbacks,
                          fmi2False, logging);
}
