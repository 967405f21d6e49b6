model Inner
protected
  parameter Real secret = 1;
end Inner;

model Outer
  Inner a(secret = 2), b;
  Real x = b.secret;
end Outer;
