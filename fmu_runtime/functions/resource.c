/* resource.c: see resource.h. */
#include "../resource.h"
#include "../ModelicaUtilities.h"
#include "../core/instance.h"
#include <stdlib.h>
#include <string.h>

/* The part of the instance. */
typedef struct ResourcePart {
  char *folder; /* memory of its own, or NULL */
} ResourcePart;

static ResourcePart *resource_of(const Instance *inst)
{
  return inst->part[PART_RESOURCE];
}

static int hexadecimal(char c)
{
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* After file: and the name of the machine; a plain path stays what it is. */
static const char *resource_path_of(const char *uri)
{
  if (strncmp(uri, "file:", 5) != 0) return uri;
  uri += 5;
  if (strncmp(uri, "//", 2) == 0) {
    const char *slash = strchr(uri + 2, '/');
    uri = slash ? slash : uri + 2;
  }
  bool has_drive = uri[0] == '/' && uri[1] && uri[2] == ':'; /* /C:/folder */
  return has_drive ? uri + 1 : uri;
}

bool resource_set_folder(Instance *inst, const char *uri)
{
  if (!uri) return true;
  bool is_uri = strncmp(uri, "file:", 5) == 0;
  const char *from = resource_path_of(uri);
  char *to = malloc(strlen(from) + 1);
  if (!to) return false;
  resource_of(inst)->folder = to;
  while (*from) {
    int high = is_uri && *from == '%' ? hexadecimal(from[1]) : -1;
    int low = high >= 0 ? hexadecimal(from[2]) : -1;
    *to++ = low >= 0 ? (char)(16 * high + low) : *from;
    from += low >= 0 ? 3 : 1;
  }
  *to = '\0';
  while (to > resource_of(inst)->folder + 1 && to[-1] == '/') *--to = '\0';
  return true;
}

const char *resource_path(const ModelValues *v, const char *text)
{
  static const char scheme[] = "modelica://";
  const size_t n = sizeof scheme - 1;
  const Instance *inst = v->instance;
  if (strncmp(text, scheme, n) != 0) return text;
  if (!resource_of(inst)->folder) {
    ModelicaFormatError("%s is needed, and %s() got no location of resources",
                        text, instance_call_name(inst, CALL_INSTANTIATE));
  }
  size_t n_folder = strlen(resource_of(inst)->folder);
  char *path = ModelicaAllocateString(n_folder + 1 + strlen(text + n));
  memcpy(path, resource_of(inst)->folder, n_folder);
  path[n_folder] = '/';
  memcpy(path + n_folder + 1, text + n, strlen(text + n));
  return path;
}

/* --- its memory ---------------------------------------------------------- */

static void free_folder(Instance *inst)
{
  free(resource_of(inst)->folder);
}

const Mechanism resource_mechanism = {
    .name = "resource", .size = PART_SIZE(ResourcePart), .free = free_folder};
