model late_functions "A function whose value is asked for before its body is there"
  function lengthOf
    input String text;
    output Integer n;
    external "C" n = length_of(text)
      annotation(Include = "#include <string.h>
static int length_of(const char *text) { return (int)strlen(text); }");
  end lengthOf;
  function skip
    input String text;
    input Integer from;
    output Integer n;
  protected
    Integer length = lengthOf(text);
    Boolean scanning;
  algorithm
    n := from;
    scanning := true;
    while scanning loop
      n := n + lengthOf(text);
      if n + 1 <= length then
        scanning := true;
      else
        scanning := false;
      end if;
    end while;
  end skip;
  function scan
    input String text;
    input Integer from;
    output Integer kind, next;
  protected
    Integer start;
  algorithm
    start := skip(text, from);
    if start > lengthOf(text) then
      kind := 1;
      next := start;
    else
      kind := 2;
      next := 0;
    end if;
  end scan;
  function test
    output Integer kind;
    output Integer next;
  algorithm
    (kind, next) := scan("abcd", 1);
  end test;
  Integer n, k;
algorithm
    (k, n) := test();
end late_functions;
