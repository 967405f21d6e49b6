// `each` is for what is inside of arrays.
model Each
  type Vector = Real[3](each start = 1);
  type Length = Real(each unit = "m");
  type Row = Vector(each min = 0);
  model Part
    Real x(start = 0);
    Real y[2](each start = 0);
  equation
    der(x) = 1;
    der(y) = {1, 2};
  end Part;
  model Base
    extends Part(each x(start = 2));
  end Base;
  Real scalar(each start = 1);
  Part one(each x(start = 3));
  Part inside(x(each start = 4), y(each start = 5));
  Part many[2](x(each start = 6));
  Base base;
  Vector vector;
  Length length = 1;
  Row row = {1, 2, 3};
equation
  der(scalar) = 1;
  der(vector) = {1, 2, 3};
end Each;
