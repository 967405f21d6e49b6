/* icon_glyphs.c: each letter is a text of points, two digits each: x from 0 to
 * 4, y from 0 to 9; the base line is at 2, small letters end at 7, capitals at
 * 9. A blank begins another line. */
#include "face/icon_glyphs.h"

#include <assert.h>
#include <string.h>

#include "base/vector.h"

#define GLYPH_BOX "0207474202"
enum { GLYPH_BASE = 2, GLYPH_GAP = 2, GLYPH_BLANK = 3, GLYPH_HEIGHT = 10 };

static const char *const glyph_of[128] = {
    ['!'] = "0904 0203",
    ['"'] = "0907 1917",
    ['#'] = "1219 3239 0444 0747",
    ['$'] = "483919080716354443321203 2120 2919",
    ['%'] = "0249 0809191808 3233434232",
    ['&'] = "420708192938370403122245",
    ['\''] = "0907",
    ['('] = "19070412",
    [')'] = "09171402",
    ['*'] = "0545 1337 1733",
    ['+'] = "0545 2327",
    [','] = "1301",
    ['-'] = "0535",
    ['.'] = "0203",
    ['/'] = "0249",
    ['0'] = "190803123243483919 1338",
    ['1'] = "072922 0242",
    ['2'] = "08193948470242",
    ['3'] = "08193948473616 364543321203",
    ['4'] = "32390444",
    ['5'] = "490906364543321203",
    ['6'] = "4839190803123243453606",
    ['7'] = "094912",
    ['8'] = "16070819394847361605031232434536",
    ['9'] = "0312324348391908061545",
    [':'] = "0203 0607",
    [';'] = "1301 1617",
    ['<'] = "480542",
    ['='] = "0444 0646",
    ['>'] = "084502",
    ['?'] = "08193948472524 2223",
    ['@'] = "42120308194846342426",
    ['A'] = "022942 1434",
    ['B'] = "02093948473606 3645433202",
    ['C'] = "4839190803123243",
    ['D'] = "02092947442202",
    ['E'] = "49090242 0636",
    ['F'] = "490902 0636",
    ['G'] = "48391908031232434525",
    ['H'] = "0209 4249 0646",
    ['I'] = "0222 1219 0929",
    ['J'] = "4943321203",
    ['K'] = "0209 4905 1642",
    ['L'] = "090242",
    ['M'] = "0209254942",
    ['N'] = "02094249",
    ['O'] = "190803123243483919",
    ['P'] = "02093948463505",
    ['Q'] = "190803123243483919 2442",
    ['R'] = "02093948463505 2542",
    ['S'] = "483919080716354443321203",
    ['T'] = "0949 2922",
    ['U'] = "090312324349",
    ['V'] = "092249",
    ['W'] = "0912273249",
    ['X'] = "0249 0942",
    ['Y'] = "092549 2522",
    ['Z'] = "09490242",
    ['['] = "19090212",
    ['\\'] = "0942",
    [']'] = "09191202",
    ['^'] = "072947",
    ['_'] = "0141",
    ['`'] = "0917",
    ['a'] = "4742 4637170603123243",
    ['b'] = "0902 0617374643321203",
    ['c'] = "4637170603123243",
    ['d'] = "4942 4637170603123243",
    ['e'] = "05454637170603123243",
    ['f'] = "39291812 0737",
    ['g'] = "4637170603123243 4741301001",
    ['h'] = "0902 0617374642",
    ['i'] = "0702 0809",
    ['j'] = "171100 1819",
    ['k'] = "0902 3704 1542",
    ['l'] = "0902",
    ['m'] = "0702 06172622 26374642",
    ['n'] = "0702 0617374642",
    ['o'] = "170603123243463717",
    ['p'] = "0700 0617374643321203",
    ['q'] = "4740 4637170603123243",
    ['r'] = "0702 061737",
    ['s'] = "46371706153443321203",
    ['t'] = "19132232 0737",
    ['u'] = "0703123243 4742",
    ['v'] = "072247",
    ['w'] = "0712263247",
    ['x'] = "0247 0742",
    ['y'] = "0722 471000",
    ['z'] = "07470242",
    ['{'] = "29181605141322",
    ['|'] = "0900",
    ['}'] = "09181625141302",
    ['~'] = "05163546",
};

/* NULL: a blank. */
static const char *glyph_find(unsigned char letter)
{
  if (letter >= 128) return GLYPH_BOX;
  return glyph_of[letter];
}

static bool glyph_is_counted(char byte)
{
  return ((unsigned char)byte & 0xC0) != 0x80;
}

static int glyph_width(const char *glyph)
{
  if (!glyph) return GLYPH_BLANK;
  int width = 0;
  for (const char *at = glyph; *at; at += *at == ' ' ? 1 : 2) {
    if (*at != ' ' && *at - '0' > width) width = *at - '0';
  }
  return width + GLYPH_GAP;
}

double icon_glyphs_width(const char *text)
{
  int width = 0;
  for (; *text; text++) {
    if (glyph_is_counted(*text))
      width += glyph_width(glyph_find((unsigned char)*text));
  }
  return (double)width / GLYPH_HEIGHT;
}

static void glyph_end(Arena *arena, IconOutline *o)
{
  int begin = o->n_loops > 0 ? o->end[o->n_loops - 1] : 0;
  if (o->n_points == begin) return;
  o->end = vector_grow(arena, o->end, &o->cap_loops, o->n_loops + 1,
                       sizeof o->end[0]);
  o->end[o->n_loops++] = o->n_points;
}

static void glyph_draw(Arena *arena, IconOutline *o, const char *glyph,
                       int left, const IconMap *to)
{
  for (const char *at = glyph; *at;) {
    if (*at == ' ') {
      glyph_end(arena, o);
      at++;
      continue;
    }
    assert(at[0] >= '0' && at[0] <= '4' && at[1] >= '0' && at[1] <= '9');
    IconPoint p = {(double)(left + at[0] - '0') / GLYPH_HEIGHT,
                   (double)(at[1] - '0' - GLYPH_BASE) / GLYPH_HEIGHT};
    o->point = vector_grow(arena, o->point, &o->cap_points, o->n_points + 1,
                           sizeof o->point[0]);
    o->point[o->n_points++] = icon_point(to, p);
    at += 2;
  }
  glyph_end(arena, o);
}

IconOutline icon_glyphs(Arena *arena, const char *text, const IconMap *to)
{
  IconOutline o = {0};
  int left = 1;
  for (; *text; text++) {
    if (!glyph_is_counted(*text)) continue;
    const char *glyph = glyph_find((unsigned char)*text);
    if (glyph) glyph_draw(arena, &o, glyph, left, to);
    left += glyph_width(glyph);
  }
  return o;
}
