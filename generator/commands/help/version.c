/* version.c: each library reports its version in its own way. */
#include "commands/help/version.h"

#include <libxml/parser.h>
#include <stdlib.h>
#include <sundials/sundials_config.h>
#include <zip.h>

#include "emit/package/version.h"

/* "20914" is 2.9.14; after the digits a maker may add words. */
static void put_libxml(FILE *out)
{
  long n = strtol(xmlParserVersion, NULL, 10);
  fprintf(out, "  libxml2 %ld.%ld.%ld\n", n / 10000, n / 100 % 100, n % 100);
}

void version_print(FILE *out)
{
  fputs("foucault " FOUCAULT_VERSION "\n", out);
  fputs("  SUNDIALS " SUNDIALS_VERSION " (CVODE, IDA, KINSOL)\n", out);
  fputs("  SuiteSparse " FOUCAULT_SUITESPARSE_VERSION " (AMD, COLAMD)\n", out);
  put_libxml(out);
  fprintf(out, "  libzip %s\n", zip_libzip_version());
}
