/* parts.c: see parts.h. The fields of the bill are those of SPDX 2.3, clauses 6
 * (document), 7 (package), 8 (file) and 11 (relationship). */
#include "emit/package/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/text/json_text.h"
#include "emit/package/version.h"
#include "emit/text/memory_stream.h"

/* The time of all entries of the archive: the same model, the same bytes. */
#define BILL_TIME "1980-01-01T12:00:00Z"

/* A part that somebody else has written. */
typedef struct Part {
  const char *id, *name, *version, *license, *home;
} Part;

static const Part runtime_part = {"runtime", "foucault-runtime",
                                  FOUCAULT_VERSION, "BSD-2-Clause", NULL};
static const Part sundials_part = {
    "sundials", "SUNDIALS", FOUCAULT_SUNDIALS_VERSION, "BSD-3-Clause",
    "https://computing.llnl.gov/projects/sundials"};
#define SUITESPARSE_HOME "https://people.engr.tamu.edu/davis/suitesparse.html"
static const Part suitesparse_part[] = {
    {"amd", "AMD of SuiteSparse", FOUCAULT_SUITESPARSE_VERSION, "BSD-3-Clause",
     SUITESPARSE_HOME},
    {"colamd", "COLAMD of SuiteSparse", FOUCAULT_SUITESPARSE_VERSION,
     "BSD-3-Clause", SUITESPARSE_HOME},
    {"suitesparse-config", "SuiteSparse_config of SuiteSparse",
     FOUCAULT_SUITESPARSE_VERSION, "BSD-3-Clause", SUITESPARSE_HOME}};
static const Part lapack_part = {"lapack", "LAPACK and BLAS", NULL,
                                 "BSD-3-Clause", "https://netlib.org/lapack"};

static bool parts_has_library(const FunctionTable *functions, const char *name)
{
  for (int k = 0; functions && k < functions->n_libraries; k++) {
    if (strcmp(functions->library[k], name) == 0) return true;
  }
  return false;
}

FmuParts parts_of(const ReducedSystem *reduced, bool has_all_solvers)
{
  bool exchange_only = reduced->choice.exchange_only;
  const FunctionTable *functions = reduced->sys->functions;
  return (FmuParts){.sundials = has_all_solvers || !exchange_only,
                    .suitesparse =
                        has_all_solvers || (reduced->sparse && !exchange_only),
                    .lapack = parts_has_library(functions, "lapack"),
                    .functions = functions};
}

/* --- licences --- */

bool parts_need_license(const FmuParts *parts, const char *file)
{
  if (strcmp(file, "lapack.txt") == 0) return parts->lapack;
  if (strcmp(file, "sundials.txt") == 0) return parts->sundials;
  if (strcmp(file, "suitesparse.txt") == 0) return parts->suitesparse;
  return true;
}

/* The entry point that the standard asks for: which file is for what. */
char *parts_license_entry(const FmuParts *parts, Arena *arena)
{
  return arena_printf(
      arena,
      "What this FMU contains, and the files with its licences:\n\n"
      "foucault.txt     the runtime of Foucault\n%s%s%s\n"
      "The model itself belongs to its author. All parts with their versions:\n"
      "../sbom.spdx.json\n",
      parts->sundials ? "sundials.txt     SUNDIALS (CVODE, IDA, KINSOL)\n" : "",
      parts->suitesparse ? "suitesparse.txt  AMD, COLAMD\n" : "",
      parts->lapack ? "lapack.txt       LAPACK, BLAS\n" : "");
}

/* --- bill of materials --- */

static void parts_put_text(JsonWriter *w, const char *key, const char *text)
{
  json_key(w, key);
  json_string(w, text);
}

static void parts_put_id(JsonWriter *w, const char *key, const char *id)
{
  char text[64];
  snprintf(text, sizeof text, "SPDXRef-%s", id);
  parts_put_text(w, key, text);
}

