/* binary_rules.c: FMI 2.0.5, section 2.3, on what is compiled. */
#include "check/rules/binary_rules.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include "check/rules/binary_file.h"
#include "fmu_file/fmi3/fmi3_calls.h"
#include "fmu_file/fmu_load.h"

typedef struct Platform {
  const char *folder;
  BinaryFormat format;
  BinaryProcessor processor;
  const char *ending;
} Platform;

/* clang-format off */
static const Platform platforms[] = {
  {"linux32", BINARY_ELF, PROCESSOR_X86, ".so"},
  {"linux64", BINARY_ELF, PROCESSOR_X86_64, ".so"},
  {"win32", BINARY_PE, PROCESSOR_X86, ".dll"},
  {"win64", BINARY_PE, PROCESSOR_X86_64, ".dll"},
  {"darwin32", BINARY_MACH_O, PROCESSOR_X86, ".dylib"},
  {"darwin64", BINARY_MACH_O, PROCESSOR_X86_64, ".dylib"},
  {"x86-linux", BINARY_ELF, PROCESSOR_X86, ".so"},
  {"x86_64-linux", BINARY_ELF, PROCESSOR_X86_64, ".so"},
  {"aarch32-linux", BINARY_ELF, PROCESSOR_ARM, ".so"},
  {"aarch64-linux", BINARY_ELF, PROCESSOR_AARCH64, ".so"},
  {"x86-windows", BINARY_PE, PROCESSOR_X86, ".dll"},
  {"x86_64-windows", BINARY_PE, PROCESSOR_X86_64, ".dll"},
  {"aarch64-windows", BINARY_PE, PROCESSOR_AARCH64, ".dll"},
  {"x86_64-darwin", BINARY_MACH_O, PROCESSOR_X86_64, ".dylib"},
  {"aarch64-darwin", BINARY_MACH_O, PROCESSOR_AARCH64, ".dylib"},
};
/* clang-format on */

enum { N_PLATFORMS = sizeof platforms / sizeof platforms[0] };

typedef struct BinaryCheck {
  Findings *f;
  const Archive *archive;
  const XmlTree *text; /* NULL: no description */
  int version;
} BinaryCheck;

static const Platform *find_platform(const char *name, size_t n)
{
  for (int i = 0; i < N_PLATFORMS; i++) {
    if (strlen(platforms[i].folder) == n &&
        memcmp(platforms[i].folder, name, n) == 0) {
      return &platforms[i];
    }
  }
  return NULL;
}

static const xmlNode *kind_node(const BinaryCheck *c, const char *kind)
{
  return c->text ? xml_child(xmlDocGetRootElement(c->text->document), kind)
                 : NULL;
}

/* FMI 1.0 has one identifier in the root; later versions one for each kind. */
static const char *identifier_of(const BinaryCheck *c, const char *kind)
{
  if (!c->text) return NULL;
  const xmlNode *node = c->version == 1
                            ? xmlDocGetRootElement(c->text->document)
                            : kind_node(c, kind);
  return node ? xml_attribute(c->text, node, "modelIdentifier") : NULL;
}

/* --- one library --- */

static bool exports(const BinaryFile *b, const char *name)
{
  for (int i = 0; i < b->n_exports; i++) {
    if (strcmp(b->export[i], name) == 0) return true;
  }
  return false;
}

typedef struct FunctionList {
  const char *kind; /* NULL: of every kind */
  const char *const *name;
} FunctionList;

#define FUNCTION_NAME(name) "fmi2" #name,
static const char *const common_functions[] = {
    FMU_COMMON_FUNCTIONS(FUNCTION_NAME) NULL};
static const char *const co_simulation_functions[] = {
    FMU_CO_SIMULATION_FUNCTIONS(FUNCTION_NAME) NULL};
static const char *const model_exchange_functions[] = {
    FMU_MODEL_EXCHANGE_FUNCTIONS(FUNCTION_NAME) NULL};
#undef FUNCTION_NAME

/* FMI 3.0 2.5: all of them, whatever the FMU can. */
static const char *const fmi3_functions[] = {
#define FUNCTION_NAME(result, name, arguments) "fmi3" #name,
    FMI3_COMMON_CALLS(FUNCTION_NAME) FMI3_OPTIONAL_CALLS(FUNCTION_NAME)
        FMI3_CO_SIMULATION_CALLS(FUNCTION_NAME)
            FMI3_MODEL_EXCHANGE_CALLS(FUNCTION_NAME)
#undef FUNCTION_NAME
                "fmi3InstantiateScheduledExecution",
    "fmi3ActivateModelPartition",
    "fmi3GetIntervalFraction",
    "fmi3GetShiftFraction",
    "fmi3SetIntervalFraction",
    "fmi3SetShiftDecimal",
    "fmi3SetShiftFraction",
    NULL};

