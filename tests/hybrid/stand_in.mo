model stand_in "A function that is to be redeclared, where it is not called"
  function missing
    input Real u;
    output Real y;
  algorithm
    assert(false, "redeclare the function");
  end missing;
  model Pump
    replaceable function loss = missing;
    function slope
      input Real u;
      output Real y;
    algorithm
      y := (loss(1.05*u) - loss(0.95*u))/0.1;
    end slope;
    parameter Boolean hasLoss = false;
    Real w(start = 1);
  equation
    w + w^3 = if hasLoss then 2 - slope(w) else 2 + 8*time;
  end Pump;
  Pump pump;
end stand_in;
