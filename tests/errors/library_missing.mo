// options: -L ../libraries -L ../golden
model LibraryMissing
  import Modelica.Constants.pi;
  Modelica.Blocks.Sources.Sine sine;
  Shape.Inside.Point point;
end LibraryMissing;
