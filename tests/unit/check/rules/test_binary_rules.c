/* test_binary_rules.c: libraries written section by section, and sources. */
#include "test.h"

#include <elf.h>

#include "archive_text.h"
#include "check/rules/binary_rules.h"
#include "fmu_file/fmu_load.h"
#include "rule_text.h"

#define FILE_NAME "test_binary_rules.fmu"
#define LIBRARY "binaries/linux64/M.so"

static const char *const functions[] = {
#define FUNCTION_NAME(name) "fmi2" #name,
    FMU_COMMON_FUNCTIONS(FUNCTION_NAME)
        FMU_CO_SIMULATION_FUNCTIONS(FUNCTION_NAME)};

enum {
  N_FUNCTIONS = sizeof functions / sizeof functions[0],
  N_SECTIONS = 4 /* none, texts, symbols, dynamic */
};

/* An ELF file that exports the functions; what differs from a sound one. */
typedef struct Library {
  unsigned machine;   /* 0: EM_X86_64 */
  int without;        /* the number of a function that is missing, from 1 */
  const char *other;  /* exported too */
  const char *needed; /* a library */
} Library;

typedef struct LibraryImage {
  Elf64_Ehdr head;
  Elf64_Shdr section[N_SECTIONS];
  Elf64_Sym symbol[N_FUNCTIONS + 2];
  Elf64_Dyn dynamic[2];
  char text[8192];
} LibraryImage;

static size_t put_text(LibraryImage *image, size_t *n, const char *text)
{
  size_t at = *n, length = strlen(text) + 1;
  assert_true(at + length <= sizeof image->text);
  memcpy(image->text + at, text, length);
  *n += length;
  return at;
}

static void put_symbol(LibraryImage *image, size_t *n, int k, const char *name)
{
  image->symbol[k] =
      (Elf64_Sym){.st_name = (Elf64_Word)put_text(image, n, name),
                  .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                  .st_shndx = 1};
}

static void fill(LibraryImage *image, Library library)
{
  size_t n = 1; /* the first text is empty */
  int k = 1;    /* the first symbol is none */
  memset(image, 0, sizeof *image);
  memcpy(image->head.e_ident, ELFMAG, SELFMAG);
  image->head.e_ident[EI_CLASS] = ELFCLASS64;
  image->head.e_machine =
      (Elf64_Half)(library.machine ? library.machine : EM_X86_64);
  image->head.e_shoff = offsetof(LibraryImage, section);
  image->head.e_shnum = N_SECTIONS;
  for (int i = 0; i < N_FUNCTIONS; i++) {
    if (i + 1 != library.without) put_symbol(image, &n, k++, functions[i]);
  }
  if (library.other) put_symbol(image, &n, k++, library.other);
  image->dynamic[0].d_tag = DT_NEEDED;
  image->dynamic[0].d_un.d_val =
      put_text(image, &n, library.needed ? library.needed : "libc.so.6");
  image->section[1] = (Elf64_Shdr){.sh_type = SHT_STRTAB,
                                   .sh_offset = offsetof(LibraryImage, text),
                                   .sh_size = n};
  image->section[2] = (Elf64_Shdr){.sh_type = SHT_DYNSYM,
                                   .sh_link = 1,
                                   .sh_offset = offsetof(LibraryImage, symbol),
                                   .sh_size = sizeof(Elf64_Sym) * (size_t)k};
  image->section[3] = (Elf64_Shdr){.sh_type = SHT_DYNAMIC,
                                   .sh_link = 1,
                                   .sh_offset = offsetof(LibraryImage, dynamic),
                                   .sh_size = sizeof image->dynamic};
}

static const char plain[] = "<fmiModelDescription>"
                            "<CoSimulation modelIdentifier='M'/>"
                            "</fmiModelDescription>";

static void expect_text(const HandEntry *entry, int n, const char *text,
                        const char *rules)
{
  Session *s = session_create();
  Findings f = {.s = s};
  archive_text_write(FILE_NAME, entry, n, 1);
  Archive *a = archive_open(s, FILE_NAME);
  assert_non_null(a);
  XmlTree tree;
  assert_true(
      xml_tree_read(&f, "modelDescription.xml", text, strlen(text), &tree));
  f = (Findings){.s = s}; /* without a word on the encoding */
  binary_rules(&f, a, &tree, 2);
  if (strcmp(rule_text_names(&f), rules) != 0) {
    fail_msg("'%s' instead of '%s'", rule_text_names(&f), rules);
  }
  xml_tree_free(&tree);
  archive_close(a);
  session_destroy(s);
  remove(FILE_NAME);
}

static void expect_library(Library library, const char *name, const char *rules)
{
  static LibraryImage image;
  fill(&image, library);
  expect_text(&(HandEntry){.name = name,
                           .data = (const char *)&image,
                           .length = sizeof image},
              1, plain, rules);
}

static void test_libraries(void **state)
{
  (void)state;
  expect_library((Library){0}, LIBRARY, "");
  expect_library((Library){0}, "binaries/linux64/N.so", "binary-name");
  expect_library((Library){0}, "binaries/x86_64-linux/M.so", "");
  expect_library((Library){0}, "binaries/amiga/M.so", "platform-folder");
  expect_library((Library){0}, "binaries/win64/M.dll", "binary-format");
  expect_library((Library){.machine = EM_386}, LIBRARY, "binary-architecture");
  expect_library((Library){.machine = EM_AARCH64}, LIBRARY, "");
  expect_library((Library){.machine = EM_AARCH64}, "binaries/linux32/M.so",
                 "binary-architecture");
}

/* Each function that a Co-Simulation FMU exports is asked for. */
static void test_functions(void **state)
{
  (void)state;
  for (int i = 1; i <= N_FUNCTIONS; i++) {
    expect_library((Library){.without = i}, LIBRARY, "binary-functions");
  }
  expect_library((Library){.other = "helper"}, LIBRARY, "binary-exports");
  expect_library((Library){.other = "_init"}, LIBRARY, "");
}

static void test_needs(void **state)
{
  (void)state;
  expect_library((Library){.needed = "libm.so.6"}, LIBRARY, "");
  expect_library((Library){.needed = "libz.so.1"}, LIBRARY, "binary-needs");
  static LibraryImage image;
  fill(&image, (Library){.needed = "libz.so.1"});
  const HandEntry beside[] = {
      {.name = LIBRARY, .data = (const char *)&image, .length = sizeof image},
      {.name = "binaries/linux64/libz.so.1"}};
  expect_text(beside, 2, plain, "");
}

static void test_sources(void **state)
{
  (void)state;
  static const char listed[] =
      "<fmiModelDescription><CoSimulation modelIdentifier='M'><SourceFiles>"
      "<File name='a.c'/></SourceFiles></CoSimulation></fmiModelDescription>";
  const HandEntry a = {.name = "sources/a.c"}, b = {.name = "sources/b.c"};
  const HandEntry none = {.name = "resources/a.c"};
  expect_text(&a, 1, listed, "");
  expect_text(&b, 1, listed, "source-files");
  expect_text(&a, 1, plain, "sources-unlisted");
  expect_text(&none, 1, plain, "no-implementation");
  const HandEntry described[] = {a, {.name = "sources/buildDescription.xml"}};
  expect_text(described, 2, plain, "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_libraries),
      cmocka_unit_test(test_functions),
      cmocka_unit_test(test_needs),
      cmocka_unit_test(test_sources),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
