/* ssp_file.c: see ssp_file.h. */
#define _POSIX_C_SOURCE 200809L
#include "couple/ssp_file.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/temporary.h"
#include "emit/text/read_file.h"
#include "fmu_file/archive.h"

static const char ssp_main_file[] = "SystemStructure.ssd";

static bool ssp_file_ends_with(const char *text, const char *ending)
{
  size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

/* --- the archive --- */

/* "A.ssd, B.ssd": the first descriptions that it has. */
static const char *ssp_file_variants(Session *s, const Archive *archive)
{
  enum { SHOWN = 8 };
  const char *all = "";
  int n = 0;
  for (int i = 0; i < archive->n_entries; i++) {
    const char *name = archive->entry[i].name;
    if (strchr(name, '/') || !ssp_file_ends_with(name, ".ssd")) continue;
    if (n++ == SHOWN) return arena_printf(session_scratch(s), "%s, ...", all);
    all =
        arena_printf(session_scratch(s), "%s%s%s", all, *all ? ", " : "", name);
  }
  return all;
}

static void ssp_file_lacks(Session *s, const Archive *archive, const char *path,
                           const char *file)
{
  const char *has = ssp_file_variants(s, archive);
  Diagnostic *d =
      diagnostic_file_error(s, path, E620, "the archive has no %s", file);
  if (archive_find(archive, "modelDescription.xml") >= 0)
    diagnostic_note(s, d, NO_SPAN,
                    "it is an FMU: foucault simulate runs it alone");
  else if (*has)
    diagnostic_note(s, d, NO_SPAN, "it has %s: choose one by --variant", has);
}

/* Before so many bytes are read. */
static bool ssp_file_has_room(const SspXml *x, const xmlNode *node, double n)
{
  x->use->bytes += n;
  if (x->use->bytes <= (double)x->s->limit[LIMIT_DESCRIBED] * (1 << 20))
    return true;
  return ssp_xml_beyond(x, node, LIMIT_DESCRIBED, "MiB of descriptions");
}

/* An entry that the archive has. Its list is read anew each time. */
static char *ssp_file_entry(const SspXml *x, const xmlNode *node,
                            const Archive *archive, const char *name,
                            size_t *length)
{
  const double row = 128; /* bytes of the list, more or less */
  double size = (double)archive->entry[archive_find(archive, name)].size;
  if (!ssp_file_has_room(x, node, size + row * archive->n_entries)) return NULL;
  return archive_read(x->s, archive, name, SIZE_MAX, length);
}

static char *ssp_file_open_archive(const SspXml *x, const char *path,
                                   const char *variant, SspDocument *document,
                                   size_t *length)
{
  Session *s = x->s;
  Archive *archive = archive_open(s, path);
  if (!archive) return NULL;
  char *bytes = NULL;
  const char *file = variant ? variant : ssp_main_file;
  if (!ssp_file_ends_with(file, ".ssd"))
    file = arena_printf(s->session_arena, "%s.ssd", file);
  if (archive_find(archive, file) < 0) {
    ssp_file_lacks(s, archive, path, file);
  } else if ((document->folder = temporary_folder(s)) &&
             archive_extract(s, archive, document->folder)) {
    bytes = ssp_file_entry(x, NULL, archive, file, length);
  }
  archive_close(archive);
  document->path = path;
  document->place = "";
  document->file = file;
  document->where = arena_printf(s->session_arena, "%s: %s", path, file);
  return bytes;
}

static char *ssp_file_bytes(const SspXml *x, const xmlNode *node,
                            const char *path, size_t *length)
{
  struct stat info;
  FileBytes file;
  if (stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
      !ssp_file_has_room(x, node, (double)info.st_size))
    return NULL;
  if (read_file(x->s->session_arena, path, &file)) {
    *length = file.size;
    return file.bytes;
  }
  diagnostic_file_error(x->s, x->where, E620, "%s cannot be read: %s", path,
                        strerror(errno));
  return NULL;
}

char *ssp_file_open(const SspXml *x, const char *variant, SspDocument *document,
                    size_t *length)
{
  Session *s = x->s;
  const char *path = x->where;
  assert(path);
  *document = (SspDocument){0};
  if (!ssp_file_ends_with(path, ".ssd"))
    return ssp_file_open_archive(x, path, variant, document, length);
  const char *slash = strrchr(path, '/');
  document->path = document->where = path;
  document->place = "";
  document->file = slash ? slash + 1 : path;
  document->folder =
      slash ? arena_copy_text(s->session_arena, path, (size_t)(slash - path))
            : ".";
  return ssp_file_bytes(x, NULL, path, length);
}

/* --- sources --- */

static int ssp_file_digit(char c)
{
  return isdigit((unsigned char)c) ? c - '0'
                                   : tolower((unsigned char)c) - 'a' + 10;
}

/* %20 is a blank. */
static char *ssp_file_decode(Session *s, const char *source)
{
  char *name = arena_copy_text(s->session_arena, source, strlen(source));
  char *to = name;
  for (const char *c = source; *c; c++) {
    bool is_code = c[0] == '%' && isxdigit((unsigned char)c[1]) &&
                   isxdigit((unsigned char)c[2]);
    if (!is_code) {
      *to++ = *c;
      continue;
    }
    *to++ = (char)(16 * ssp_file_digit(c[1]) + ssp_file_digit(c[2]));
    c += 2;
  }
  *to = '\0';
  return name;
}

/* NULL: it may be taken, if it does not lead out. */
static const char *ssp_file_refuses(const char *name)
{
  if (name[0] == '\0') return "it is empty";
  if (name[0] == '/' || strchr(name, ':') || strchr(name, '\\'))
    return "only files of the archive are taken, by relative names";
  if (strchr(name, '#')) return "parts of other files (#) are not taken here";
  return NULL;
}

/* place + name without "." and ".."; NULL: it leads out of the archive. */
static const char *ssp_file_resolve(Session *s, const char *place,
                                    const char *name)
{
  const char *whole = arena_printf(session_scratch(s), "%s%s", place, name);
  char *out = arena_alloc(s->session_arena, strlen(whole) + 1);
  size_t n = 0;
  for (const char *part = whole; *part;) {
    size_t length = strcspn(part, "/");
    bool is_dot = length == 1 && part[0] == '.';
    bool is_up = length == 2 && part[0] == '.' && part[1] == '.';
    if (is_up && n == 0) return NULL;
    if (is_up) {
      while (n > 0 && out[n - 1] != '/') n--;
      if (n > 0) n--;
    } else if (length > 0 && !is_dot) {
      if (n > 0) out[n++] = '/';
      memcpy(out + n, part, length);
      n += length;
    }
    part += length;
    while (*part == '/') part++;
  }
  out[n] = '\0';
  return out;
}

static const char *ssp_file_place_of(const SspXml *x, xmlNode *node,
                                     const char *place, const char *source)
{
  const char *name = ssp_file_decode(x->s, source);
  const char *why = ssp_file_refuses(name);
  const char *found = why ? NULL : ssp_file_resolve(x->s, place, name);
  if (found) return found;
  if (!why) why = "it leads out of the archive";
  ssp_xml_fault(x, node, "the source '%s' is refused: %s", source, why);
  return NULL;
}

const char *ssp_file_name(const SspXml *x, const SspDocument *document,
                          xmlNode *node, const char *source)
{
  assert(document->folder && document->place);
  const char *name = ssp_file_place_of(x, node, document->place, source);
  if (!name) return NULL;
  struct stat info;
  const char *path =
      arena_printf(session_scratch(x->s), "%s/%s", document->folder, name);
  if (lstat(path, &info) == 0 && S_ISREG(info.st_mode)) return name;
  ssp_xml_fault(x, node, "there is no file '%s' in the archive", source);
  return NULL;
}

static char *ssp_file_read_inside(const SspXml *x, const SspDocument *document,
                                  xmlNode *node, const char *source,
                                  const char *fmu, size_t *length)
{
  const char *path =
      arena_printf(x->s->session_arena, "%s/%s", document->folder, fmu);
  const char *name = ssp_file_place_of(x, node, "", source);
  assert(fmu);
  if (!name) return NULL;
  Archive *archive = archive_open(x->s, path);
  if (!archive) return NULL;
  char *bytes = NULL;
  if (archive_find(archive, name) >= 0)
    bytes = ssp_file_entry(x, node, archive, name, length);
  else
    ssp_xml_fault(x, node, "there is no file '%s' in %s", source, fmu);
  archive_close(archive);
  return bytes;
}

char *ssp_file_read(const SspXml *x, const SspDocument *document, xmlNode *node,
                    const char *source, const char *fmu, size_t *length)
{
  if (fmu) return ssp_file_read_inside(x, document, node, source, fmu, length);
  const char *name = ssp_file_name(x, document, node, source);
  if (!name) return NULL;
  return ssp_file_bytes(
      x, node,
      arena_printf(session_scratch(x->s), "%s/%s", document->folder, name),
      length);
}

/* --- descriptions inside --- */

static char *ssp_file_open_definition(const SspXml *x,
                                      const SspDocument *around, xmlNode *node,
                                      const char *name, SspDocument *document,
                                      size_t *length)
{
  const char *slash = strrchr(name, '/');
  Arena *arena = x->s->session_arena;
  assert(around->folder && around->file);
  *document = (SspDocument){
      .around = around,
      .path = around->path,
      .where = arena_printf(arena, "%s: %s", around->path, name),
      .folder = around->folder,
      .place =
          slash ? arena_copy_text(arena, name, (size_t)(slash - name) + 1) : "",
      .file = name};
  for (const SspDocument *d = around; d; d = d->around) {
    if (strcmp(d->folder, document->folder) != 0 ||
        strcmp(d->file, document->file) != 0)
      continue;
    ssp_xml_fault(x, node, "%s is inside of itself", name);
    return NULL;
  }
  return ssp_file_bytes(
      x, node,
      arena_printf(session_scratch(x->s), "%s/%s", around->folder, name),
      length);
}

char *ssp_file_open_inside(const SspXml *x, const SspDocument *around,
                           xmlNode *node, const char *source,
                           SspDocument *document, size_t *length)
{
  Arena *arena = x->s->session_arena;
  size_t n = strcspn(source, "#");
  assert(around->place);
  const char *variant = source[n] == '#' ? source + n + 1 : NULL;
  const char *name =
      ssp_file_name(x, around, node, arena_copy_text(arena, source, n));
  if (!name) return NULL;
  if (ssp_file_ends_with(name, ".ssd"))
    return ssp_file_open_definition(x, around, node, name, document, length);
  *document = (SspDocument){.around = around};
  char *bytes = ssp_file_open_archive(
      x, arena_printf(arena, "%s/%s", around->folder, name),
      variant ? ssp_file_decode(x->s, variant) : NULL, document, length);
  /* messages have no names of this machine's temporary folders */
  document->path = arena_printf(arena, "%s: %s", around->path, name);
  document->where = arena_printf(arena, "%s: %s", document->path,
                                 document->file ? document->file : "");
  return bytes;
}
