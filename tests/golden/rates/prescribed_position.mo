// options: --type cs
model PrescribedPosition "the input is differentiated twice: the importer gives its derivatives"
  input Real s;
  parameter Real m = 2;
  Real x, v, f;
equation
  x = s;
  v = der(x);
  m*der(v) = f;
end PrescribedPosition;
