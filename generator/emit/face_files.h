/* face_files.h: what the FMU shows of the model: the folder terminalsAndIcons/
 * and, of FMI 2.0, model.png.
 *
 * gives   terminalsAndIcons.xml if there is a terminal or an icon; icon.png and
 *         icon.svg of the model's icon; for each connector class with an icon
 *         the same two files, under its full name
 * fails   E501 a text cannot be written
 * cost    a picture takes some milliseconds
 */
#ifndef FOUCAULT_EMIT_FACE_FILES_H
#define FOUCAULT_EMIT_FACE_FILES_H

#include "emit/interface/interface_variables.h"
#include "emit/text/read_file.h"

typedef struct FaceFile {
  const char *name; /* in the archive */
  FileBytes bytes;
} FaceFile;

typedef struct FaceFiles {
  FaceFile *file;
  int n_files, cap_files;
} FaceFiles;

/* interface: NULL for FMI 2.0. has_icon: the user gives the picture. In the
 * arena. */
bool face_files_make(Session *s, const ReducedSystem *reduced,
                     const InterfaceVariables *interface, bool has_icon,
                     Arena *arena, FaceFiles *files);

#endif
