model ClocksSolver
  model Other "method"
    Clock c = Clock(Clock(0.1), "ImplicitEuler");
    Real u = sample(time, c), x;
  equation
    when Clock(c, solverMethod = "ExplicitEuler") then
      x = u;
    end when;
  end Other;
  Other other;
end ClocksSolver;
