model Doubling "What is shared would be 2^40 terms if it were written as a tree"
  function squared
    input Real u;
    output Real y;
  algorithm
    y := u;
    for k in 1:40 loop
      y := y*y + sin(y)*u;
    end for;
    annotation(Inline = true);
  end squared;
  Real x(start = 0.1, fixed = true);
  Real z(start = 0.1);
equation
  der(x) = -squared(x);
  z + squared(z)/5 = x;
end Doubling;
