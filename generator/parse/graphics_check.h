/* graphics_check.h: graphical annotations have the names and types that the
 * specification gives them (MLS 3.6, section 18.6).
 *
 * Tables list the records of that section with their attributes. What the text
 * alone does not show is left alone: names of variables, DynamicSelect(), and
 * whatever a vendor adds by a name that begins with "__".
 *
 * needs   one annotation as it was parsed
 * gives   a warning for each attribute that is not known, or whose value is of
 *         another type or has other sizes: it is drawn by other tools, never
 *         used here, so it is no error
 * cost    linear in the text of the annotation
 */
#ifndef FOUCAULT_PARSE_GRAPHICS_CHECK_H
#define FOUCAULT_PARSE_GRAPHICS_CHECK_H

#include "base/diagnostic.h"
#include "parse/ast.h"

/* Where the annotation stands. */
typedef enum GraphicsPlace {
  GRAPHICS_CLASS,
  GRAPHICS_ELEMENT, /* component or extends clause */
  GRAPHICS_EQUATION
} GraphicsPlace;

/* Who reports, as fault_warning() of flatten/flat/fault.h. */
struct Faults;
typedef struct GraphicsFaults {
  const struct Faults *faults;
  Diagnostic *(*warn)(const struct Faults *faults, Span span,
                      DiagnosticCode code, const char *format, ...);
} GraphicsFaults;

/* annotation may be NULL. */
void graphics_check(const GraphicsFaults *to, const AstModification *annotation,
                    GraphicsPlace place);

#endif
