/* lsp_reply.c: what the server writes. */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/json_text.h"
#include "lsp/lsp_server.h"

/* --- lists --- */

char *lsp_copy(const char *text, size_t n)
{
  char *copy = malloc(n + 1);
  if (!copy) abort();
  memcpy(copy, text, n);
  copy[n] = 0;
  return copy;
}

bool lsp_texts_hold(const LspTexts *list, const char *text, size_t n)
{
  for (int k = 0; k < list->n; k++) {
    if (strncmp(list->item[k], text, n) == 0 && !list->item[k][n]) return true;
  }
  return false;
}

void lsp_texts_add(LspTexts *list, const char *text, size_t n)
{
  assert(text && list->n <= list->cap);
  if (list->n == list->cap) {
    int cap = list->cap > 0 ? 2 * list->cap : 16;
    char **more = realloc(list->item, (size_t)cap * sizeof more[0]);
    if (!more) abort();
    list->item = more;
    list->cap = cap;
  }
  list->item[list->n++] = lsp_copy(text, n);
}

void lsp_texts_clear(LspTexts *list)
{
  for (int k = 0; k < list->n; k++) free(list->item[k]);
  free(list->item);
  *list = (LspTexts){0};
}

char *lsp_texts_take(LspTexts *list)
{
  if (list->n == 0) return NULL;
  char *first = list->item[0];
  memmove(list->item, list->item + 1, (size_t)--list->n * sizeof list->item[0]);
  return first;
}

/* --- messages --- */

typedef struct ReplyText {
  FILE *out;
  char *bytes;
  size_t n;
} ReplyText;

static void reply_begin(ReplyText *t)
{
  *t = (ReplyText){0};
  t->out = open_memstream(&t->bytes, &t->n);
  if (!t->out) abort();
  fputs("{\"jsonrpc\":\"2.0\",", t->out);
}

/* A client that is gone wants nothing more. */
static void reply_send(LspServer *server, ReplyText *t)
{
  fputc('}', t->out);
  fclose(t->out);
  assert(t->bytes);
  if (!lsp_frame_write(t->bytes, t->n)) server->phase = LSP_ENDED;
  free(t->bytes);
}

void lsp_reply(LspServer *server, const char *id, const char *result, size_t n)
{
  ReplyText t;
  reply_begin(&t);
  fprintf(t.out, "\"id\":%s,\"result\":", id);
  fwrite(result, 1, n, t.out);
  reply_send(server, &t);
}

void lsp_refuse(LspServer *server, const char *id, int code, const char *why)
{
  ReplyText t;
  assert(why);
  reply_begin(&t);
  fprintf(t.out, "\"id\":%s,\"error\":{\"code\":%d,\"message\":", id, code);
  json_write_string(t.out, why);
  fputc('}', t.out);
  reply_send(server, &t);
}

static void reply_publish(LspServer *server, const LspDesk *desk,
                          bool has_version, const char *list, size_t n)
{
  ReplyText t;
  reply_begin(&t);
  fputs("\"method\":\"textDocument/publishDiagnostics\",\"params\":{\"uri\":",
        t.out);
  json_write_string(t.out, desk->document->uri);
  if (has_version) fprintf(t.out, ",\"version\":%d", desk->document->version);
  fputs(",\"diagnostics\":", t.out);
  fwrite(list, 1, n, t.out);
  fputc('}', t.out);
  reply_send(server, &t);
}

void lsp_publish_nothing(LspServer *server, const LspDesk *desk)
{
  reply_publish(server, desk, false, "[]", 2);
}

void lsp_publish(LspServer *server, const LspDesk *desk)
{
  char *bytes = NULL;
  size_t n = 0;
  FILE *out = open_memstream(&bytes, &n);
  if (!out) abort();
  Arena *arena = arena_create("findings");
  fputc('[', out);
  for (int k = 0; k < desk->shown.n; k++) {
    const char *text = desk->shown.item[k];
    const JsonValue *one =
        json_member(json_read(arena, text, strlen(text)), "diagnostic");
    if (!one) continue;
    if (k > 0) fputc(',', out);
    fwrite(one->begin, 1, (size_t)(one->end - one->begin), out);
  }
  fputc(']', out);
  fclose(out);
  reply_publish(server, desk, true, bytes, n);
  arena_destroy(arena);
  free(bytes);
}

static void reply_ask(LspServer *server, const char *method)
{
  ReplyText t;
  reply_begin(&t);
  fprintf(t.out, "\"id\":\"refresh %d\",\"method\":\"%s\"", ++server->n_asked,
          method);
  reply_send(server, &t);
}

