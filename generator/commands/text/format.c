/* format.c: foucault format, the layout of Modelica files. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <string.h>
#include <sys/stat.h>

#include "base/source_read.h"
#include "base/temporary.h"
#include "base/text/harmless.h"
#include "base/text/json_text.h"
#include "commands/commands.h"
#include "commands/text/modelica_files.h"
#include "format/format.h"
#include "parse/parse.h"

/* --- one file --- */

typedef enum FileResult { FILE_SAME, FILE_CHANGED, FILE_FAULTY } FileResult;

/* Its mode stays as it is. */
static bool replace_file(Session *s, const char *path, FormattedText text)
{
  assert(path && text.bytes);
  struct stat status;
  bool known = stat(path, &status) == 0;
  const char *beside = temporary_beside(s, path);
  if (!beside) return false;
  FILE *out = fopen(beside, "wb");
  size_t n = (size_t)text.length;
  bool good = out && fwrite(text.bytes, 1, n, out) == n;
  if (out && fclose(out) != 0) good = false;
  if (good && known) good = chmod(beside, status.st_mode & 07777) == 0;
  if (good) return temporary_publish(s, beside, path);
  diagnostic_file_error(s, path, E501, "the file cannot be written");
  return false;
}

static FileResult lay_out(Session *s, const Options *o, const char *path,
                          Arena *arena)
{
  bool is_stream = strcmp(path, "-") == 0;
  int source = is_stream ? source_read_stream(s, "<standard input>", stdin)
                         : source_read(s, path);
  int n_errors = s->n_errors;
  if (source < 0 || !parse_source(s, ast_create(s), source) ||
      s->n_errors > n_errors)
    return FILE_FAULTY;
  const SourceText *text = s->source[source];
  FormattedText made = format_source(s, source, arena);
  int other = session_add_source(s, path, made.bytes, made.length);
  if (!format_is_same(s, source, other)) {
    options_complain("%s: a word or a comment would be lost; nothing is "
                     "changed (a fault of this program)",
                     path);
    return FILE_FAULTY;
  }
  bool same = made.length == text->length &&
              memcmp(made.bytes, text->bytes, (size_t)made.length) == 0;
  if (is_stream && !o->only_check)
    harmless_write(stdout, made.bytes, (size_t)made.length);
  else if (!same && !o->only_check && !replace_file(s, path, made))
    return FILE_FAULTY;
  return same ? FILE_SAME : FILE_CHANGED;
}

/* A session of its own for each file: what one needs is given back before the
 * next. */
static FileResult lay_out_alone(Session *s, const Options *o, const char *path)
{
  Session *own = session_create();
  Arena *arena = own->syntax_arena;
  own->color = s->color;
  own->quiet = s->quiet;
  memcpy(own->limit, s->limit, sizeof own->limit);
  FileResult result = lay_out(own, o, path, arena);
  diagnostic_flush(own);
  s->n_errors += own->n_errors;
  temporary_end(own);
  session_destroy(own);
  return result;
}

/* --- the command --- */

static void print_json(const ModelicaFiles *files, const FileResult *result)
{
  static const char *const word[] = {"same", "changed", "faulty"};
  assert(files->n_paths == 0 || result);
  JsonWriter w = json_begin(stdout);
  json_object_begin(&w);
  json_key(&w, "files");
  json_array_begin(&w);
  for (int k = 0; k < files->n_paths; k++) {
    json_object_begin(&w);
    json_key(&w, "file");
    json_string(&w, files->path[k]);
    json_key(&w, "layout");
    json_string(&w, word[result[k]]);
    json_object_end(&w);
  }
  json_array_end(&w);
  json_object_end(&w);
  json_end(&w);
}

static void print_summary(const Options *o, const ModelicaFiles *files,
                          const int *count)
{
  if (o->quiet || o->json || files->n_paths < 2) return;
  fprintf(stderr, "%d of %d files %s laid out otherwise", count[FILE_CHANGED],
          files->n_paths, o->only_check ? "are" : "were");
  if (count[FILE_FAULTY] > 0)
    fprintf(stderr, ", %d cannot be read", count[FILE_FAULTY]);
  fputs("\n", stderr);
}

int command_format(Session *s, const Options *o)
{
  ModelicaFiles files = modelica_files(s, o->file, o->n_files);
  int count[3] = {0, 0, 0};
  FileResult *result = arena_array(s->session_arena, (size_t)files.n_paths + 1,
                                   sizeof result[0]);
  for (int k = 0; k < files.n_paths; k++) {
    result[k] = lay_out_alone(s, o, files.path[k]);
    count[result[k]]++;
    bool is_stream = strcmp(files.path[k], "-") == 0;
    if (result[k] == FILE_CHANGED && !o->quiet && !o->json &&
        (o->only_check || !is_stream))
      printf("%s\n", files.path[k]);
  }
  if (o->json) print_json(&files, result);
  print_summary(o, &files, count);
  if (count[FILE_FAULTY] > 0) return EXIT_FAULT;
  return o->only_check && count[FILE_CHANGED] > 0 ? EXIT_FAULT : EXIT_DONE;
}
