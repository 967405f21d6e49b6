/* test_library.c: classes from files, folders and library roots. Each test
 * has a folder of its own, given as texts of files. */
#include "test.h"

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#include "flatten/classes/library.h"
#include "parse/parse.h"
#include "session_fixture.h"

typedef struct Fixture {
  SessionFixture *f;
  Session *s;
  Ast *user;
  Library *l;
  char place[32]; /* the folder of the test */
} Fixture;

static int set_up(void **state)
{
  Fixture *t = calloc(1, sizeof *t);
  strcpy(t->place, "library_XXXXXX");
  if (!mkdtemp(t->place)) return -1;
  t->f = session_fixture_create();
  t->s = t->f->s;
  t->user = ast_create(t->s);
  *state = t;
  return 0;
}

static int remove_one(const char *path, const struct stat *status, int type,
                      struct FTW *at)
{
  (void)status, (void)type, (void)at;
  return remove(path);
}

static int tear_down(void **state)
{
  Fixture *t = *state;
  nftw(t->place, remove_one, 8, FTW_DEPTH | FTW_PHYS);
  session_fixture_destroy(t->f);
  free(t);
  return 0;
}

static const char *path_in(Fixture *t, const char *path)
{
  return arena_printf(t->s->session_arena, "%s/%s", t->place, path);
}

