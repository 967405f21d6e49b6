// Functions read constants of the class around them: those of its instance.
model Part
  constant Real k = 2;
  function halved
    input Real x;
    output Real y;
  algorithm
    y := k*x;
    while y > 100 loop
      y := y/2;
    end while;
  end halved;
  function line
    input Real x;
    output Real y;
  algorithm
    y := k*x + 1;
  end line;
  function both
    input Real x;
    output Real y;
  algorithm
    y := line(x);
    while y > 100 loop
      y := y/2;
    end while;
  end both;
  Real u = halved(time), v = line(time), w = both(time), z;
algorithm
  z := line(time);
  z := z + both(time) + k;
end Part;

model FunctionConstants
  Part a(k = 3);
  Part b;
  Part c[2](k = {4, 5});
end FunctionConstants;
