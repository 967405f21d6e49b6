/* units.c: parser of unit expressions, one function per grammar rule.
 *
 * Factors are kept as mantissa and power of ten until the end, so that "mm2"
 * gives 1e-6 to the last bit.
 */
#include "base/units.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#define PI 3.14159265358979323846
#define MAX_NESTING 10   /* of parentheses */
#define MAX_EXPONENT 100 /* beyond it nobody means a unit */

const char *const unit_base_name[N_UNIT_BASES] = {"kg", "m",   "s",  "A",
                                                  "K",  "mol", "cd", "rad"};

typedef struct Symbol {
  const char *name;
  double mantissa;
  int power; /* of ten */
  double offset;
  bool takes_prefix;
  signed char exponent[N_UNIT_BASES];
} Symbol;

/* clang-format off */
static const Symbol symbols[] = {
  /* name   mantissa  power offset prefix   kg   m   s   A  K mol cd rad */
  {"m",     1,           0, 0,      true,  { 0,  1,  0,  0, 0, 0, 0, 0}},
  {"g",     1,          -3, 0,      true,  { 1,  0,  0,  0, 0, 0, 0, 0}},
  {"s",     1,           0, 0,      true,  { 0,  0,  1,  0, 0, 0, 0, 0}},
  {"A",     1,           0, 0,      true,  { 0,  0,  0,  1, 0, 0, 0, 0}},
  {"K",     1,           0, 0,      true,  { 0,  0,  0,  0, 1, 0, 0, 0}},
  {"mol",   1,           0, 0,      true,  { 0,  0,  0,  0, 0, 1, 0, 0}},
  {"cd",    1,           0, 0,      true,  { 0,  0,  0,  0, 0, 0, 1, 0}},
  {"rad",   1,           0, 0,      true,  { 0,  0,  0,  0, 0, 0, 0, 1}},
  {"sr",    1,           0, 0,      true,  { 0,  0,  0,  0, 0, 0, 0, 0}},
  {"Hz",    1,           0, 0,      true,  { 0,  0, -1,  0, 0, 0, 0, 0}},
  {"Bq",    1,           0, 0,      true,  { 0,  0, -1,  0, 0, 0, 0, 0}},
  {"N",     1,           0, 0,      true,  { 1,  1, -2,  0, 0, 0, 0, 0}},
  {"Pa",    1,           0, 0,      true,  { 1, -1, -2,  0, 0, 0, 0, 0}},
  {"bar",   1,           5, 0,      true,  { 1, -1, -2,  0, 0, 0, 0, 0}},
  {"J",     1,           0, 0,      true,  { 1,  2, -2,  0, 0, 0, 0, 0}},
  {"eV",    1.602176634, -19, 0,    true,  { 1,  2, -2,  0, 0, 0, 0, 0}},
  {"W",     1,           0, 0,      true,  { 1,  2, -3,  0, 0, 0, 0, 0}},
  {"var",   1,           0, 0,      true,  { 1,  2, -3,  0, 0, 0, 0, 0}},
  {"Wh",    3600,        0, 0,      true,  { 1,  2, -2,  0, 0, 0, 0, 0}},
  {"C",     1,           0, 0,      true,  { 0,  0,  1,  1, 0, 0, 0, 0}},
  {"Ah",    3600,        0, 0,      true,  { 0,  0,  1,  1, 0, 0, 0, 0}},
  {"V",     1,           0, 0,      true,  { 1,  2, -3, -1, 0, 0, 0, 0}},
  {"F",     1,           0, 0,      true,  {-1, -2,  4,  2, 0, 0, 0, 0}},
  {"Ohm",   1,           0, 0,      true,  { 1,  2, -3, -2, 0, 0, 0, 0}},
  {"S",     1,           0, 0,      true,  {-1, -2,  3,  2, 0, 0, 0, 0}},
  {"Wb",    1,           0, 0,      true,  { 1,  2, -2, -1, 0, 0, 0, 0}},
  {"T",     1,           0, 0,      true,  { 1,  0, -2, -1, 0, 0, 0, 0}},
  {"H",     1,           0, 0,      true,  { 1,  2, -2, -2, 0, 0, 0, 0}},
  {"lm",    1,           0, 0,      true,  { 0,  0,  0,  0, 0, 0, 1, 0}},
  {"lx",    1,           0, 0,      true,  { 0, -2,  0,  0, 0, 0, 1, 0}},
  {"Gy",    1,           0, 0,      true,  { 0,  2, -2,  0, 0, 0, 0, 0}},
  {"Sv",    1,           0, 0,      true,  { 0,  2, -2,  0, 0, 0, 0, 0}},
  {"kat",   1,           0, 0,      true,  { 0,  0, -1,  0, 0, 1, 0, 0}},
  {"l",     1,          -3, 0,      true,  { 0,  3,  0,  0, 0, 0, 0, 0}},
  {"L",     1,          -3, 0,      true,  { 0,  3,  0,  0, 0, 0, 0, 0}},
  {"t",     1,           3, 0,      false, { 1,  0,  0,  0, 0, 0, 0, 0}},
  {"u",     1.66053906660, -27, 0,  false, { 1,  0,  0,  0, 0, 0, 0, 0}},
  {"ha",    1,           4, 0,      false, { 0,  2,  0,  0, 0, 0, 0, 0}},
  {"atm",   101325,      0, 0,      false, { 1, -1, -2,  0, 0, 0, 0, 0}},
  {"min",   60,          0, 0,      false, { 0,  0,  1,  0, 0, 0, 0, 0}},
  {"h",     3600,        0, 0,      false, { 0,  0,  1,  0, 0, 0, 0, 0}},
  {"d",     86400,       0, 0,      false, { 0,  0,  1,  0, 0, 0, 0, 0}},
  {"deg",   PI / 180,    0, 0,      false, { 0,  0,  0,  0, 0, 0, 0, 1}},
  {"rev",   2 * PI,      0, 0,      false, { 0,  0,  0,  0, 0, 0, 0, 1}},
  {"rpm",   PI / 30,     0, 0,      false, { 0,  0, -1,  0, 0, 0, 0, 1}},
  {"degC",  1,           0, 273.15, false, { 0,  0,  0,  0, 1, 0, 0, 0}},
  {"degF",  5.0 / 9,     0, 459.67 * 5 / 9,
                                    false, { 0,  0,  0,  0, 1, 0, 0, 0}},
  {"degRk", 5.0 / 9,     0, 0,      false, { 0,  0,  0,  0, 1, 0, 0, 0}},
  {"%",     1,          -2, 0,      false, { 0,  0,  0,  0, 0, 0, 0, 0}},
  {"ppm",   1,          -6, 0,      false, { 0,  0,  0,  0, 0, 0, 0, 0}},
};

