// options: --dump=flatten
model FlattenPrintedDiscrete "No function can give what holds between events"
  Boolean late;
  Real x;
algorithm
  x := 0;
  while x < time loop
    x := x + 1;
  end while;
  late := time > 3;
end FlattenPrintedDiscrete;
