// A call without a value that nothing is known of: the nearest word, once, under
// a condition too.
model Unknown_statement
  Real v(start = 1, fixed = true);
equation
  der(v) = -v;
  asert(v > 0, "v is positive");
  when time > 1 then
    reinnit(v, 0);
  end when;
  if time > 2 then
    Modelica.Utilities.Streams.print("late");
  end if;
algorithm
  termnate("the end");
end Unknown_statement;
