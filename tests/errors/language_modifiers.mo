// Modifications that the specification forbids.
model Part
  final parameter Real f = 1;
  parameter Real k = 2;
  Real x(start = 1);
protected
  Real hidden;
equation
  x = k*f;
  hidden = x;
end Part;

model LanguageModifiers
  Part a(f = 2);
  Part b(k = 1, k = 3);
  Part c(nothing = 1);
  Part d(x(begin = 1));
  Part e[2](k = {1, 2, 3});
  Part g(each k = 1);
  extends Part(redeclare Integer x);
end LanguageModifiers;
