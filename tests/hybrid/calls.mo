model Calls "sections that call functions and assign nothing"
  function log_value
    input Real x;
    external "C" log_value(x) annotation(Include = "#include <stdio.h>
static void log_value(double x) { fprintf(stderr, \"called %.6f\\n\", x); }");
  end log_value;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
algorithm
  when x > 1 then
    log_value(time);
  elsewhen x > 1.5 then
    log_value(10 + time);
  end when;
algorithm
  when sample(0.25, 0.5) then
    log_value(100 + time);
  end when;
algorithm
  when initial() then
    log_value(1000);
  end when;
end Calls;
