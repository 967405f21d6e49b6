within Shapes.Parts;
model Spring
  extends Icons.Drawn;
  parameter Real c = 10*size;
  Length s;
  Real f = c*s;
end Spring;
