model Foo
  Real x;
equation
  x = 1;
end Bar;
