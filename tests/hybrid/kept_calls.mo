model KeptCalls "A function that is written in place of its call calls another"
  function lengthOf "not known at translation"
    input String text;
    output Integer n;
    external "C" n = length_of(text)
      annotation(Include = "#include <string.h>
static int length_of(const char *text) { return (int)strlen(text); }");
  end lengthOf;
  function skip "a loop, which stays a function"
    input String text;
    input Integer from;
    output Integer n;
  algorithm
    n := from;
    while n <= lengthOf(text) loop
      n := n + 2;
    end while;
  end skip;
  function scan "it is written in place of its call"
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
      next := skip(text, start);
    end if;
  end scan;
  function test
    output Integer sum;
  protected
    Integer kind, next;
  algorithm
    (kind, next) := scan("abcd", 1);
    assert(kind == 1 and next == 5, "abcd");
    sum := next;
    (kind, next) := scan("abc", 2);
    assert(next == 4, "abc");
    sum := sum + next;
  end test;
  Integer n(start = 0, fixed = true);
equation
  when time > 0.5 then
    n = test();
  end when;
end KeptCalls;
