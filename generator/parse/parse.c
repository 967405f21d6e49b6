/* parse.c: files and stored definitions; tokens, errors and recovery for the
 * other files of the parser. */
#include "parse/parse.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/serve/kept_files.h"
#include "base/source_read.h"
#include "base/vector.h"
#include "parse/parser.h"

#define MAX_ERRORS_PER_FILE 20
#define SHOWN_TOKEN_BYTES 40

/* --- tokens --- */

void parser_advance(Parser *p)
{
  assert(!p->panic);
  p->prev_end = p->ring[p->now].end;
  p->now ^= 1;
  if (!p->has_ahead) lexer_next(&p->lexer, &p->ring[p->now]);
  p->has_ahead = false;
}

const Token *parser_peek_token(Parser *p)
{
  Token *ahead = &p->ring[p->now ^ 1];
  if (!p->has_ahead) lexer_next(&p->lexer, ahead);
  p->has_ahead = true;
  return ahead;
}

TokenKind parser_peek(Parser *p)
{
  return parser_peek_token(p)->kind;
}

/* --- errors --- */

bool parser_is_clean(const Parser *p)
{
  return p->s->n_errors == p->n_errors_before;
}

static void panic(Parser *p)
{
  if (p->panic) return;
  p->panic = true;
  p->stuck = parser_kind(p);
  p->n_brackets_stuck = p->n_brackets_open;
  p->ring[p->now].kind = TOKEN_PANIC;
}

void parser_calm_down(Parser *p)
{
  if (!p->panic) return;
  assert(parser_kind(p) == TOKEN_PANIC);
  p->panic = false;
  p->ring[p->now].kind = p->stuck;
}

/* Nothing more of this file is looked at. */
static void parse_give_up(Parser *p)
{
  p->lexer.at = p->lexer.length;
  p->lexer.cut_off = true;
  p->has_ahead = false;
  parser_calm_down(p);
  p->ring[p->now].kind = TOKEN_END_OF_FILE;
  panic(p);
}

/* False where an error would repeat or follow from an earlier one. */
static bool is_worth_reporting(const Parser *p)
{
  const Token *token = parser_token(p);
  if (p->panic || token->kind == TOKEN_BAD) return false;
  if (token->kind == TOKEN_END_OF_FILE && p->lexer.cut_off) return false;
  return token->begin != p->last_error_at;
}

static Span token_span(const Parser *p)
{
  const Token *token = parser_token(p);
  return (Span){p->lexer.source, token->begin, token->end};
}

/* True if a line ends between the last token and the one at hand. */
static bool is_first_on_line(const Parser *p)
{
  int32_t n = parser_begin(p) - p->prev_end;
  const char *gap = p->lexer.bytes + p->prev_end;
  return p->prev_end == 0 || (n > 0 && memchr(gap, '\n', (size_t)n));
}

/* For the `end` at hand: a class or a block ends, it is not a subscript. */
static bool is_end_of_something(Parser *p)
{
  TokenKind next = parser_peek(p);
  return next == TOKEN_IDENT || token_role(next) == ROLE_BLOCK;
}

/* 'end' is reported with the word after it. */
static const char *describe_token(Parser *p, char *buffer, size_t size)
{
  const Token *token = parser_token(p);
  if (token->kind == TOKEN_END_OF_FILE) {
    return p->is_alone ? "the end of the text" : "the end of the file";
  }
  if (token->kind == TOKEN_STRING) return "a string";
  int32_t end = token->end;
  if (token->kind == KEYWORD_END && is_end_of_something(p)) {
    end = parser_peek_token(p)->end;
  }
  int32_t n = end - token->begin;
  bool cut = n > SHOWN_TOKEN_BYTES;
  snprintf(buffer, size, "'%.*s%s'", cut ? SHOWN_TOKEN_BYTES : (int)n,
           p->lexer.bytes + token->begin, cut ? "..." : "");
  return buffer;
}

/* --- hints --- */

/* The edit distance of two words, without regard to case, or `limit` if it is
 * not below. The words are short: one row on the stack. */
