/* The type of an input is not known: said once, wherever the function is
 * called. */
model FunctionTypes
  function scaled
    input Rael x;
    output Real y = 2;
  end scaled;
  function given
    input Real x;
    output Rael y;
  algorithm
    y := x;
  end given;
  Real a = scaled(time);
  Real b = scaled(x = 1);
  Real c = given(time);
end FunctionTypes;