static const struct {
  const char *name;
  int power;
} prefixes[] = {
  {"da", 1}, /* before "d" */
  {"Y", 24}, {"Z", 21}, {"E", 18}, {"P", 15}, {"T", 12}, {"G", 9}, {"M", 6},
  {"k", 3}, {"h", 2}, {"d", -1}, {"c", -2}, {"m", -3}, {"u", -6}, {"n", -9},
  {"p", -12}, {"f", -15}, {"a", -18}, {"z", -21}, {"y", -24},
};
/* clang-format on */

/* A product of powers while it is being read. */
typedef struct Product {
  double mantissa;
  int power;
  int exponent[N_UNIT_BASES];
  double offset; /* of the last symbol */
  int n_symbols;
} Product;

typedef struct Reader {
  const char *at;
  int depth;
} Reader;

static const Symbol *find_symbol(const char *name, size_t n)
{
  for (size_t k = 0; k < sizeof symbols / sizeof symbols[0]; k++) {
    if (strlen(symbols[k].name) == n && memcmp(symbols[k].name, name, n) == 0) {
      return &symbols[k];
    }
  }
  return NULL;
}

/* A symbol as it stands, or one after a prefix: "min" is not a milli-inch. */
static const Symbol *find_prefixed(const char *name, size_t n, int *power)
{
  *power = 0;
  const Symbol *symbol = find_symbol(name, n);
  if (symbol) return symbol;
  for (size_t k = 0; k < sizeof prefixes / sizeof prefixes[0]; k++) {
    size_t length = strlen(prefixes[k].name);
    if (length >= n || memcmp(prefixes[k].name, name, length) != 0) continue;
    symbol = find_symbol(name + length, n - length);
    if (!symbol || !symbol->takes_prefix) continue;
    *power = prefixes[k].power;
    return symbol;
  }
  return NULL;
}

static bool units_multiply(Product *to, const Product *by, int exponent)
{
  assert(exponent >= -MAX_EXPONENT && exponent <= MAX_EXPONENT);
  to->mantissa *= pow(by->mantissa, exponent);
  to->power += by->power * exponent;
  for (int b = 0; b < N_UNIT_BASES; b++) {
    to->exponent[b] += by->exponent[b] * exponent;
    if (to->exponent[b] > MAX_EXPONENT || to->exponent[b] < -MAX_EXPONENT) {
      return false;
    }
  }
  to->n_symbols += by->n_symbols;
  to->offset = exponent == 1 ? by->offset : 0;
  return to->power > -300 && to->power < 300;
}