static int parse_edit_distance(const char *a, const char *b, int limit)
{
  int row[32];
  int n = (int)strlen(b);
  int m = (int)strlen(a);
  if (n >= 31 || m >= 31 || n - m >= limit || m - n >= limit) return limit;
  for (int j = 0; j <= n; j++) row[j] = j;
  for (int i = 0; i < m; i++) {
    int diagonal = row[0];
    row[0] = i + 1;
    for (int j = 0; j < n; j++) {
      bool same = tolower((unsigned char)a[i]) == b[j];
      int replace = diagonal + !same;
      int insert = row[j] + 1;
      int remove = row[j + 1] + 1;
      diagonal = row[j + 1];
      int best = replace < insert ? replace : insert;
      row[j + 1] = best < remove ? best : remove;
    }
  }
  return row[n] < limit ? row[n] : limit;
}

/* The keyword a name was probably meant to be, or NULL. */
static const char *similar_keyword(Name name)
{
  const char *best = NULL;
  int limit = strlen(name) > 5 ? 3 : 2;
  for (int kind = FIRST_KEYWORD; kind < N_TOKEN_KINDS; kind++) {
    const char *word = token_kind_text((TokenKind)kind);
    int distance =
        strlen(word) < 4 ? limit : parse_edit_distance(name, word, limit);
    if (distance < limit) {
      limit = distance;
      best = word;
    }
  }
  return best;
}

static void hint_keyword(Parser *p, Diagnostic *d, Name name)
{
  const char *word = name ? similar_keyword(name) : NULL;
  if (word) {
    diagnostic_note(p->s, d, NO_SPAN, "did you mean '%s' instead of '%s'?",
                    word, name);
  }
}

/* True for `2x`: a number and a name without a space. */
static bool is_implicit_product(const Parser *p)
{
  if (p->prev_end == 0 || p->prev_end != parser_begin(p)) return false;
  return isdigit((unsigned char)p->lexer.bytes[p->prev_end - 1]) != 0;
}

/* True for `x**2`, at the second star. */
static bool is_double_star(const Parser *p)
{
  return parser_kind(p) == TOKEN_STAR && p->prev_end > 0 &&
         p->prev_end == parser_begin(p) &&
         p->lexer.bytes[p->prev_end - 1] == '*';
}

/* True for `9,81`, at 81. */
static bool is_decimal_comma(const Parser *p)
{
  const char *before = p->lexer.bytes + p->prev_end;
  return p->prev_end > 1 && p->prev_end == parser_begin(p) &&
         isdigit((unsigned char)before[0]) && before[-1] == ',' &&
         isdigit((unsigned char)before[-2]);
}

/* `start 3` in a modification, at 3: a name and a value without '='. */
static bool is_missing_equals(const Parser *p)
{
  TokenKind kind = parser_kind(p);
  bool is_value = kind == TOKEN_REAL || kind == TOKEN_INTEGER ||
                  kind == TOKEN_STRING || kind == KEYWORD_TRUE ||
                  kind == KEYWORD_FALSE;
  if (!is_value || p->prev_end == 0) return false;
  return isalpha((unsigned char)p->lexer.bytes[p->prev_end - 1]) != 0;
}

static void hint_symbol(Parser *p, Diagnostic *d)
{
  if (is_double_star(p))
    diagnostic_note(p->s, d, NO_SPAN, "a power is written with '^'");
  else if (is_decimal_comma(p))
    diagnostic_note(p->s, d, NO_SPAN, "decimals are written with a point");
}

static void add_hints(Parser *p, Diagnostic *d)
{
  const Token *token = parser_token(p);
  if (token->kind != TOKEN_IDENT) {
    hint_symbol(p, d);
    /* `equations`, `algorithms` before what comes after such a keyword */
    if (token->kind == KEYWORD_DER || token->kind == KEYWORD_IF ||
        token->kind == KEYWORD_FOR || token->kind == KEYWORD_WHEN ||
        token->kind == KEYWORD_CONNECT || token->kind == TOKEN_EQUALS)
      hint_keyword(p, d, p->item_word);
    return;
  }
  if (is_implicit_product(p)) {
    diagnostic_note(p->s, d, NO_SPAN, "a product is written with '*'");
  } else if (similar_keyword(token->name)) {
    hint_keyword(p, d, token->name);
  } else {
    hint_keyword(p, d, p->item_word);
  }
}

