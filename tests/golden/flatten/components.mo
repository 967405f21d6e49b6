record Point "a place"
  Real x = 1, y = 2;
end Point;

record Segment
  Point a, b(y = 4);
  parameter Real weight = 1;
end Segment;

model Tank "an open tank"
  parameter Real area(unit = "m2") = 1;
  parameter Real level0 = 0.5;
  Real level(start = level0, fixed = true, unit = "m");
  Real inflow;
protected
  Real volume = area*level;
equation
  der(volume) = inflow;
end Tank;

model Plant
  parameter Real flow_rate = 2;
  Tank first(area = 2*flow_rate, level0 = scale), second(level(start = 3, min = 0), area = 4);
  Segment line(a.x = 5, b(x = first.area));
  parameter Segment fixedLine(weight = 7);
  constant Real scale = 1.25;
equation
  first.inflow = flow_rate;
  second.inflow = -first.level*line.weight;
end Plant;
