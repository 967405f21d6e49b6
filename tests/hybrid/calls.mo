model Calls "sections that call functions and assign nothing"
  function tell
    input Real x;
    external "C" tell(x) annotation(Include = "#include <stdio.h>
static void tell(double x) { fprintf(stderr, \"told %.6f\\n\", x); }");
  end tell;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
algorithm
  when x > 1 then
    tell(time);
  elsewhen x > 1.5 then
    tell(10 + time);
  end when;
algorithm
  when sample(0.25, 0.5) then
    tell(100 + time);
  end when;
algorithm
  when initial() then
    tell(1000);
  end when;
end Calls;
