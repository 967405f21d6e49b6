record Point
  Real x, y;
end Point;

package Constants
  constant Real pi = 3.14;
end Constants;

model UnknownPart
  Point p(x = 1, y = 2);
  Real a = p.z;
  Real b = a.x;
  Real c = Constants.Pi;
  Real d = Constants.e;
end UnknownPart;
