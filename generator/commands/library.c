/* library.c: foucault library, which libraries are found, where, and why one
 * is not. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/json_text.h"
#include "base/vector.h"
#include "commands/commands.h"
#include "flatten/classes/library_survey.h"
#include "flatten/classes/library_version.h"
#include "parse/parse.h"
#include "report/report.h"

/* The words after the command: files, whose `uses` counts, and names. */
typedef struct LibraryWords {
  const char **file, **name;
  int n_files, n_names;
} LibraryWords;

static LibraryWords library_words(Session *s, const Options *o)
{
  size_t n = (size_t)o->n_files + 1;
  LibraryWords w = {arena_array(s->session_arena, n, sizeof(char *)),
                    arena_array(s->session_arena, n, sizeof(char *)), 0, 0};
  for (int k = 0; k < o->n_files; k++) {
    const char *word = o->file[k];
    size_t length = strlen(word);
    if (length > 3 && strcmp(word + length - 3, ".mo") == 0)
      w.file[w.n_files++] = word;
    else
      w.name[w.n_names++] = word;
  }
  return w;
}

static const char *origin(const LibraryRoot *root)
{
  return root->is_option ? "-L" : "MODELICAPATH";
}

/* --- the list of all --- */

static void library_print_all(Session *s, const LibrarySurvey *survey)
{
  int n = 0;
  for (int r = 0; r < survey->n_roots; r++) {
    const LibraryRoot *root = &survey->root[r];
    for (int k = 0; k < root->n_stored; k++, n++) {
      const LibraryStored *found = &root->stored[k];
      printf("%-24s %-10s %s (%s)%s\n", report_clean(s, found->name),
             *found->version ? report_clean(s, found->version) : "-",
             report_clean(s, found->path), origin(root),
             found->is_faulty ? ", not a library" : "");
    }
    if (root->error)
      printf("%s (%s) cannot be read: %s\n", report_clean(s, root->path),
             origin(root), strerror(root->error));
  }
  printf("%s in %s\n",
         n == 1 ? "1 library"
                : arena_printf(s->session_arena, "%d libraries", n),
         survey->n_roots == 1
             ? "1 folder"
             : arena_printf(s->session_arena, "%d folders", survey->n_roots));
  if (survey->n_roots == 0) {
    puts("no library folder is given: name one with -L FOLDER or in the "
         "environment variable MODELICAPATH");
  }
}

/* --- one of them --- */

/* Where other tools put libraries: named, never searched. */
static void hint_at_known_folders(Session *s, Library *l, Name name)
{
  const char *home = getenv("HOME");
  const char *folder[] = {
      home ? arena_printf(s->session_arena, "%s/.openmodelica/libraries", home)
           : NULL,
      "/usr/lib/omlibrary", "/usr/share/omlibrary"};
  for (size_t k = 0; k < sizeof folder / sizeof folder[0]; k++) {
    if (folder[k] && library_holds(l, folder[k], name))
      printf("it is in a folder of OpenModelica, which is not searched by "
             "itself: -L %s\n",
             folder[k]);
  }
}

static void library_print_root(Session *s, const LibraryRoot *root)
{
  printf("  %s %s", origin(root), report_clean(s, root->path));
  if (root->error) {
    printf(": cannot be read: %s\n", strerror(root->error));
    return;
  }
  for (int k = 0; k < root->n_stored; k++) {
    const LibraryStored *found = &root->stored[k];
    printf("%s %s%s", k > 0 ? "," : ":",
           *found->version ? report_clean(s, found->version) : "no version",
           found->is_faulty ? ", faulty" : "");
  }
  puts(root->n_stored == 0 ? ": not here" : "");
  for (int k = 0; k < root->n_near; k++)
    printf("    %s\n", report_clean(s, root->near[k]));
}

/* The class that a model would get: W220 and errors are reported. */
static bool library_print_one(Session *s, Library *l, const Options *o,
                              const char *text)
{
  Name name = session_name(s, text);
  const AstClass *taken = NULL;
  LibrarySurvey *survey = library_survey(l, name, o->n_libraries);
  library_survey_near(l, survey, name);
  LibraryAnswer answer = library_top(l, name, &taken);
  Span span;
  const char *wanted = library_wanted(l, name, &span);
  if (answer == LIBRARY_FOUND) {
    const char *version = library_taken_version(l, name);
    printf("%s: %s%s\n", name,
           *version ? "version " : "found, without a version",
           report_clean(s, version));
    printf("path: %s\n", report_clean(s, library_taken_path(l, name)));
  } else {
    printf("%s: %s\n", name,
           answer == LIBRARY_FAULTY ? "found, but faulty" : "not found");
  }
  if (wanted)
    printf("wanted: version %s, by the annotation uses\n",
           report_clean(s, wanted));
  puts(survey->n_roots > 0 ? "looked in:"
                           : "no library folder is given: name one with -L "
                             "FOLDER or in the environment variable "
                             "MODELICAPATH");
  for (int r = 0; r < survey->n_roots; r++)
    library_print_root(s, &survey->root[r]);
  if (answer == LIBRARY_NONE) hint_at_known_folders(s, l, name);
  return answer == LIBRARY_FOUND;
}

