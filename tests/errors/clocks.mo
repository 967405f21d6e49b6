model Clocks
  model Two "clocks"
    Real a, b, x(start = 0);
  equation
    a = sample(x, Clock(0.1)) + b;
    b = sample(x, Clock(0.2));
    der(x) = 1;
  end Two;
  Two two;
end Clocks;
