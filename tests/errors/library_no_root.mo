model LibraryNoRoot
  Modelica.Blocks.Sources.Sine sine;
  Real x;
equation
  x = Modelica.Constants.pi;
end LibraryNoRoot;