/* --- JSON --- */

static void library_put_root(JsonWriter *w, const LibraryRoot *root)
{
  json_object_begin(w);
  json_key(w, "path");
  json_string(w, root->path);
  json_key(w, "from");
  json_string(w, origin(root));
  json_key(w, "error");
  json_string(w, root->error ? strerror(root->error) : NULL);
  json_key(w, "libraries");
  json_array_begin(w);
  for (int k = 0; k < root->n_stored; k++) {
    const LibraryStored *found = &root->stored[k];
    json_object_begin(w);
    json_key(w, "name");
    json_string(w, found->name);
    json_key(w, "version");
    json_string(w, *found->version ? found->version : NULL);
    json_key(w, "path");
    json_string(w, found->path);
    json_key(w, "faulty");
    json_bool(w, found->is_faulty);
    json_object_end(w);
  }
  json_array_end(w);
  json_key(w, "near");
  json_array_begin(w);
  for (int k = 0; k < root->n_near; k++) json_string(w, root->near[k]);
  json_array_end(w);
  json_object_end(w);
}

/* With a name: the folders with the libraries of that name alone. */
static bool library_print_json(Session *s, Library *l, const Options *o,
                               const LibraryWords *words)
{
  Name name = words->n_names > 0 ? session_name(s, words->name[0]) : NULL;
  const AstClass *taken = NULL;
  LibrarySurvey *survey = library_survey(l, name, o->n_libraries);
  if (name) library_survey_near(l, survey, name);
  bool is_found = name && library_top(l, name, &taken) == LIBRARY_FOUND;
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "name");
  json_string(&w, name);
  json_key(&w, "taken");
  json_string(&w, is_found ? library_taken_path(l, name) : NULL);
  json_key(&w, "version");
  json_string(&w, is_found ? library_taken_version(l, name) : NULL);
  json_key(&w, "folders");
  json_array_begin(&w);
  for (int r = 0; r < survey->n_roots; r++)
    library_put_root(&w, &survey->root[r]);
  json_array_end(&w);
  report_diagnostics(&w, s);
  json_object_end(&w);
  json_end(&w);
  return is_found || !name;
}

/* With a name, what is wrong with the library is reported. The list of all
 * marks what is not a library: a folder may hold other files, too. */
static bool library_report(Session *s, const Options *options,
                           const LibraryWords *words)
{
  Ast *ast = ast_create(s);
  if (!parse_files(s, ast, words->file, words->n_files)) return false;
  LibraryOptions roots = {options->library, options->n_libraries,
                          options->library_path, NULL, 0};
  Library *l = library_create(fault_create(s), ast, &roots);
  if (options->json) return library_print_json(s, l, options, words);
  if (words->n_names == 0)
    library_print_all(s, library_survey(l, NULL, options->n_libraries));
  bool good = true;
  for (int k = 0; k < words->n_names; k++)
    good &= library_print_one(s, l, options, words->name[k]);
  return good;
}

static bool library_report_quietly(const Options *options,
                                   const LibraryWords *words)
{
  FILE *nowhere = fopen("/dev/null", "w");
  if (!nowhere) return false;
  Session *s = session_create();
  s->messages = nowhere;
  bool good = library_report(s, options, words);
  diagnostic_flush(s);
  session_destroy(s);
  fclose(nowhere);
  return good;
}

int command_library(Session *s, const Options *options)
{
  LibraryWords words = library_words(s, options);
  assert(words.n_files + words.n_names == options->n_files);
  if (options->json && words.n_names > 1) {
    options_complain("library --json takes one name");
    return EXIT_USAGE;
  }
  bool good = words.n_names + words.n_files == 0
                  ? library_report_quietly(options, &words)
                  : library_report(s, options, &words);
  return good ? EXIT_DONE : EXIT_FAULT;
}
