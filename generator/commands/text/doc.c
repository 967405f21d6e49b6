/* doc.c: foucault doc, the documentation of libraries as a site. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/source_read.h"
#include "base/text/json_text.h"
#include "commands/commands.h"
#include "doc/doc_site.h"
#include "flatten/flattening.h"
#include "parse/parse.h"
#include "report/report.h"

static bool doc_is_file(const char *word)
{
  size_t n = strlen(word);
  return n > 3 && strcmp(word + n - 3, ".mo") == 0;
}

/* The classes of the files, then the libraries: what can be read of them. */
static bool doc_add_all(DocTree *tree, const Flattening *f, const Ast *ast,
                        const Options *o)
{
  bool good = true;
  for (int k = 0; k < ast->n_classes; k++) {
    if (!ast->class_def[k]->within)
      good = doc_tree_add(tree, f, ast->class_def[k]->name) && good;
  }
  for (int k = 0; k < o->n_files; k++) {
    if (doc_is_file(o->file[k]) || doc_tree_add(tree, f, o->file[k])) continue;
    if (f->s->n_errors == 0) {
      library_report_missing(f->library, f->faults, NO_SPAN,
                             session_name(f->s, o->file[k]));
    }
    good = false;
  }
  return good && tree->n > 0;
}

static const char *doc_fault_name(Session *s, const DocTree *tree,
                                  const DocFault *fault)
{
  if (fault->parent < 0) return fault->name;
  return arena_printf(s->session_arena, "%s.%s",
                      tree->item[fault->parent].full_name, fault->name);
}

static void doc_report(Session *s, const Options *o, const DocTree *tree,
                       const DocSite *site, const char *path)
{
  if (o->json) {
    JsonWriter w = json_begin(stdout);
    json_object_begin(&w);
    json_key(&w, "site");
    json_string(&w, path);
    json_key(&w, "classes");
    json_int(&w, site->n_classes);
    json_key(&w, "icons");
    json_int(&w, site->n_icons);
    json_key(&w, "pictures");
    json_int(&w, site->n_pictures);
    json_key(&w, "faulty");
    json_array_begin(&w);
    for (int k = 0; k < tree->n_faults; k++)
      json_string(&w, doc_fault_name(s, tree, &tree->fault[k]));
    json_array_end(&w);
    report_diagnostics(&w, s);
    json_object_end(&w);
    json_end(&w);
  } else if (path && !o->quiet) {
    printf("%s, %s, %s in %s\n", report_count(s, site->n_classes, "page"),
           report_count(s, site->n_icons, "icon"),
           report_count(s, site->n_pictures, "picture"), path);
    for (int k = 0; k < tree->n_faults; k++)
      printf("%s has errors: what can be read of it is in there\n",
             doc_fault_name(s, tree, &tree->fault[k]));
  }
}

int command_doc(Session *s, const Options *o)
{
  if (!o->output) {
    options_complain("doc needs a folder to write to: -o site");
    return EXIT_USAGE;
  }
  Ast *ast = ast_create(s);
  s->is_tolerant = true;
  bool good = true;
  for (int k = 0; k < o->n_files; k++) {
    if (doc_is_file(o->file[k]))
      good = parse_files(s, ast, &o->file[k], 1) && good;
  }
  LibraryOptions roots = {o->library, o->n_libraries, o->library_path, NULL, 0};
  const Flattening *f =
      flattening_create(s, ast, &roots, NULL, false, CLOCKS_ABSENT);
  DocTree tree;
  DocSite site = {0};
  doc_tree_begin(&tree, f);
  assert(s->n_errors > 0 || good);
  good = doc_add_all(&tree, f, ast, o) && good;
  bool is_written = tree.n > 0 && doc_site_write(&tree, f, o->output, &site);
  doc_report(s, o, &tree, &site, is_written ? o->output : NULL);
  return is_written && good && s->n_errors == 0 ? EXIT_DONE : EXIT_FAULT;
}
