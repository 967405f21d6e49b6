// What is wrong with a use is reported at the user, not of what is used.
model Source
  parameter Integer n;
  Real y = time;
end Source;

model User
  parameter Integer k;
  Source source(n = k);
  Real x[source.n];
  Real z if source.y > 0;
end User;

model PlaceUse
  Source other;
  Real w[other.n];
  User user(k = 1 + missing);
end PlaceUse;
