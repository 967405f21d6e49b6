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
  Target target;
} Machine;

/* clang-format off */
static const Machine machines[] = {
  {"x86_64", "linux",
   {.folder = "linux64", .ending = ".so",
    .packages = "gcc-x86-64-linux-gnu libc6-dev-amd64-cross"}},
  {"aarch64", "linux",
   {.folder = "aarch64-linux", .also = "linux64", .ending = ".so",
    .packages = "gcc-aarch64-linux-gnu libc6-dev-arm64-cross"}},
  {"x86_64", "mingw32",
   {.folder = "win64", .ending = ".dll", .is_windows = true,
    .packages = "gcc-mingw-w64-x86-64"}},
};
/* clang-format on */

enum { N_MACHINES = sizeof machines / sizeof machines[0] };

#if defined __aarch64__
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

bool target_read(Arena *arena, const char *text, Target *target)
{
  size_t n = strcspn(text, "=");
  const char *triplet = arena_copy_text(arena, text, n);
  const char *sysroot = text[n] && text[n + 1] ? text + n + 1 : NULL;
  if (!sysroot && (strcmp(triplet, "native") == 0 ||
                   strcmp(triplet, native_triplet) == 0)) {
    *target = *target_native();
    return true;
  }
  const Machine *machine = find_machine(triplet);
  /* The name becomes part of the compiler's: no path may be hidden in it. */
  if (!machine || strpbrk(triplet, "/ \t")) return false;
  *target = machine->target;
  target->triplet = triplet;
  target->sysroot = sysroot;
  return true;
}

const char *target_compiler(Arena *arena, const Target *target)
{
  if (!target->triplet) return NULL;
  return arena_printf(arena, "%s-gcc", target->triplet);
}
