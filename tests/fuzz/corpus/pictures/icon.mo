connector P
  Real v;
  flow Real i;
  annotation(Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}},
    fillColor = {0, 0, 255}, fillPattern = FillPattern.Sphere, radius = 1e9)}));
end P;

model Icons "Shapes that pictures have to stand: endless, empty, turned, open"
  P a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}}, rotation = 450)));
  P b annotation(Placement(transformation(extent = {{90, 10}, {110, -10}}, origin = {1e6, 0})));
equation
  a.v = time;
  b.v = a.v + 2*a.i;
  annotation(Icon(coordinateSystem(extent = {{-100, -80}, {120, 100}}), graphics = {
    Polygon(points = {{-80, -60}, {1e300, 0}, {80, -1e300}, {0, 0}}, smooth = Smooth.Bezier,
      lineColor = {0, 300, -1}, fillPattern = FillPattern.CrossDiag),
    Ellipse(extent = {{0, 0}, {0, 1}}, startAngle = -1e9, endAngle = 1e-9),
    Line(points = {{0, 0}}, arrow = {Arrow.Open, Arrow.Filled}, thickness = 1e-300),
    Line(points = {{0, 0}, {50, 50}, {50, 50}}, pattern = LinePattern.DashDotDot, arrowSize = 1e9),
    Text(extent = {{-100, 90}, {100, 60}}, textString = "%name<&\"%%%class %", fontSize = -1),
    Bitmap(extent = {{-10, -10}, {10, 10}}, fileName = "modelica://No/such.png"),
    Rectangle(extent = {{60, 60}, {20, 20}}, rotation = 30, origin = {5, 5}, visible = false)}));
end Icons;