/* What is missing at the end of a line is missed there, not at the first
 * word of the next one. */
static Span missing_span(const Parser *p)
{
  if (p->prev_end == 0 || !is_first_on_line(p)) return token_span(p);
  return (Span){p->lexer.source, p->prev_end, p->prev_end};
}

static Diagnostic *expected_at(Parser *p, Span span, const char *what)
{
  Diagnostic *d = NULL;
  if (is_worth_reporting(p)) {
    char buffer[SHOWN_TOKEN_BYTES + 8];
    const char *found = describe_token(p, buffer, sizeof buffer);
    p->last_error_at = parser_begin(p);
    d = diagnostic_error(p->s, span, E120, "expected %s before %s", what,
                         found);
    add_hints(p, d);
    if (strcmp(what, "')'") == 0 && is_missing_equals(p))
      diagnostic_note(p->s, d, NO_SPAN, "a value is given with '='");
  }
  panic(p);
  return d;
}

Diagnostic *parser_expected(Parser *p, const char *what)
{
  bool at_end = parser_kind(p) == TOKEN_END_OF_FILE;
  return expected_at(p, at_end ? missing_span(p) : token_span(p), what);
}

static Diagnostic *expected_token(Parser *p, TokenKind kind)
{
  char what[32];
  bool compares = kind == KEYWORD_THEN && parser_kind(p) == TOKEN_EQUALS;
  snprintf(what, sizeof what, "'%s'", token_kind_text(kind));
  Diagnostic *d = expected_at(p, missing_span(p), what);
  if (d && compares) {
    diagnostic_note(p->s, d, NO_SPAN, "a comparison is written with '=='");
  }
  return d;
}

bool parser_expect(Parser *p, TokenKind kind)
{
  if (parser_accept(p, kind)) return true;
  expected_token(p, kind);
  return false;
}

bool parser_expect_close(Parser *p, TokenKind kind, int32_t open)
{
  assert(open >= 0 && open <= parser_begin(p));
  if (parser_accept(p, kind)) return true;
  Diagnostic *d = expected_token(p, kind);
  if (d) {
    diagnostic_note(p->s, d, (Span){p->lexer.source, open, open + 1},
                    "to close the '%c' opened here", p->lexer.bytes[open]);
  }
  return false;
}

Name parser_expect_ident(Parser *p, const char *what)
{
  Name name = parser_token(p)->name;
  if (parser_accept(p, TOKEN_IDENT)) return name;
  bool keyword = parser_kind(p) >= FIRST_KEYWORD;
  Diagnostic *d = parser_expected(p, what);
  if (d && keyword) {
    diagnostic_note(p->s, d, NO_SPAN, "'%s' is a keyword of Modelica",
                    token_kind_text(p->stuck));
  }
  return NULL;
}

Name parser_expect_declared(Parser *p, const char *what)
{
  static const char *const reserved[] = {"Real", "Integer", "Boolean",
                                         "String"};
  Span span = token_span(p);
  Name name = parser_expect_ident(p, what);
  for (size_t i = 0; name && i < sizeof reserved / sizeof reserved[0]; i++) {
    if (strcmp(name, reserved[i]) != 0) continue;
    diagnostic_error(p->s, span, E203,
                     "'%s' is a predefined type: nothing else can be called so "
                     "(section 2.3.3)",
                     name);
  }
  return name;
}

Diagnostic *parser_error_at(Parser *p, Span span, const char *message)
{
  Diagnostic *d = NULL;
  if (is_worth_reporting(p)) {
    p->last_error_at = parser_begin(p);
    d = diagnostic_error(p->s, span, E120, "%s", message);
  }
  panic(p);
  return d;
}

Diagnostic *parser_error(Parser *p, const char *message)
{
  return parser_error_at(p, token_span(p), message);
}

bool parser_enter(Parser *p)
{
  if (p->depth < p->s->limit[LIMIT_NESTING]) {
    p->depth++;
    return true;
  }
  if (is_worth_reporting(p)) {
    diagnostic_error(p->s, token_span(p), E122,
                     "nested more than %d levels deep; the rest of the file "
                     "is not read",
                     p->s->limit[LIMIT_NESTING]);
  }
  parse_give_up(p);
  return false;
}

