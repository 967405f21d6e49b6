model Enclosing "a class inside another sees its constants only"
  Real x = 1;
  parameter Real p = 2;
  constant Real c = 3;
  model Inside
    Real y = x + p + c;
  end Inside;
  type Start = Real(start = p);
  Inside inside;
  Start s = 1;
end Enclosing;
