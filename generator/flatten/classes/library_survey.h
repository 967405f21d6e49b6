/* library_survey.h: what libraries are found, and why one is not.
 *
 * needs   a Library
 * gives   every folder that is searched, with the libraries stored in it; of
 *         one library also the things that nearly are it
 * fails   whatever reading a package.mo reports: E101, E221, parser's errors
 * cost    the list of each folder searched, and of their folders where one
 *         library is asked for; the package.mo of libraries whose folder does
 *         not name the version
 */
#ifndef FOUCAULT_FLATTEN_CLASSES_LIBRARY_SURVEY_H
#define FOUCAULT_FLATTEN_CLASSES_LIBRARY_SURVEY_H

#include "flatten/classes/library.h"

typedef struct LibraryStored {
  Name name;
  const char *version; /* "": it says none */
  const char *path;
  bool is_faulty; /* it cannot be read: reported */
} LibraryStored;

typedef struct LibraryRoot {
  const char *path;
  bool is_option; /* -L; else MODELICAPATH */
  int error;      /* of the operating system; 0: it was read */
  LibraryStored *stored;
  int n_stored, cap_stored;
  const char **near; /* of library_survey_near(): sentences */
  int n_near, cap_near;
} LibraryRoot;

typedef struct LibrarySurvey {
  LibraryRoot *root;
  int n_roots;
} LibrarySurvey;

/* All libraries, or those of one name (NULL: all); in the syntax arena.
 * n_options: so many of the roots came from -L. */
LibrarySurvey *library_survey(Library *l, Name name, int n_options);

/* What looks like the library but is not found as it: other spellings,
 * folders without package.mo, versions after another sign than a space, the
 * library one folder deeper. */
void library_survey_near(Library *l, LibrarySurvey *survey, const char *name);

/* The version that `uses` of the user's classes asks for; NULL: none. */
const char *library_wanted(const Library *l, Name name, Span *span);

/* Of a class that library_top() has found. */
const char *library_taken_path(const Library *l, Name name);
const char *library_taken_version(const Library *l, Name name);

/* Is there a library of this name in the folder? */
bool library_holds(Library *l, const char *folder, Name name);

#endif