void parser_leave(Parser *p)
{
  assert(p->depth > 0);
  p->depth--;
}

/* --- recovery --- */

bool parser_at_section(Parser *p)
{
  TokenKind kind = parser_kind(p);
  if (kind != KEYWORD_INITIAL) return token_role(kind) == ROLE_SECTION;
  TokenKind next = parser_peek(p);
  return next == KEYWORD_EQUATION || next == KEYWORD_ALGORITHM;
}

/* True if the ';' at hand ends the faulty item: inside an open '[' it may
 * part two rows of a matrix, unless the line ends with it. */
static bool is_item_end(Parser *p, int n_brackets_open)
{
  if (n_brackets_open <= 0) return true;
  const Token *ahead = parser_peek_token(p);
  const char *gap = p->lexer.bytes + parser_token(p)->end;
  return memchr(gap, '\n', (size_t)(ahead->begin - parser_token(p)->end)) ||
         ahead->kind == TOKEN_END_OF_FILE;
}

static bool is_open_class(const Parser *p, Name name)
{
  const OpenClass *c = p->open_class;
  while (c && c->name != name) c = c->outer;
  return c != NULL;
}

/* True if the `end` at hand ends the list of the faulty item. */
static bool is_list_end(Parser *p)
{
  if (parser_kind(p) != KEYWORD_END || !is_end_of_something(p)) return false;
  const Token *ahead = parser_peek_token(p);
  return ahead->kind != TOKEN_IDENT || is_first_on_line(p) ||
         is_open_class(p, ahead->name);
}

static bool is_item_start(Parser *p)
{
  if (!is_first_on_line(p)) return false;
  return parse_is_class_start(parser_kind(p)) ||
         parser_kind(p) == KEYWORD_EXTENDS || parser_kind(p) == KEYWORD_IMPORT;
}

/* Skips to after the next ';', or to a section, an 'end' or a class. What
 * is skipped is not checked. */
static void skip_item(Parser *p, const ParserItem *item)
{
  int open = p->n_brackets_stuck - item->n_brackets_open;
  for (;; parser_advance(p)) {
    TokenKind kind = parser_kind(p);
    if (kind == TOKEN_END_OF_FILE) return;
    if (parser_begin(p) > item->begin &&
        (is_list_end(p) || parser_at_section(p) || is_item_start(p))) {
      return;
    }
    if (kind == TOKEN_LBRACKET) open++;
    if (kind == TOKEN_RBRACKET) open--;
    if (kind == TOKEN_SEMICOLON && is_item_end(p, open)) {
      p->lexer.quiet = false; /* the next token is looked at again */
      parser_advance(p);
      return;
    }
  }
}

ParserItem parser_begin_item(Parser *p)
{
  const Token *token = parser_token(p);
  p->item_word = token->kind == TOKEN_IDENT ? token->name : NULL;
  return (ParserItem){token->begin, p->n_brackets_open, p->n_heads_lost};
}

bool parser_is_whole(Parser *p, const ParserItem *item)
{
  assert(p->n_heads_lost >= item->n_heads_lost);
  bool is_whole = !p->panic && p->n_heads_lost == item->n_heads_lost;
  p->n_heads_lost = item->n_heads_lost; /* lost with this item */
  p->n_items_lost += !is_whole;
  return is_whole;
}

/* A ';' is missing at the end of a line: it is enough to say so. */
static bool is_semicolon_forgotten(Parser *p, const ParserItem *item)
{
  TokenKind kind = parser_kind(p);
  return !p->panic && parser_begin(p) > item->begin && is_first_on_line(p) &&
         (kind == TOKEN_IDENT || kind >= FIRST_KEYWORD);
}

void parser_limit_errors(Parser *p)
{
  if (p->s->n_errors - p->n_errors_before < MAX_ERRORS_PER_FILE) return;
  if (p->lexer.cut_off) return;
  assert(p->s->n_diagnostics > 0);
  diagnostic_note(p->s, p->s->diagnostic[p->s->n_diagnostics - 1], NO_SPAN,
                  "%d errors: the rest of the file is not read",
                  MAX_ERRORS_PER_FILE);
  parse_give_up(p);
}

