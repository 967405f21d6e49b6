// Values written in a class that is itself a component, and in its types.
type Level = Real(min = lowest);

model Tank
  parameter Real area = "wide";
  Level level(start = 2);
equation
  der(level) = 1 / area;
end Tank;

model PlaceBinding
  Tank left, right(area = 3);
end PlaceBinding;