/* Writes the file, and the folders it is in. */
static const char *put(Fixture *t, const char *path, const char *text)
{
  char *full = arena_printf(t->s->session_arena, "%s/%s", t->place, path);
  for (char *slash = strchr(full, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    mkdir(full, 0777);
    *slash = '/';
  }
  FILE *out = fopen(full, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
  return full;
}

static void user_file(Fixture *t, const char *path)
{
  assert_true(parse_files(t->s, t->user, &path, 1));
}

static void user_text(Fixture *t, const char *text)
{
  int source = session_fixture_source(t->f, text);
  assert_true(parse_source(t->s, t->user, source));
}

static void open_with(Fixture *t, const char *root, const char *path)
{
  LibraryOptions options = {&root, root ? 1 : 0, path, NULL, 0};
  t->l = library_create(fault_create(t->s), t->user, &options);
}

/* The class of this full name; NULL: none, or faulty. Names as the core
 * takes them: the top, then elements, then children. */
static const AstClass *find(Fixture *t, const char *dotted)
{
  char buffer[200];
  snprintf(buffer, sizeof buffer, "%s", dotted);
  const AstClass *at = NULL;
  for (char *part = strtok(buffer, "."); part; part = strtok(NULL, ".")) {
    Name name = session_name(t->s, part);
    const AstClass *next = NULL;
    for (int i = 0; at && i < at->n_elements; i++) {
      if (at->element[i]->class_def && at->element[i]->class_def->name == name)
        next = at->element[i]->class_def;
    }
    if (!next && !at) library_top(t->l, name, &next);
    if (!next && at) library_child(t->l, at, name, &next);
    at = next;
    if (!at) return NULL;
  }
  return at;
}

static void assert_found(Fixture *t, const char *dotted)
{
  const AstClass *found = find(t, dotted);
  if (!found) print_message("%s", session_fixture_messages(t->f));
  assert_non_null(found);
  assert_int_equal(t->s->n_errors, 0);
}

static void assert_told(Fixture *t, const char *text)
{
  const char *messages = session_fixture_messages(t->f);
  if (!strstr(messages, text)) print_message("%s", messages);
  assert_non_null(strstr(messages, text));
}

static void put_small_library(Fixture *t)
{
  put(t, "lib/A/package.mo",
      "within ;\npackage A model Inside end Inside; end A;\n");
  put(t, "lib/A/package.order", "Inside\nZ\nB\n\nNothing\r\nB\n");
  put(t, "lib/A/Z.mo", "within A;\nmodel Z end Z;\n");
  put(t, "lib/A/C.mo", "within A;\nmodel C end C;\n");
  put(t, "lib/A/B/package.mo", "within A;\npackage B end B;\n");
  put(t, "lib/A/B/M.mo", "within A.B;\nmodel M end M;\n");
  put(t, "lib/A/Resources/text.txt", "nothing\n");
}

static void finds_files_and_folders(void **state)
{
  Fixture *t = *state;
  put_small_library(t);
  open_with(t, path_in(t, "lib"), NULL);
  assert_found(t, "A");
  assert_found(t, "A.Inside");
  assert_found(t, "A.Z");
  assert_found(t, "A.B.M");
  assert_ptr_equal(find(t, "A.B.M"), find(t, "A.B.M"));
  assert_string_equal(library_full_name(t->l, find(t, "A.B.M")), "A.B.M");
  assert_ptr_equal(library_parent(t->l, find(t, "A.B.M")), find(t, "A.B"));
  assert_null(library_parent(t->l, find(t, "A")));
  assert_string_equal(library_folder(t->l, find(t, "A.B.M")),
                      path_in(t, "lib/A/B"));
  assert_null(find(t, "A.N"));
  assert_null(find(t, "N"));
  assert_int_equal(t->s->n_errors, 0);
}

static void reads_only_what_is_asked_for(void **state)
{
  Fixture *t = *state;
  put_small_library(t);
  char *large = malloc(1 << 20);
  memset(large, ' ', 1 << 20);
  strcpy(large + (1 << 20) - 40, "!! no Modelica at all");
  put(t, "lib/A/Large.mo", large);
  free(large);
  open_with(t, path_in(t, "lib"), NULL);
  assert_int_equal(library_cost(t->l).n_files, 0);
  assert_found(t, "A.B.M");
  assert_found(t, "A.Z");
  assert_found(t, "A.Z");
  assert_int_equal(library_cost(t->l).n_files, 4);
  assert_true(library_cost(t->l).n_bytes < 200);
}

static void names_keep_the_package_order(void **state)
{
  Fixture *t = *state;
  put_small_library(t);
  open_with(t, path_in(t, "lib"), NULL);
  int n;
  const Name *name = library_child_names(t->l, find(t, "A"), &n);
  assert_int_equal(n, 3);
  assert_string_equal(name[0], "Z");
  assert_string_equal(name[1], "B");
  assert_string_equal(name[2], "C");
  assert_int_equal(library_cost(t->l).n_files, 1);
  name = library_top_names(t->l, &n);
  assert_int_equal(n, 1);
  assert_string_equal(name[0], "A");
}

static void user_classes_come_first(void **state)
{
  Fixture *t = *state;
  put_small_library(t);
  user_text(t, "package A model Own end Own; end A;\n");
  open_with(t, path_in(t, "lib"), NULL);
  assert_found(t, "A.Own");
  assert_null(find(t, "A.Z"));
}

static void a_class_twice_is_refused(void **state)
{
  Fixture *t = *state;
  user_text(t, "model M end M; model M end M;\n");
  open_with(t, NULL, NULL);
  assert_non_null(find(t, "M"));
  assert_told(t, "a.mo:1:22: error E203: 'M' is declared twice");
}

/* --- versions --- */

static void put_version(Fixture *t, const char *folder, const char *annotation)
{
  ArenaMark mark = arena_mark(t->s->scratch_arena);
  const char *path =
      arena_printf(t->s->scratch_arena, "lib/%s/package.mo", folder);
  put(t, path,
      arena_printf(t->s->scratch_arena, "package V \"%s\" %s end V;\n", folder,
                   annotation));
  arena_release(mark);
}

static const char *taken(Fixture *t)
{
  const AstClass *v = find(t, "V");
  assert_non_null(v);
  return v->comment->text;
}

static void takes_the_newest_version(void **state)
{
  Fixture *t = *state;
  put_version(t, "V 4.0.0", "");
  put_version(t, "V 4.10.0", "");
  put_version(t, "V 4.9.0", "");
  put_version(t, "V 4.10.0 Beta 1", "");
  put_version(t, "V", "annotation(version=\"4.2\");");
  open_with(t, path_in(t, "lib"), NULL);
  assert_string_equal(taken(t), "V 4.10.0");
  assert_string_equal(session_fixture_messages(t->f), "");
}

static void takes_the_version_that_is_used(void **state)
{
  Fixture *t = *state;
  put_version(t, "V 4.0.0", "");
  put_version(t, "V 4.10.0", "");
  user_text(t, "model M annotation(uses(V(version=\"4.0.0\"))); end M;\n");
  open_with(t, path_in(t, "lib"), NULL);
  assert_string_equal(taken(t), "V 4.0.0");
  assert_string_equal(session_fixture_messages(t->f), "");
}

static void finds_a_used_version_inside_package_mo(void **state)
{
  Fixture *t = *state;
  put_version(t, "V 5.0.0", "");
  put_version(t, "V", "annotation(version=\"4.2\");");
  user_text(t, "model M annotation(uses(V(version=\"4.2\"))); end M;\n");
  open_with(t, path_in(t, "lib"), NULL);
  assert_string_equal(taken(t), "V");
}

static void warns_of_another_version(void **state)
{
  Fixture *t = *state;
  put_version(t, "V 4.10.0", "");
  user_text(t, "model M annotation(uses(V(version=\"3\"))); end M;\n");
  open_with(t, path_in(t, "lib"), NULL);
  assert_string_equal(taken(t), "V 4.10.0");
  assert_told(
      t,
      "warning W220: version 3 of 'V' is requested, version 4.10.0 is taken");
  assert_int_equal(t->s->n_errors, 0);
}

static void a_version_may_serve_for_another(void **state)
{
  Fixture *t = *state;
  put_version(t, "V 4.1.0",
              "annotation(conversion(noneFromVersion=\"4.0.0\"));");
  user_text(t, "model M annotation(uses(V(version=\"4.0.0\"))); end M;\n");
  open_with(t, path_in(t, "lib"), NULL);
  assert_string_equal(taken(t), "V 4.1.0");
  assert_string_equal(session_fixture_messages(t->f), "");
}

static void a_library_uses_versions_too(void **state)
{
  Fixture *t = *state;
  put_version(t, "V 1", "");
  put_version(t, "V 2", "");
  put(t, "lib/W.mo", "package W annotation(uses(V(version=\"1\"))); end W;\n");
  open_with(t, path_in(t, "lib"), NULL);
  assert_found(t, "W");
  assert_string_equal(taken(t), "V 1");
}

static void roots_are_asked_in_order(void **state)
{
  Fixture *t = *state;
  put(t, "one/A.mo", "model A \"one\" end A;\n");
  put(t, "two/A.mo", "model A \"two\" end A;\n");
  put(t, "two/B.mo", "model B end B;\n");
  const char *path =
      arena_printf(t->s->session_arena, ":%s/nowhere::%s/one/:%s/two", t->place,
                   t->place, t->place);
  open_with(t, NULL, path);
  assert_string_equal(find(t, "A")->comment->text, "one");
  assert_found(t, "B");
}

static void a_root_may_be_the_library_itself(void **state)
{
  Fixture *t = *state;
  put_version(t, "V 1.2", "");
  put(t, "lib/V 1.2/M.mo", "within V; model M end M;\n");
  open_with(t, path_in(t, "lib/V 1.2"), NULL);
  assert_found(t, "V.M");
}

/* --- files of the user that belong somewhere --- */

static void package_mo_of_the_user_is_its_folder(void **state)
{
  Fixture *t = *state;
  put_small_library(t);
  user_file(t, path_in(t, "lib/A/package.mo"));
  open_with(t, NULL, NULL);
  assert_found(t, "A.B.M");
}

static void a_file_brings_the_folders_around_it(void **state)
{
  Fixture *t = *state;
  put_small_library(t);
  user_file(t, path_in(t, "lib/A/B/M.mo"));
  open_with(t, NULL, NULL);
  assert_string_equal(library_full_name(t->l, t->user->class_def[0]), "A.B.M");
  assert_ptr_equal(find(t, "A.B.M"), t->user->class_def[0]);
  assert_found(t, "A.Z");
}

static void within_places_a_file_in_a_library(void **state)
{
  Fixture *t = *state;
  put_small_library(t);
  user_text(t, "within A.B; model N end N;\n");
  user_text(t, "within A.Inside; model Deep end Deep;\n");
  user_text(t, "within A.B; model M \"mine\" end M;\n");
  open_with(t, path_in(t, "lib"), NULL);
  assert_found(t, "A.B.N");
  assert_found(t, "A.Inside.Deep");
  assert_string_equal(find(t, "A.B.M")->comment->text, "mine");
  int n;
  const Name *name = library_child_names(t->l, find(t, "A.B"), &n);
  assert_int_equal(n, 2);
  assert_string_equal(name[0], "M");
  assert_string_equal(name[1], "N");
}

static void within_does_not_depend_on_the_order(void **state)
{
  Fixture *t = *state;
  user_text(t, "within P.Q.R; model M end M;\n");
  user_text(t, "within P.Q; package R end R;\n");
  user_text(t, "package P package Q end Q; end P;\n");
  open_with(t, NULL, NULL);
  assert_found(t, "P.Q.R.M");
}

static void within_of_nothing_is_refused(void **state)
{
  Fixture *t = *state;
  put_small_library(t);
  user_text(t, "within Nowhere.B; model N end N;\n");
  user_text(t, "within A.BB; model N end N;\n");
  user_text(t, "within A; model Inside end Inside;\n");
  open_with(t, path_in(t, "lib"), NULL);
  assert_told(t, "a.mo:1:8: error E220: there is no class or library "
                 "'Nowhere'");
  assert_told(t, "searched in library_");
  assert_told(t, "-L FOLDER");
  assert_told(t, "a.mo:1:10: error E221: the file is declared to be within "
                 "'BB', but 'A' has no class 'BB'; did you mean 'B'?");
  assert_told(t, "a.mo:1:17: error E203: 'Inside' is declared twice");
  assert_int_equal(t->s->n_errors, 3);
}

/* --- faulty libraries --- */

static LibraryAnswer ask(Fixture *t, const char *package, const char *name)
{
  const AstClass *found;
  return library_child(t->l, find(t, package), session_name(t->s, name),
                       &found);
}

static void files_must_fit_their_place(void **state)
{
  Fixture *t = *state;
  put_small_library(t);
  put(t, "lib/A/Other.mo", "within A; model Another end Another;\n");
  put(t, "lib/A/Far.mo", "within A.B; model Far end Far;\n");
  put(t, "lib/A/Bare.mo", "model Bare end Bare;\n");
  put(t, "lib/A/Two.mo", "within A; model Two end Two; model T end T;\n");
  put(t, "lib/A/Short/package.mo", "within A; package Short = B;\n");
  put(t, "lib/T.mo", "within A; model T end T;\n");
  open_with(t, path_in(t, "lib"), NULL);
  static const char *const names[] = {"Other", "Far", "Bare", "Two", "Short"};
  for (int i = 0; i < 5; i++) {
    assert_int_equal(ask(t, "A", names[i]), LIBRARY_FAULTY);
    assert_int_equal(ask(t, "A", names[i]), LIBRARY_FAULTY);
  }
  const AstClass *found;
  assert_int_equal(library_top(t->l, session_name(t->s, "T"), &found),
                   LIBRARY_FAULTY);
  assert_int_equal(t->s->n_errors, 6);
  assert_told(t, "the file is called 'Other', but the class in it 'Another'");
  assert_told(t, "the file says 'within A.B;', but is stored in package 'A'");
  assert_told(t, "does not begin with 'within A;'");
  assert_told(t, "holds one class, here is another one");
  assert_told(t, "must be written out until 'end Short'");
  assert_told(t, "says 'within A;', but is stored as a library of its own");
}

static void a_folder_without_package_mo_is_no_class(void **state)
{
  Fixture *t = *state;
  put_small_library(t);
  put(t, "lib/Data/x.txt", "");
  put(t, "lib/A/README", "");
  open_with(t, path_in(t, "lib"), NULL);
  assert_int_equal(ask(t, "A", "README"), LIBRARY_NONE);
  const AstClass *found;
  assert_int_equal(library_top(t->l, session_name(t->s, "Data"), &found),
                   LIBRARY_NONE);
  assert_int_equal(t->s->n_errors, 0);
  assert_int_equal(ask(t, "A", "Resources"), LIBRARY_FAULTY);
  assert_int_equal(ask(t, "A", "Resources"), LIBRARY_FAULTY);
  assert_int_equal(t->s->n_errors, 1);
  assert_told(t, "has no package.mo");
}

static void one_name_is_stored_once(void **state)
{
  Fixture *t = *state;
  put_small_library(t);
  put(t, "lib/A/B.mo", "within A; package B end B;\n");
  put(t, "lib/A/Inside.mo", "within A; model Inside end Inside;\n");
  open_with(t, path_in(t, "lib"), NULL);
  assert_int_equal(ask(t, "A", "B"), LIBRARY_FOUND);
  assert_int_equal(t->s->n_errors, 2);
  assert_told(t, "'B' is stored twice");
  assert_told(t, "'Inside' is declared here, and is stored as");
}

static void odd_files_do_no_harm(void **state)
{
  Fixture *t = *state;
  put_small_library(t);
  assert_int_equal(symlink("A", path_in(t, "lib/A/AlgebraicLoop")), 0);
  assert_int_equal(symlink("Self", path_in(t, "lib/A/Self")), 0);
  assert_int_equal(symlink("..", path_in(t, "lib/A/Up")), 0);
  assert_int_equal(symlink("../A", path_in(t, "lib/A/A")), 0);
  assert_int_equal(mkfifo(path_in(t, "lib/A/Pipe.mo"), 0600), 0);
  assert_int_equal(mkdir(path_in(t, "lib/A/Dir.mo"), 0700), 0);
  put(t, "lib/A/Bytes.mo", "within A;\x01\xff\n");
  open_with(t, path_in(t, "lib"), NULL);
  static const char *const names[] = {"AlgebraicLoop", "Self", "Up",   "A",
                                      "Pipe",          "Dir",  "Bytes"};
  for (int i = 0; i < 7; i++)
    assert_int_equal(ask(t, "A", names[i]), LIBRARY_FAULTY);
  assert_int_equal(ask(t, "A", "../A"), LIBRARY_NONE);
  assert_int_equal(ask(t, "A", "B/M"), LIBRARY_NONE);
  assert_int_equal(ask(t, "A", ".."), LIBRARY_NONE);
  assert_int_equal(t->s->n_errors, 7);
}

static void a_missing_library_folder_is_told(void **state)
{
  Fixture *t = *state;
  open_with(t, path_in(t, "nowhere"), NULL);
  assert_told(t, "error E220: the library folder (-L) cannot be read");
  library_report_missing(t->l, fault_create(t->s), NO_SPAN,
                         session_name(t->s, "Modelica"));
  assert_told(t, "there is no class or library 'Modelica'");
}

static void quoted_names_have_files(void **state)
{
  Fixture *t = *state;
  put_small_library(t);
  put(t, "lib/A/a b.mo", "within A; model 'a b' end 'a b';\n");
  put(t, "lib/A/'q'.mo", "within A; model 'q' end 'q';\n");
  open_with(t, path_in(t, "lib"), NULL);
  assert_found(t, "A.'a b'");
  assert_found(t, "A.'q'");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
  const struct CMUnitTest tests[] = {
      TEST(finds_files_and_folders),
      TEST(reads_only_what_is_asked_for),
      TEST(names_keep_the_package_order),
      TEST(user_classes_come_first),
      TEST(a_class_twice_is_refused),
      TEST(takes_the_newest_version),
      TEST(takes_the_version_that_is_used),
      TEST(finds_a_used_version_inside_package_mo),
      TEST(warns_of_another_version),
      TEST(a_version_may_serve_for_another),
      TEST(a_library_uses_versions_too),
      TEST(roots_are_asked_in_order),
      TEST(a_root_may_be_the_library_itself),
      TEST(package_mo_of_the_user_is_its_folder),
      TEST(a_file_brings_the_folders_around_it),
      TEST(within_places_a_file_in_a_library),
      TEST(within_does_not_depend_on_the_order),
      TEST(within_of_nothing_is_refused),
      TEST(files_must_fit_their_place),
      TEST(a_folder_without_package_mo_is_no_class),
      TEST(one_name_is_stored_once),
      TEST(odd_files_do_no_harm),
      TEST(a_missing_library_folder_is_told),
      TEST(quoted_names_have_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