void parser_end_item(Parser *p, const ParserItem *item)
{
  assert(parser_begin(p) >= item->begin);
  if (parser_accept(p, TOKEN_SEMICOLON)) return;
  bool forgotten = is_semicolon_forgotten(p, item);
  if (!p->panic) expected_token(p, TOKEN_SEMICOLON);

  parser_calm_down(p);
  p->lexer.quiet = true;
  if (!forgotten) skip_item(p, item);
  p->lexer.quiet = false;
  parser_limit_errors(p);
  parser_calm_down(p);
}

void parser_recover_head(Parser *p)
{
  if (!p->panic) return;
  p->n_heads_lost++;
  parser_calm_down(p);
  p->lexer.quiet = true;
  for (;; parser_advance(p)) {
    TokenKind kind = parser_kind(p);
    if (kind == KEYWORD_THEN || kind == KEYWORD_LOOP ||
        kind == TOKEN_SEMICOLON) {
      p->lexer.quiet = false;
      parser_advance(p);
      break;
    }
    if (kind == TOKEN_END_OF_FILE || is_list_end(p)) break;
    if (parser_at_section(p)) break;
  }
  p->lexer.quiet = false;
  parser_limit_errors(p);
  parser_calm_down(p);
}

static bool is_stray_end(TokenKind ahead)
{
  return ahead == KEYWORD_IF || ahead == KEYWORD_FOR || ahead == KEYWORD_WHEN ||
         ahead == KEYWORD_WHILE;
}

static void report_stray(Parser *p)
{
  if (!parser_is_clean(p)) return;
  char found[SHOWN_TOKEN_BYTES + 8], message[SHOWN_TOKEN_BYTES + 40];
  snprintf(message, sizeof message, "%s without a beginning",
           describe_token(p, found, sizeof found));
  parser_error(p, message);
  parser_calm_down(p);
}

bool parser_skip_stray(Parser *p)
{
  TokenKind kind = parser_kind(p);
  bool is_branch = token_role(kind) == ROLE_BRANCH;
  bool is_end = kind == KEYWORD_END && is_stray_end(parser_peek(p));
  if (!is_branch && !is_end) return false;
  report_stray(p);
  if (is_end) {
    parser_advance(p);
    parser_advance(p);
    parser_accept(p, TOKEN_SEMICOLON);
  } else if (kind == KEYWORD_ELSE) {
    parser_advance(p);
  } else { /* with a condition */
    panic(p);
    parser_recover_head(p);
  }
  return true;
}

/* --- lists --- */

void parser_push(Parser *p, const void *item, size_t size)
{
  p->pile = vector_grow(session_scratch(p->s), p->pile, &p->cap_pile,
                        p->n_pile + (int)size, 1);
  memcpy(p->pile + p->n_pile, item, size);
  p->n_pile += (int)size;
}

void *parser_take(Parser *p, int mark, size_t size, int *n)
{
  assert(mark >= 0 && mark <= p->n_pile);
  size_t bytes = (size_t)(p->n_pile - mark);
  assert(bytes % size == 0);
  *n = (int)(bytes / size);
  if (bytes == 0) return NULL;
  void *list = arena_alloc(p->arena, bytes);
  memcpy(list, p->pile + mark, bytes);
  p->n_pile = mark;
  return list;
}

/* --- stored definition --- */

/* within [ name ] ";" */
static bool within_clause(Parser *p, AstReference **within)
{
  if (parser_kind(p) != KEYWORD_WITHIN) return false;
  ParserItem item = parser_begin_item(p);
  parser_advance(p);
  if (parser_kind(p) != TOKEN_SEMICOLON) *within = parse_name(p);
  if (!parser_is_whole(p, &item)) *within = NULL;
  parser_end_item(p, &item);
  return true;
}

