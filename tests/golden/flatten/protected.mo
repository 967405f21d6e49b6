model Protected
  Real a;
protected
  Real b "not shown";
  parameter Real p = 1;
public
  Real c;
protected
  model Inner
    Real x = 3;
  protected
    Real y = x;
  end Inner;
  Inner inside1;
public
  Inner open;
equation
  a = b + p;
  b = time;
  c = inside1.x + open.x;
end Protected;
