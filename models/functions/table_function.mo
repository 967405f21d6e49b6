model TableFunction
  "A tank filled through a valve whose flow is interpolated in a table"
  function interpolate "Linear interpolation between the rows of a table"
    input Real u "where";
    input Real table[:, 2] "rising in the first column";
    output Real y;
  protected
    Integer i = 1;
  algorithm
    while i < size(table, 1) - 1 and u >= table[i + 1, 1] loop
      i := i + 1;
    end while;
    y := table[i, 2] + (u - table[i, 1])*(table[i + 1, 2] - table[i, 2])/
      (table[i + 1, 1] - table[i, 1]);
  end interpolate;

  parameter Real valve[4, 2] = [0, 0; 1, 2; 2, 2; 3, 0] "flow by time";
  Real volume(start = 0, fixed = true);
  Real q "flow now";
equation
  q = interpolate(time, valve);
  der(volume) = q;
  annotation(experiment(StopTime = 3, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "q,volume"));
end TableFunction;
