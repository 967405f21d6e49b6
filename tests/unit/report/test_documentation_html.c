/* test_documentation_html.c: what a model's text may do to a page. */
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "report/documentation_html.h"

static char *cleaned(const char *text)
{
  char *result = NULL;
  size_t size;
  FILE *out = open_memstream(&result, &size);
  documentation_html_put(out, text);
  fclose(out);
  return result;
}

static void becomes(const char *text, const char *expected)
{
  char *result = cleaned(text);
  size_t n = strlen(result);
  assert_true(n > 0 && result[n - 1] == '\n');
  result[n - 1] = '\0';
  assert_string_equal(result, expected);
  free(result);
}

static void plain_text_is_escaped(void **state)
{
  (void)state;
  becomes("a < b & <b>c</b>",
          "<p class=\"plain\">a &lt; b &amp; &lt;b&gt;c&lt;/b&gt;</p>");
}

static void known_elements_stay(void **state)
{
  (void)state;
  becomes("<html><h1>T</h1><p onclick=\"x()\" style='color:red'>a<br/>b</p>"
          "</html>",
          "<h3>T</h3><p>a<br>b</p>");
  becomes("<HTML><TT>x &beta; &#946; &x</TT>",
          "<code>x &beta; &#946; &amp;x</code>");
  becomes("<html><table border=1><tr><td colspan=\"2\" rowspan=x>1</td></tr>"
          "</table>",
          "<div class=\"scroll\"><table><tr><td colspan=\"2\">1</td></tr>"
          "</table></div>");
}

static void scripts_and_fetches_go(void **state)
{
  (void)state;
  becomes("<html>a<script>alert(1)</script>b", "ab");
  becomes("<html>a<SCRIPT src=\"http://x/y.js\"/>b", "a");
  becomes("<html>a<style>p{background:url(http://x)}</style>b", "ab");
  becomes("<html><iframe src='http://x'></iframe><object data='x'>o</object>"
          "<link rel=stylesheet href='http://x'><meta http-equiv=refresh>"
          "<base href='http://x'><form action='http://x'><input>t</form>",
          "t");
  becomes("<html><svg onload=x><script>1</script></svg>t", "t");
  becomes("<html><!-- <script> -->t<!-- open <p>", "t");
  becomes("<html><scr<script>ipt>x</script>t", "ipt&gt;xt");
}

static void links_and_pictures(void **state)
{
  (void)state;
  becomes("<html><a href=\"https://a.b/c?d=1&e=2\">l</a>",
          "<a rel=\"noopener noreferrer\" "
          "href=\"https://a.b/c?d=1&amp;e=2\">l</a>");
  becomes("<html><a href=\"javascript:alert(1)\">l</a>", "<a>l</a>");
  becomes("<html><a href=' java&#115;cript:x'>l</a>", "<a>l</a>");
  becomes("<html><a href=\"http://x\" onmouseover=\"y\">l</a>",
          "<a rel=\"noopener noreferrer\" href=\"http://x\">l</a>");
  becomes("<html><a href=\"modelica://Modelica.Blocks\">B</a>",
          "<a title=\"Modelica.Blocks\">B</a>");
  becomes("<html><a href='http://x\"><b>'>l</a>",
          "<a rel=\"noopener noreferrer\" "
          "href=\"http://x&quot;&gt;&lt;b&gt;\">l</a>");
  becomes("<html><img src=\"modelica://M/Resources/pump.png\" "
          "onerror=\"x()\">",
          "<span class=\"soft\">[picture: pump.png]</span>");
  becomes("<html><img alt=\"a <b> pump\" src='http://x/y.gif'>",
          "<span class=\"soft\">[picture: a &lt;b&gt; pump]</span>");
  becomes("<html><img src='data:image/png;base64,AAAA'>",
          "<span class=\"soft\">[picture]</span>");
  becomes("<html><img title=\"src=z.png\" src=y.png>",
          "<span class=\"soft\">[picture: y.png]</span>");
}

/* The page around is as it was. */
static void what_is_open_is_closed(void **state)
{
  (void)state;
  becomes("<html><div><ul><li>a<li><b>c", "<div><ul><li>a<li><b>c</b></li>"
                                          "</li></ul></div>");
  becomes("<html></div></table></section><p>a</b></p></p>", "<p>a</p>");
  becomes("<html><table><tr><td>1", "<div class=\"scroll\"><table><tr><td>1"
                                    "</td></tr></table></div>");
  becomes("<html>a < b, <p", "a &lt; b, &lt;p");
  becomes("<html><p title=\"", "&lt;p title=&quot;");
  becomes("<html", "&lt;html");
}

