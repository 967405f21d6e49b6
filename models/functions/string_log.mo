model StringLog
  "A tank that reports its level in words"
  type Level = enumeration(low, middle, high);
  function length "Number of characters"
    input String text;
    output Integer n;
    external "C" n = text_length(text) annotation(Include = "
#include <string.h>
static int text_length(const char *text)
{
  return (int)strlen(text);
}
");
  end length;
  function repeat "A text n times, in C"
    input String text;
    input Integer n;
    output String result;
    external "C" result = text_repeat(text, n) annotation(Include = "
#include <string.h>
#include \"ModelicaUtilities.h\"
static const char *text_repeat(const char *text, int n)
{
  char *result = ModelicaAllocateString(strlen(text) * (size_t)n);
  for (int k = 0; k < n; k++) strcat(result, text);
  return result;
}
");
  end repeat;
  function describe "In Modelica"
    input Real x;
    input Integer n;
    input Level level;
    output String text;
  algorithm
    text := String(level) + ": " + String(x, significantDigits = 3);
    for k in 1:n loop
      text := text + ".";
    end for;
    if text > "m" then
      text := text + "!";
    end if;
  end describe;

  Real x(start = 0, fixed = true) "level of the tank";
  Level level = if x < 1 then Level.low elseif x < 2 then Level.middle
    else Level.high;
  Integer n(start = 0, fixed = true) "how often it was looked at";
  discrete Real seen(start = 0, fixed = true);
  String report(start = "nothing yet") "written once a second";
  String last(start = "nothing yet") "the report before";
  Integer n_changes(start = 0, fixed = true);
  String line "under the report";
  Integer size = length(report), width = length(line);
  Integer last_size = length(last);
  Boolean is_first = report == "nothing yet";
equation
  der(x) = 1;
  when sample(0.75, 1) then
    n = pre(n) + 1;
    seen = x;
    report = describe(x, n, level);
    last = pre(report);
  end when;
  when change(report) then
    n_changes = pre(n_changes) + 1;
  end when;
  line = repeat("-=", size);
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "x,size"));
end StringLog;