/* unit-exponent: [ "+" | "-" ] integer */
static bool units_read_exponent(Reader *r, int *exponent)
{
  bool negative = *r->at == '-';
  *exponent = 1;
  if (negative || *r->at == '+') {
    r->at++;
    if (!isdigit((unsigned char)*r->at)) return false;
  }
  if (!isdigit((unsigned char)*r->at)) return true;
  int value = 0;
  while (isdigit((unsigned char)*r->at)) {
    value = value * 10 + (*r->at++ - '0');
    if (value > MAX_EXPONENT) return false;
  }
  *exponent = negative ? -value : value;
  return true;
}

static bool is_letter(char c)
{
  return isalpha((unsigned char)c) || c == '_' || c == '%';
}

/* unit-factor: unit-operand [ unit-exponent ] */
static bool read_factor(Reader *r, Product *product)
{
  const char *name = r->at;
  while (is_letter(*r->at)) r->at++;
  int prefix, exponent;
  const Symbol *symbol = find_prefixed(name, (size_t)(r->at - name), &prefix);
  if (!symbol || !units_read_exponent(r, &exponent)) return false;
  Product one = {
      symbol->mantissa, symbol->power + prefix, {0}, symbol->offset, 1};
  for (int b = 0; b < N_UNIT_BASES; b++) one.exponent[b] = symbol->exponent[b];
  return units_multiply(product, &one, exponent);
}

static bool units_read_expression(Reader *r, Product *product);

/* "(" unit-expression ")" */
static bool read_parentheses(Reader *r, Product *product)
{
  if (++r->depth > MAX_NESTING) return false;
  r->at++;
  if (!units_read_expression(r, product) || *r->at != ')') return false;
  r->at++;
  r->depth--;
  return true;
}

/* unit-numerator: "1" | unit-factors | "(" unit-expression ")" */
static bool read_numerator(Reader *r, Product *product)
{
  if (*r->at == '(') return read_parentheses(r, product);
  if (*r->at == '1' && !isdigit((unsigned char)r->at[1])) {
    r->at++;
    return true;
  }
  if (!read_factor(r, product)) return false;
  while (*r->at == '.') {
    r->at++;
    if (!read_factor(r, product)) return false;
  }
  return true;
}

/* unit-expression: unit-numerator [ "/" unit-denominator ], where the
 * denominator is one factor or in parentheses. */
static bool units_read_expression(Reader *r, Product *product)
{
  if (!read_numerator(r, product)) return false;
  if (*r->at != '/') return true;
  r->at++;
  Product denominator = {.mantissa = 1};
  bool ok = *r->at == '(' ? read_parentheses(r, &denominator)
                          : read_factor(r, &denominator);
  return ok && units_multiply(product, &denominator, -1);
}

/* Division by an exact power is rounded once, a product with 1e-3 twice. */
static double units_scaled(double mantissa, int power)
{
  return power < 0 ? mantissa / pow(10, -power) : mantissa * pow(10, power);
}

/* h100 is beyond all numbers. */
static bool is_factor(double factor)
{
  return isfinite(factor) && factor > 0;
}

bool units_parse(const char *text, Unit *unit)
{
  Reader r = {text, 0};
  Product product = {.mantissa = 1};
  if (!units_read_expression(&r, &product) || *r.at != '\0') return false;
  unit->factor = units_scaled(product.mantissa, product.power);
  unit->offset = product.n_symbols == 1 ? product.offset : 0;
  for (int b = 0; b < N_UNIT_BASES; b++)
    unit->exponent[b] = product.exponent[b];
  return is_factor(unit->factor);
}

bool units_convert(const Unit *a, const Unit *b, double *factor, double *offset)
{
  for (int k = 0; k < N_UNIT_BASES; k++) {
    if (a->exponent[k] != b->exponent[k]) return false;
  }
  *factor = a->factor / b->factor;
  *offset = (a->offset - b->offset) / b->factor;
  return is_factor(*factor) && isfinite(*offset);
}

bool units_invert(const Unit *a, const Unit *b, double *factor)
{
  bool is_number = true;
  for (int k = 0; k < N_UNIT_BASES; k++) {
    if (a->exponent[k] != -b->exponent[k]) return false;
    is_number &= a->exponent[k] == 0;
  }
  if (is_number || a->offset != 0 || b->offset != 0) return false;
  *factor = 1 / (a->factor * b->factor);
  return is_factor(*factor);
}
