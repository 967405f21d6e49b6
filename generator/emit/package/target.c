/* target.c: the table of machines.
 *
 * FMI 2.0 has the name linux64 from times when that meant x86-64; 2.0.5
 * allows the names of FMI 3.0, such as aarch64-linux. Importers on ARM look in
 * linux64, those that know the newer names there.
 */
#include "emit/package/target.h"

#include <string.h>

typedef struct Machine {
  const char *processor; /* first word of the triplet */
  const char *system;    /* begins its second or third word */
  const char *triplet;   /* the usual one */
  Target target;
} Machine;

/* clang-format off */
static const Machine machines[] = {
  {"x86_64", "linux", "x86_64-linux-gnu",
   {.name = "linux64", .folder = "linux64", .ending = ".so",
    .folder3 = {"x86_64-linux"},
    .packages = "gcc-x86-64-linux-gnu libc6-dev-amd64-cross",
    .zig = {"x86_64-linux-gnu.2.28"}}},
  {"aarch64", "linux", "aarch64-linux-gnu",
   {.name = "linux-arm64", .folder = "aarch64-linux", .also = "linux64",
    .folder3 = {"aarch64-linux"},
    .ending = ".so",
    .packages = "gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
    .zig = {"aarch64-linux-gnu.2.28"}}},
  {"x86_64", "mingw32", "x86_64-w64-mingw32",
   {.name = "win64", .folder = "win64", .ending = ".dll",
    .folder3 = {"x86_64-windows"},
    .system = TARGET_WINDOWS, .packages = "gcc-mingw-w64-x86-64",
    .zig = {"x86_64-windows-gnu"}}},
  {"universal", "apple", "universal-apple-darwin",
   {.name = "darwin64", .folder = "darwin64", .ending = ".dylib",
    .folder3 = {"x86_64-darwin", "aarch64-darwin"},
    .system = TARGET_DARWIN, .zig = {"x86_64-macos", "aarch64-macos"}}},
  {"wasm32", "wasi", "wasm32-wasi",
   {.name = "wasm32", .folder = "wasm32-wasi", .ending = ".wasm",
    .folder3 = {"wasm32-wasi"},
    .system = TARGET_WEB, .zig = {"wasm32-wasi"}}},
};
/* clang-format on */

enum { N_MACHINES = sizeof machines / sizeof machines[0] };

#if defined _WIN32
enum { NATIVE = 2 };
static const char native_triplet[] = "x86_64-w64-mingw32";
#elif defined __aarch64__
enum { NATIVE = 1 };
static const char native_triplet[] = "aarch64-linux-gnu";
#else
enum { NATIVE = 0 };
static const char native_triplet[] = "x86_64-linux-gnu";
#endif

const Target *target_native(void)
{
  return &machines[NATIVE].target;
}

/* "linux" of x86_64-linux-gnu, aarch64-poky-linux and x86_64-linux-musl. */
static bool has_system(const char *triplet, const char *system)
{
  for (const char *at = strchr(triplet, '-'); at; at = strchr(at + 1, '-')) {
    if (strncmp(at + 1, system, strlen(system)) == 0) return true;
  }
  return false;
}

static const Machine *find_machine(const char *triplet)
{
  size_t n = strcspn(triplet, "-");
  for (int k = 0; k < N_MACHINES; k++) {
    const Machine *m = &machines[k];
    if (strlen(m->processor) == n && memcmp(m->processor, triplet, n) == 0 &&
        has_system(triplet, m->system)) {
      return m;
    }
  }
  return NULL;
}

/* The machine of a short name; NULL: it is none. */
static const Machine *named_machine(const char *name)
{
  for (int k = 0; k < N_MACHINES; k++) {
    if (strcmp(machines[k].target.name, name) == 0) return &machines[k];
  }
  return NULL;
}

bool target_read(Arena *arena, const char *text, Target *target)
{
  size_t n = strcspn(text, "=");
  const char *triplet = arena_copy_text(arena, text, n);
  const char *sysroot = text[n] && text[n + 1] ? text + n + 1 : NULL;
  const Machine *machine = named_machine(triplet);
  if (machine) triplet = machine->triplet;
  if (!sysroot && (strcmp(triplet, "native") == 0 ||
                   strcmp(triplet, native_triplet) == 0)) {
    *target = *target_native();
    return true;
  }
  if (!machine) machine = find_machine(triplet);
  /* The name becomes part of the compiler's: no path may be hidden in it. */
  if (!machine || strpbrk(triplet, "/ \t")) return false;
  *target = machine->target;
  target->triplet = triplet;
  target->sysroot = sysroot;
  return true;
}

const char *target_names(Arena *arena)
{
  const char *names = machines[0].target.name;
  for (int k = 1; k < N_MACHINES; k++) {
    names = arena_printf(arena, "%s %s", names, machines[k].target.name);
  }
  return names;
}

int target_parts(const Target *target)
{
  return target->triplet && target->zig[1] ? 2 : 1;
}