/* What stands between the classes of a file is skipped as a whole. */
static void skip_to_class(Parser *p)
{
  if (parser_kind(p) == KEYWORD_WITHIN) {
    parser_error(p, "'within' is allowed once, at the top of the file");
  } else if (parser_kind(p) == KEYWORD_END && !parser_is_clean(p)) {
    panic(p); /* left over from a class with an error */
  } else {
    parser_expected(p, "a class (model, package, function, ...)");
  }
  parser_calm_down(p);
  p->lexer.quiet = true;
  do {
    parser_advance(p);
  } while (parser_kind(p) != TOKEN_END_OF_FILE &&
           !(parse_is_class_start(parser_kind(p)) && is_first_on_line(p)));
  p->lexer.quiet = false;
}

/* [ final ] class-definition ";" */
static void top_level_class(Parser *p, AstReference *within, bool has_within)
{
  ParserItem item = parser_begin_item(p);
  bool final = parser_accept(p, KEYWORD_FINAL);
  if (!parse_is_class_start(parser_kind(p))) {
    skip_to_class(p);
    return;
  }
  AstClass *class_def = parse_class_definition(p);
  bool is_kept = parse_is_kept(p, class_def);
  parser_end_item(p, &item);
  if (!is_kept) return;
  class_def->is_final = final;
  class_def->within = within;
  class_def->has_within = has_within;
  parser_push(p, &class_def, sizeof class_def);
}

/* [ within-clause ] { [ final ] class-definition ";" } */
static void stored_definition(Parser *p)
{
  AstReference *within = NULL;
  bool has_within = within_clause(p, &within);
  while (parser_kind(p) != TOKEN_END_OF_FILE) {
    top_level_class(p, within, has_within);
  }
}

static void append_classes(Parser *p, Ast *ast, const char *path)
{
  int n;
  AstClass **list = parser_take(p, 0, sizeof *list, &n);
  if (n == 0) {
    diagnostic_file_error(p->s, path, E104, "the file holds no class");
    return;
  }
  ast->class_def = vector_grow(p->arena, ast->class_def, &ast->cap_classes,
                               ast->n_classes + n, sizeof ast->class_def[0]);
  memcpy(ast->class_def + ast->n_classes, list, (size_t)n * sizeof list[0]);
  ast->n_classes += n;
}

Ast *ast_create(Session *s)
{
  return arena_alloc(s->syntax_arena, sizeof(Ast));
}

Parser parser_make(Session *s, int source)
{
  Parser p = {.s = s,
              .arena = s->syntax_arena,
              .lexer = lexer_make(s, source),
              .last_error_at = -1,
              .n_errors_before = s->n_errors};
  lexer_next(&p.lexer, &p.ring[0]);
  return p;
}

/* What was parsed before, by parse_keep(). */
static bool parse_take_kept(const Session *s, Ast *ast, const Ast *kept)
{
  ast->class_def =
      vector_grow(s->syntax_arena, ast->class_def, &ast->cap_classes,
                  ast->n_classes + kept->n_classes, sizeof ast->class_def[0]);
  for (int i = 0; i < kept->n_classes; i++)
    ast->class_def[ast->n_classes++] = kept->class_def[i];
  return true;
}

bool parse_source(Session *s, Ast *ast, int source)
{
  const KeptFile *kept = kept_files_of_source(s, source);
  if (kept && kept->ast) return parse_take_kept(s, ast, kept->ast);
  ArenaMark mark = arena_mark(session_scratch(s));
  Parser p = parser_make(s, source);
  stored_definition(&p);
  assert(p.depth == 0 && !p.open_class);
  assert(p.n_brackets_open == 0 && p.n_subscripts_open == 0);
  bool is_taken = parser_is_clean(&p) || (s->is_tolerant && p.n_pile > 0);
  if (is_taken) append_classes(&p, ast, session_source(s, source)->path);
  is_taken = is_taken && (s->is_tolerant || parser_is_clean(&p));
  arena_release(mark);
  return is_taken;
}

bool parse_files(Session *s, Ast *ast, const char *const *path, int n_paths)
{
  bool good = true;
  for (int i = 0; i < n_paths; i++) {
    int source = source_read(s, path[i]);
    if (source < 0 || !parse_source(s, ast, source)) good = false;
  }
  return good;
}