/* Any text: as many ends as begins, nothing that is not on the list. */
static void deep_and_torn_texts(void **state)
{
  (void)state;
  static const char *const piece[] = {
      "<div>", "</div>", "<table>", "</table>", "<td>", "<a href='http://x'>",
      "</a>",  "<b",     ">",       "\"",       "'",    "<script>",
      "</",    "<!--",   "-->",     "&",        ";",    "text ",
      "<img ", "src=",   "onload=", "\x01",     "<p>",  "\xC3\xA4"};
  unsigned seed = 1;
  for (int round = 0; round < 3000; round++) {
    char text[2000] = "<html>";
    for (int k = 0; k < 80; k++) {
      seed = seed * 1103515245u + 12345u;
      strcat(text, piece[(seed >> 16) % (sizeof piece / sizeof piece[0])]);
    }
    char *result = cleaned(text);
    assert_null(strstr(result, "<script"));
    assert_null(strstr(result, "<img"));
    assert_null(strchr(result, '\x01'));
    int depth = 0;
    for (const char *at = result; (at = strchr(at, '<')); at++) {
      depth += at[1] == '/' ? -1 : 1;
      assert_true(depth >= 0);
    }
    assert_int_equal(depth, 0); /* no <br> among the pieces */
    free(result);
  }
  char *deep = malloc(60010);
  strcpy(deep, "<html>");
  for (int k = 0; k < 10000; k++) strcpy(deep + 6 + 5 * k, "<div>");
  char *result = cleaned(deep);
  assert_true(strlen(result) < 2000);
  free(result);
  free(deep);
}

/* A site with one class and one picture. */
static bool link_to(void *context, const char *address, FILE *out)
{
  ++*(int *)context;
  if (strcmp(address, "A.B") != 0) return false;
  fputs("A.B.html", out);
  return true;
}

static bool picture_at(void *context, const char *address, FILE *out)
{
  ++*(int *)context;
  if (strcmp(address, "A/x.png") != 0) return false;
  fputs("pictures/1.png", out);
  return true;
}

static void becomes_in_site(const char *text, const char *expected, int n_asked)
{
  int asked = 0;
  DocumentationPlaces places = {&asked, link_to, picture_at};
  char *result = NULL;
  size_t size;
  FILE *out = open_memstream(&result, &size);
  documentation_html_put_with(out, text, &places);
  fclose(out);
  result[strlen(result) - 1] = '\0';
  assert_string_equal(result, expected);
  assert_int_equal(asked, n_asked);
  free(result);
}

static void addresses_lead_into_a_site(void **state)
{
  (void)state;
  becomes_in_site("<html><a href=\"Modelica://A.B\">l</a>",
                  "<a href=\"A.B.html\">l</a>", 1);
  becomes_in_site("<html><a href=\"modelica://A.C\">l</a>",
                  "<a title=\"A.C\">l</a>", 1);
  becomes_in_site("<html><a href=\"javascript:x\">l</a>", "<a>l</a>", 0);
  becomes_in_site("<html><img src=\"modelica://A/x.png\" alt='\"><b>'>",
                  "<img src=\"pictures/1.png\" loading=\"lazy\" "
                  "alt=\"&quot;&gt;&lt;b&gt;\">",
                  1);
  becomes_in_site("<html><img src=\"modelica://A/y.png\">",
                  "<span class=\"soft\">[picture: y.png]</span>", 1);
  becomes_in_site("<html><img src=\"http://a/x.png\">",
                  "<span class=\"soft\">[picture: x.png]</span>", 0);
}

static void places_have_names_of_their_own(void **state)
{
  (void)state;
  becomes_in_site("<html><h1 id=\"search\">T</h1><a href=\"#search\">l</a>",
                  "<span id=\"i-search\"></span><h3>T</h3>"
                  "<a href=\"#i-search\">l</a>",
                  0);
  becomes_in_site("<html><a name='a.1'>l</a><p id='a b'>t</p>",
                  "<span id=\"i-a.1\"></span><a>l</a><p>t</p>", 0);
  becomes_in_site("<html><a href='#x\" onclick=\"y'>l</a>", "<a>l</a>", 0);
  becomes("<html><h1 id=\"x\">T</h1>", "<h3>T</h3>");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain_text_is_escaped),
      cmocka_unit_test(known_elements_stay),
      cmocka_unit_test(scripts_and_fetches_go),
      cmocka_unit_test(links_and_pictures),
      cmocka_unit_test(addresses_lead_into_a_site),
      cmocka_unit_test(places_have_names_of_their_own),
      cmocka_unit_test(what_is_open_is_closed),
      cmocka_unit_test(deep_and_torn_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