/* files: of the FMU, or NULL. */
static void parts_put_part(JsonWriter *w, const Part *part,
                           const BillFiles *files)
{
  const char *license = part->license ? part->license : "NOASSERTION";
  json_object_begin(w);
  parts_put_id(w, "SPDXID", part->id);
  parts_put_text(w, "name", part->name);
  if (part->version) parts_put_text(w, "versionInfo", part->version);
  parts_put_text(w, "downloadLocation",
                 part->home ? part->home : "NOASSERTION");
  json_key(w, "filesAnalyzed");
  json_bool(w, files != NULL);
  if (files) bill_files_code(w, files);
  parts_put_text(w, "licenseConcluded", license);
  parts_put_text(w, "licenseDeclared", license);
  parts_put_text(w, "copyrightText", "NOASSERTION");
  json_object_end(w);
}

static void parts_put_relation(JsonWriter *w, const char *from,
                               const char *kind, const char *to)
{
  json_object_begin(w);
  parts_put_id(w, "spdxElementId", from);
  parts_put_text(w, "relationshipType", kind);
  parts_put_id(w, "relatedSpdxElement", to);
  json_object_end(w);
}

/* Packages, or what the FMU has to do with them. */
static void put_one(JsonWriter *w, const Part *part, bool as_relation)
{
  if (as_relation) {
    parts_put_relation(w, "fmu", "CONTAINS", part->id);
  } else {
    parts_put_part(w, part, NULL);
  }
}

/* What a model links by name comes from outside: nothing else is known. Where
 * it lies on this machine is nobody's affair. */
static void put_libraries(JsonWriter *w, const FmuParts *parts,
                          bool as_relation)
{
  const FunctionTable *functions = parts->functions;
  for (int k = 0; functions && k < functions->n_libraries; k++) {
    if (strcmp(functions->library[k], "lapack") == 0) continue;
    char id[32];
    snprintf(id, sizeof id, "library-%d", k);
    const char *slash = strrchr(functions->library[k], '/');
    Part part = {.id = id, .name = slash ? slash + 1 : functions->library[k]};
    put_one(w, &part, as_relation);
  }
}

static void put_parts(JsonWriter *w, const FmuParts *parts, bool as_relation)
{
  enum { N = sizeof suitesparse_part / sizeof *suitesparse_part };
  put_one(w, &runtime_part, as_relation);
  if (parts->sundials) put_one(w, &sundials_part, as_relation);
  for (int k = 0; parts->suitesparse && k < N; k++) {
    put_one(w, &suitesparse_part[k], as_relation);
  }
  if (parts->lapack) put_one(w, &lapack_part, as_relation);
  put_libraries(w, parts, as_relation);
}

/* guid: in braces. */
static void put_document(JsonWriter *w, const char *model, const char *guid,
                         Arena *arena)
{
  parts_put_text(w, "spdxVersion", "SPDX-2.3");
  parts_put_text(w, "dataLicense", "CC0-1.0");
  parts_put_id(w, "SPDXID", "DOCUMENT");
  parts_put_text(w, "name", arena_printf(arena, "%s.fmu", model));
  parts_put_text(w, "documentNamespace",
                 arena_printf(arena, "urn:uuid:%.36s", guid + 1));
  json_key(w, "creationInfo");
  json_object_begin(w);
  parts_put_text(w, "created", BILL_TIME);
  json_key(w, "creators");
  json_array_begin(w);
  json_string(w, "Tool: Foucault-" FOUCAULT_VERSION);
  json_array_end(w);
  json_object_end(w);
}

char *parts_bill(const FmuParts *parts, const char *model, const char *guid,
                 const BillFiles *files, Arena *arena)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = memory_stream(&text, &size);
  JsonWriter w = json_begin(out);
  json_object_begin(&w);
  put_document(&w, model, guid, arena);
  json_key(&w, "packages");
  json_array_begin(&w);
  Part fmu = {.id = "fmu", .name = model};
  parts_put_part(&w, &fmu, files);
  put_parts(&w, parts, false);
  json_array_end(&w);
  if (files) bill_files_list(&w, files);
  json_key(&w, "relationships");
  json_array_begin(&w);
  parts_put_relation(&w, "DOCUMENT", "DESCRIBES", "fmu");
  put_parts(&w, parts, true);
  if (files) bill_files_relations(&w, files, "SPDXRef-fmu");
  json_array_end(&w);
  json_object_end(&w);
  json_end(&w);
  memory_stream_end(out, &text);
  char *kept = arena_printf(arena, "%s", text);
  free(text);
  return kept;
}
