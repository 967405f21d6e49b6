model open_condition "A condition that external code decides, with constants"
  function lengthOf
    input String text;
    output Integer n;
    external "C" n = length_of(text)
      annotation(Include = "#include <string.h>
static int length_of(const char *text) { return (int)strlen(text); }");
  end lengthOf;
  function choose "written in place of its call"
    input String text;
    output Integer n;
  algorithm
    n := if lengthOf(text) > 3 then 10 else 1;
  end choose;
  function sum "a loop, which stays a function"
    input Integer last;
    output Integer n;
  algorithm
    n := 0;
    for i in 1:last loop
      n := n + choose("abcd") + choose("abc");
    end for;
    while n < 23 loop
      n := n + 1;
    end while;
  end sum;
  Integer k(start = 0, fixed = true);
algorithm
  when time > 0.5 then
    k := sum(2);
    assert(k == 23, "22, and one more");
  end when;
end open_condition;