static void function_rule(const BinaryCheck *c, const char *entry,
                          const BinaryFile *b, const char *const *name)
{
  for (; *name; name++) {
    if (exports(b, *name)) continue;
    finding_at(c->f, RULE_BINARY_FUNCTIONS, entry, "%s is not exported", *name);
  }
}

/* The lists that hold for a library named `identifier`. */
static void functions_rules(const BinaryCheck *c, const char *entry,
                            const BinaryFile *b, const char *identifier)
{
  if (b->has_names && c->version == 3)
    function_rule(c, entry, b, fmi3_functions);
  if (!b->has_names || c->version != 2) return;
  const char *cs = identifier_of(c, "CoSimulation");
  const char *me = identifier_of(c, "ModelExchange");
  function_rule(c, entry, b, common_functions);
  if (cs && strcmp(cs, identifier) == 0) {
    function_rule(c, entry, b, co_simulation_functions);
  }
  if (me && strcmp(me, identifier) == 0) {
    function_rule(c, entry, b, model_exchange_functions);
  }
}

static void exports_rule(const BinaryCheck *c, const char *entry,
                         const BinaryFile *b)
{
  int others = 0;
  const char *first = NULL;
  for (int i = 0; i < b->n_exports; i++) {
    const char *name = b->export[i];
    /* The linker's own names begin with an underscore. */
    if (strncmp(name, "fmi", 3) == 0 || name[0] == '_') continue;
    if (strstr(name, "_fmi")) continue; /* FMI 1.0: <identifier>_fmiXxx */
    others++;
    if (!first) first = name;
  }
  if (others == 0) return;
  finding_at(c->f, RULE_BINARY_EXPORTS, entry,
             "%d exported name%s no FMI function, '%s' the first", others,
             others == 1 ? " is" : "s are", first);
}

static bool is_system_library(const char *name)
{
  static const char *const known[] = {
      "libc.so",         "libm.so",         "libdl.so",
      "libpthread.so",   "librt.so",        "ld-linux",
      "libgcc_s.so",     "linux-vdso",      "kernel32.dll",
      "msvcrt.dll",      "ntdll.dll",       "user32.dll",
      "advapi32.dll",    "shell32.dll",     "ucrtbase.dll",
      "ole32.dll",       "ws2_32.dll",      "shlwapi.dll",
      "oleaut32.dll",    "api-ms-win-",     "/usr/lib/libSystem",
      "/usr/lib/libc++", "/System/Library/"};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    if (strncasecmp(name, known[i], strlen(known[i])) == 0) return true;
  }
  return false;
}

static bool binary_rules_is_beside(const BinaryCheck *c, const char *entry,
                                   const char *name)
{
  assert(strrchr(entry, '/')); /* it lies in the folder of a platform */
  size_t folder = (size_t)(strrchr(entry, '/') - entry) + 1;
  for (int i = 0; i < c->archive->n_entries; i++) {
    const char *other = c->archive->entry[i].name;
    if (strncmp(other, entry, folder) == 0 &&
        strcasecmp(other + folder, name) == 0) {
      return true;
    }
  }
  return false;
}

static void needs_rule(const BinaryCheck *c, const char *entry,
                       const BinaryFile *b)
{
  for (int i = 0; i < b->n_needed; i++) {
    if (is_system_library(b->needed[i])) continue;
    if (binary_rules_is_beside(c, entry, b->needed[i])) continue;
    finding_at(c->f, RULE_BINARY_NEEDS, entry,
               "'%s' is needed and neither part of the system nor in the FMU",
               b->needed[i]);
  }
}

static void library_rules(const BinaryCheck *c, const char *entry,
                          const Platform *p, const char *identifier)
{
  size_t length;
  Session *s = c->f->s;
  const char *bytes = archive_read(s, c->archive, entry, MOST_BINARY, &length);
  if (!bytes) return; /* reported as archive-damaged */
  BinaryFile b = binary_file_read(s->session_arena, bytes, length);
  if (b.format != p->format) {
    finding_at(c->f, RULE_BINARY_FORMAT, entry, "%s instead of %s",
               binary_format_word(b.format), binary_format_word(p->format));
    return;
  }
  bool fits =
      b.processor == p->processor || b.processor == PROCESSOR_SEVERAL ||
      /* importers look for aarch64 Linux in linux64 too */
      (b.processor == PROCESSOR_AARCH64 && strcmp(p->folder, "linux64") == 0);
  if (!fits) {
    finding_at(c->f, RULE_BINARY_ARCHITECTURE, entry, "built for %s, not %s",
               binary_processor_word(b.processor),
               binary_processor_word(p->processor));
  }
  functions_rules(c, entry, &b, identifier);
  exports_rule(c, entry, &b);
  needs_rule(c, entry, &b);
}

