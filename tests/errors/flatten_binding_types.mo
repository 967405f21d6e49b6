model BindingTypes
  parameter Integer n = 1.5;
  parameter Boolean b = 0;
  parameter Real x = "1";
  constant String s = 3;
  Real y(start = true, fixed = 1, unit = 5, min = "a");
  Integer k(start = 1.0);
end BindingTypes;
