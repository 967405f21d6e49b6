model EndOfDomain "States that begin where a function begins to be defined"
  Real x(start = -2.1, fixed = true), y(start = 3.3, fixed = true);
  Real z(start = 0, fixed = true);

  function above
    input Real x, least;
    output Real y;
  algorithm
    assert(x >= least, "not defined there");
    y := x - least;
  end above;
equation
  der(x) = 1 + above(y, 3.3);
  der(y) = 1 + above(x, -2.1);
  der(z) = above(x, -2.1);
end EndOfDomain;