/* --- one platform --- */

static void identifier_rules(const BinaryCheck *c, const Platform *p,
                             const char *identifier)
{
  const char *name = arena_printf(c->f->s->session_arena, "binaries/%s/%s%s",
                                  p->folder, identifier, p->ending);
  if (archive_find(c->archive, name) >= 0)
    library_rules(c, name, p, identifier);
  else
    finding_at(c->f, RULE_BINARY_NAME, name, "the library is missing");
}

static void platform_rules(const BinaryCheck *c, const Platform *p)
{
  const char *one = identifier_of(c, "CoSimulation");
  const char *two = identifier_of(c, "ModelExchange");
  if (c->version == 1) two = NULL;
  if (c->version == 3 && !one) one = identifier_of(c, "ScheduledExecution");
  if (one) identifier_rules(c, p, one);
  if (two && (!one || strcmp(one, two) != 0)) identifier_rules(c, p, two);
}

/* The name of the folder below binaries/; its length, 0: none. */
static size_t platform_name(const char *entry, const char **name)
{
  if (strncmp(entry, "binaries/", 9) != 0) return 0;
  *name = entry + 9;
  size_t n = strcspn(*name, "/");
  return (*name)[n] == '/' ? n : 0;
}

static bool is_first(const Archive *a, int index, const char *name, size_t n)
{
  for (int i = 0; i < index; i++) {
    const char *other;
    if (platform_name(a->entry[i].name, &other) == n &&
        memcmp(other, name, n) == 0) {
      return false;
    }
  }
  return true;
}

/* How many platform folders there are. */
static int all_platform_rules(const BinaryCheck *c)
{
  const Archive *a = c->archive;
  int n_platforms = 0;
  for (int i = 0; i < a->n_entries; i++) {
    const char *name;
    size_t n = platform_name(a->entry[i].name, &name);
    if (n == 0 || !is_first(a, i, name, n)) continue;
    n_platforms++;
    const Platform *p = find_platform(name, n);
    if (p) {
      platform_rules(c, p);
    } else {
      finding_at(c->f, RULE_PLATFORM_FOLDER, a->entry[i].name,
                 "importers do not look in '%.*s'", (int)n, name);
    }
  }
  return n_platforms;
}

/* --- sources --- */

static bool source_list_rules(const BinaryCheck *c, const char *kind)
{
  const xmlNode *list = xml_child(kind_node(c, kind), "SourceFiles");
  if (!list) return false;
  for (xmlNode *file = xml_child(list, NULL); file; file = xml_next(file)) {
    const char *name = xml_attribute(c->text, file, "name");
    if (!name) continue;
    const char *entry =
        arena_printf(c->f->s->session_arena, "sources/%s", name);
    if (archive_find(c->archive, entry) >= 0) continue;
    finding_add(c->f, RULE_SOURCE_FILES, xml_place(c->text, file, "name"),
                "there is no %s", entry);
  }
  return true;
}

static bool has_sources(const Archive *a)
{
  for (int i = 0; i < a->n_entries; i++) {
    const char *name = a->entry[i].name;
    if (strncmp(name, "sources/", 8) == 0 && name[8]) return true;
  }
  return false;
}

void binary_rules(Findings *f, const Archive *archive, const XmlTree *text,
                  int version)
{
  assert(version >= 1 && version <= 3);
  BinaryCheck c = {f, archive, text, version};
  int n_platforms = all_platform_rules(&c);
  bool cs = source_list_rules(&c, "CoSimulation");
  bool me = source_list_rules(&c, "ModelExchange");
  bool sources = has_sources(archive);
  if (n_platforms == 0 && !sources) {
    finding_at(f, RULE_NO_IMPLEMENTATION, archive->path,
               "there are neither binaries nor sources");
  }
  if (text && version == 2 && sources && !cs && !me &&
      archive_find(archive, "sources/buildDescription.xml") < 0) {
    finding_at(f, RULE_SOURCES_UNLISTED, "sources/",
               "there are sources, but SourceFiles does not list them");
  }
}
