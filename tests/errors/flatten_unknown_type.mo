package Units
  type Length = Real(unit = "m");
end Units;

model UnknownType
  real a;
  Unit.Length b;
  Units.Lenght c;
  Modelica.Units.SI.Mass d;
  a e;
equation
  a = 1;
end UnknownType;
