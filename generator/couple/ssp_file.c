/* ssp_file.c: see ssp_file.h. */
#define _POSIX_C_SOURCE 200809L
#include "couple/ssp_file.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/temporary.h"
#include "fmu_file/archive.h"

#define SSP_FILE_MOST ((size_t)256 << 20) /* bytes of one XML file */

static const char ssp_main_file[] = "SystemStructure.ssd";

static bool ssp_file_ends_with(const char *text, const char *ending)
{
  size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

/* --- the archive --- */

static char *ssp_file_open_archive(Session *s, const char *path, Ssp *ssp,
                                   size_t *length)
{
  Archive *archive = archive_open(s, path);
  if (!archive) return NULL;
  char *bytes = NULL;
  if (archive_find(archive, ssp_main_file) < 0) {
    Diagnostic *d = diagnostic_file_error(
        s, path, E620, "the archive has no %s", ssp_main_file);
    if (archive_find(archive, "modelDescription.xml") >= 0)
      diagnostic_note(s, d, NO_SPAN,
                      "it is an FMU: foucault simulate runs it alone");
  } else if ((ssp->folder = temporary_folder(s)) &&
             archive_extract(s, archive, ssp->folder)) {
    bytes = archive_read(s, archive, ssp_main_file, SSP_FILE_MOST, length);
  }
  archive_close(archive);
  ssp->where = arena_printf(s->session_arena, "%s: %s", path, ssp_main_file);
  return bytes;
}

static char *ssp_file_bytes(const SspXml *x, const char *path, size_t *length)
{
  struct stat info;
  FILE *file = fopen(path, "rb");
  bool good = file && stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
              (size_t)info.st_size <= SSP_FILE_MOST;
  char *bytes = NULL;
  if (good) {
    *length = (size_t)info.st_size;
    bytes = arena_alloc(x->s->session_arena, *length + 1);
    if (fread(bytes, 1, *length, file) != *length) bytes = NULL;
  }
  if (!bytes)
    diagnostic_file_error(x->s, x->where, E620, "%s cannot be read: %s", path,
                          file && !good ? "no file, or too large"
                                        : strerror(errno));
  if (file) fclose(file);
  return bytes;
}

char *ssp_file_open(Session *s, const char *path, Ssp *ssp, size_t *length)
{
  assert(path);
  ssp->path = path;
  if (!ssp_file_ends_with(path, ".ssd"))
    return ssp_file_open_archive(s, path, ssp, length);
  const char *slash = strrchr(path, '/');
  ssp->where = path;
  ssp->folder =
      slash ? arena_copy_text(s->session_arena, path, (size_t)(slash - path))
            : ".";
  return ssp_file_bytes(&(SspXml){s, path}, path, length);
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

/* NULL: it may be taken. */
static const char *ssp_file_refuses(const char *name)
{
  if (name[0] == '\0') return "it is empty";
  if (name[0] == '/' || strchr(name, ':') || strchr(name, '\\'))
    return "only files of the archive are taken, by relative names";
  if (strchr(name, '#')) return "parts of other descriptions (#) are not taken";
  for (const char *part = name; *part;) {
    size_t n = strcspn(part, "/");
    if (n == 2 && part[0] == '.' && part[1] == '.')
      return "it leads out of the archive";
    part += n;
    while (*part == '/') part++;
  }
  return NULL;
}

const char *ssp_file_name(const SspXml *x, const Ssp *ssp, xmlNode *node,
                          const char *source)
{
  assert(ssp->folder);
  char *name = ssp_file_decode(x->s, source);
  while (strncmp(name, "./", 2) == 0) name += 2;
  const char *why = ssp_file_refuses(name);
  if (why) {
    ssp_xml_fault(x, node, "the source '%s' is refused: %s", source, why);
    return NULL;
  }
  struct stat info;
  const char *path =
      arena_printf(session_scratch(x->s), "%s/%s", ssp->folder, name);
  if (lstat(path, &info) == 0 && S_ISREG(info.st_mode)) return name;
  ssp_xml_fault(x, node, "there is no file '%s' in the archive", source);
  return NULL;
}

static char *ssp_file_read_inside(const SspXml *x, const Ssp *ssp,
                                  xmlNode *node, const char *source,
                                  const char *fmu, size_t *length)
{
  const char *path =
      arena_printf(x->s->session_arena, "%s/%s", ssp->folder, fmu);
  const char *name = ssp_file_decode(x->s, source),
             *why = ssp_file_refuses(name);
  if (why) {
    ssp_xml_fault(x, node, "the source '%s' is refused: %s", source, why);
    return NULL;
  }
  assert(fmu);
  Archive *archive = archive_open(x->s, path);
  if (!archive) return NULL;
  char *bytes = NULL;
  if (archive_find(archive, name) >= 0)
    bytes = archive_read(x->s, archive, name, SSP_FILE_MOST, length);
  else
    ssp_xml_fault(x, node, "there is no file '%s' in %s", source, fmu);
  archive_close(archive);
  return bytes;
}

char *ssp_file_read(const SspXml *x, const Ssp *ssp, xmlNode *node,
                    const char *source, const char *fmu, size_t *length)
{
  if (fmu) return ssp_file_read_inside(x, ssp, node, source, fmu, length);
  const char *name = ssp_file_name(x, ssp, node, source);
  if (!name) return NULL;
  return ssp_file_bytes(
      x, arena_printf(session_scratch(x->s), "%s/%s", ssp->folder, name),
      length);
}