void lsp_refresh(LspServer *server)
{
  if (server->refreshes_lens) reply_ask(server, "workspace/codeLens/refresh");
  if (server->refreshes_hints) reply_ask(server, "workspace/inlayHint/refresh");
}

/* --- fixes --- */

static bool reply_is_before(LspPlace a, LspPlace b)
{
  return a.line < b.line || (a.line == b.line && a.unit < b.unit);
}

static void reply_put_json(FILE *out, const char *key, const JsonValue *value)
{
  fprintf(out, "\"%s\":%.*s", key, (int)(value->end - value->begin),
          value->begin);
}

/* A CodeAction for each fix of one finding. */
static void reply_put_fixes(FILE *out, const char *uri, const JsonValue *one,
                            bool *has_any)
{
  const JsonValue *fixes = json_member(one, "fixes");
  const JsonValue *fix = fixes ? fixes->first : NULL;
  for (; fix; fix = fix->next) {
    const JsonValue *range = json_member(fix, "range");
    const JsonValue *text = json_member(fix, "newText");
    const JsonValue *title = json_member(fix, "title");
    const JsonValue *is_preferred = json_member(fix, "isPreferred");
    assert(range && text && title && is_preferred);
    fputs(*has_any ? ",{" : "{", out);
    reply_put_json(out, "title", title);
    fputc(',', out);
    reply_put_json(out, "isPreferred", is_preferred);
    fputs(",\"kind\":\"quickfix\",\"diagnostics\":[", out);
    const JsonValue *d = json_member(one, "diagnostic");
    fwrite(d->begin, 1, (size_t)(d->end - d->begin), out);
    fputs("],\"edit\":{\"changes\":{", out);
    json_write_string(out, uri);
    fputs(":[{", out);
    reply_put_json(out, "range", range);
    fputc(',', out);
    reply_put_json(out, "newText", text);
    fputs("}]}}}", out);
    *has_any = true;
  }
}

void lsp_reply_fixes(LspServer *server, const char *id, const LspDesk *desk,
                     LspRange range)
{
  char *bytes = NULL;
  size_t n = 0;
  bool has_any = false;
  FILE *out = open_memstream(&bytes, &n);
  if (!out) abort();
  Arena *arena = arena_create("fixes");
  fputc('[', out);
  for (int k = 0; k < desk->shown.n; k++) {
    const char *text = desk->shown.item[k];
    const JsonValue *one = json_read(arena, text, strlen(text));
    LspRange own;
    if (!lsp_range_read(json_member(json_member(one, "diagnostic"), "range"),
                        &own))
      continue;
    if (!reply_is_before(range.end, own.begin) &&
        !reply_is_before(own.end, range.begin))
      reply_put_fixes(out, desk->document->uri, one, &has_any);
  }
  fputc(']', out);
  fclose(out);
  lsp_reply(server, id, bytes, n);
  arena_destroy(arena);
  free(bytes);
}

const char *lsp_capabilities(void)
{
  return "{\"capabilities\":{"
         "\"positionEncoding\":\"utf-16\","
         "\"textDocumentSync\":{\"openClose\":true,\"change\":2,"
         "\"save\":{\"includeText\":false}},"
         "\"documentSymbolProvider\":true,"
         "\"foldingRangeProvider\":true,"
         "\"documentFormattingProvider\":true,"
         "\"definitionProvider\":true,"
         "\"typeDefinitionProvider\":true,"
         "\"referencesProvider\":true,"
         "\"documentHighlightProvider\":true,"
         "\"renameProvider\":{\"prepareProvider\":true},"
         "\"hoverProvider\":true,"
         "\"completionProvider\":{\"triggerCharacters\":[\".\",\"(\"]},"
         "\"signatureHelpProvider\":{\"triggerCharacters\":[\"(\",\",\"]},"
         "\"semanticTokensProvider\":{\"full\":true,\"legend\":{"
         "\"tokenTypes\":[\"namespace\",\"class\",\"type\",\"struct\","
         "\"interface\",\"enum\",\"function\",\"enumMember\",\"property\","
         "\"variable\",\"parameter\"],"
         "\"tokenModifiers\":[\"declaration\",\"readonly\"]}},"
         "\"codeLensProvider\":{\"resolveProvider\":false},"
         "\"inlayHintProvider\":true,"
         "\"codeActionProvider\":{\"codeActionKinds\":[\"quickfix\"]},"
         "\"workspaceSymbolProvider\":true,"
         "\"workspace\":{\"workspaceFolders\":{\"supported\":true}}},"
         "\"serverInfo\":{\"name\":\"foucault\"}}";
}
