model Refused
  Real x;
  external "C" f(x);
end Refused;
