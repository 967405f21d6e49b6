/* face_files.c: pictures first, then the document that names them. */
#include "emit/face_files.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "emit/text/memory_stream.h"
#include "emit/xml/terminals_xml.h"
#include "face/icon_png.h"
#include "face/icon_svg.h"

#define FACE_FOLDER "terminalsAndIcons/"

typedef struct FaceMaking {
  Session *s;
  const ModelFace *face;
  Arena *arena;
  FaceFiles *files;
} FaceMaking;

static void face_add_file(const FaceMaking *m, const char *name,
                          const char *bytes, size_t size)
{
  FaceFiles *files = m->files;
  files->file = vector_grow(m->arena, files->file, &files->cap_files,
                            files->n_files + 1, sizeof files->file[0]);
  files->file[files->n_files++] =
      (FaceFile){name, {arena_copy_text(m->arena, bytes, size), size}};
}

static bool face_add_document(const FaceMaking *m, const TerminalsXml *t)
{
  if (!terminals_xml_is_needed(m->s, t)) return true;
  char *text = NULL;
  size_t size = 0;
  FILE *out = memory_stream(&text, &size);
  bool ok = terminals_xml_write(m->s, t, out);
  memory_stream_end(out, &text);
  if (ok)
    face_add_file(m, FACE_FOLDER "terminalsAndIcons.xml", text, size);
  else
    diagnostic_error(m->s, NO_SPAN, E501,
                     "terminalsAndIcons.xml cannot be written");
  free(text);
  return ok;
}

/* --- pictures --- */

enum { FACE_ICON_PIXELS = 400, FACE_TERMINAL_PIXELS = 120 };

static const char *face_svg(const FaceMaking *m, const Icon *icon, IconBox box)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = memory_stream(&text, &size);
  icon_svg_write(icon, box, out);
  memory_stream_end(out, &text);
  const char *kept = arena_copy_text(m->arena, text, size);
  free(text);
  return kept;
}

static void face_add_png(const FaceMaking *m, const char *name,
                         const Icon *icon, IconBox box, int pixels)
{
  ArenaMark mark = arena_mark(session_scratch(m->s));
  IconBytes png = icon_png(session_scratch(m->s), icon, box, pixels);
  face_add_file(m, name, (const char *)png.bytes, png.size);
  arena_release(mark);
}

static void face_add_icon(const FaceMaking *m, bool is_fmi2, IconBox box)
{
  const Icon *icon = m->face->icon;
  const char *svg = face_svg(m, icon, box);
  if (is_fmi2) face_add_png(m, "model.png", icon, box, FACE_ICON_PIXELS);
  face_add_png(m, FACE_FOLDER "icon.png", icon, box, FACE_ICON_PIXELS);
  face_add_file(m, FACE_FOLDER "icon.svg", svg, strlen(svg));
}

/* The picture of a terminal around {0, 0}, so that those of equal connectors
 * are equal. */
static Icon *face_centered(const FaceMaking *m, const Terminal *terminal,
                           IconBox *box)
{
  IconFrame f = icon_frame(terminal->box);
  IconMap shift = {1, 0, 0, 1, -f.center.x, -f.center.y};
  Icon *icon = arena_alloc(m->arena, sizeof *icon);
  *icon = (Icon){0};
  for (int k = 0; k < terminal->icon->n_items; k++)
    icon_add(m->arena, icon,
             icon_item_map(m->arena, &terminal->icon->item[k], &shift));
  box->low = icon_point(&shift, terminal->box.low);
  box->high = icon_point(&shift, terminal->box.high);
  icon->extent = *box;
  return icon;
}

/* Letters that need no escape in an address (RFC 3986). */
static const char *face_base_name(const FaceMaking *m, const char *class_name)
{
  char *name = arena_copy_text(m->arena, class_name, strlen(class_name));
  for (char *at = name; *at; at++) {
    bool is_plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
                    (*at >= '0' && *at <= '9') || *at == '.' || *at == '_';
    if (!is_plain) *at = '-';
  }
  return name;
}

static const FaceFile *face_find_file(const FaceMaking *m, const char *name)
{
  for (int k = 0; k < m->files->n_files; k++) {
    if (strcmp(m->files->file[k].name, name) == 0) return &m->files->file[k];
  }
  return NULL;
}

/* The base name of its picture; one that is there already is taken. */
static const char *face_terminal_picture(const FaceMaking *m,
                                         const Terminal *terminal)
{
  if (!terminal->icon || icon_is_empty(terminal->box)) return NULL;
  IconBox box;
  const Icon *icon = face_centered(m, terminal, &box);
  const char *svg = face_svg(m, icon, box);
  const char *plain = face_base_name(m, terminal->class_name), *base = plain;
  for (int k = 2;; k++) {
    const char *name = arena_printf(m->arena, FACE_FOLDER "%s.svg", base);
    const FaceFile *other = face_find_file(m, name);
    if (other && strcmp(other->bytes.bytes, svg) == 0) return base;
    if (!other) {
      face_add_png(m, arena_printf(m->arena, FACE_FOLDER "%s.png", base), icon,
                   box, FACE_TERMINAL_PIXELS);
      face_add_file(m, name, svg, strlen(svg));
      return base;
    }
    base = arena_printf(m->arena, "%s_%d", plain, k);
  }
}

bool face_files_make(Session *s, const ReducedSystem *reduced,
                     const InterfaceVariables *interface, bool has_icon,
                     Arena *arena, FaceFiles *files)
{
  const ModelFace *face = reduced->sys->face;
  *files = (FaceFiles){0};
  if (!face) return true;
  FaceMaking m = {s, face, arena, files};
  const char **picture =
      arena_array(arena, (size_t)face->n_terminals + 1, sizeof picture[0]);
  TerminalsXml t = {.reduced = reduced,
                    .interface = interface,
                    .face = face,
                    .picture = picture};
  if (face->icon) {
    t.has_icon = true;
    t.icon_box = has_icon ? face->icon->extent : icon_drawn_box(face->icon);
    if (!has_icon) face_add_icon(&m, !interface, t.icon_box);
  }
  for (int k = 0; k < face->n_terminals; k++)
    picture[k] = face_terminal_picture(&m, &face->terminal[k]);
  return face_add_document(&m, &t);
}
