model UnknownFunction
  Real x = sine(time);
  Real y = Sin(time) + squareroot(2);
  Real z = Modelica.Math.sin(time);
end UnknownFunction;
