/* internal_error.c: see internal_error.h. */
#include "base/system/internal_error.h"

#include <unistd.h>

enum { INTERNAL_STATUS = 3 }; /* EXIT_INTERNAL, commands/commands.h */

void internal_error_end(int signal_number)
{
  static const char text[] =
      "foucault: internal error; please report it with the model\n";
  (void)signal_number;
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(INTERNAL_STATUS);
  _exit(INTERNAL_STATUS);
}
