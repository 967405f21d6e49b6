model InverseFunction "written inverses solve for arguments"
  function rate "through an orifice"
    input Real k, dp;
    output Real q;
  algorithm
    q := k*sinh(dp);
    annotation(inverse(dp = drop(q, k=k)));
  end rate;
  function drop
    input Real q, k;
    output Real dp;
  algorithm
    dp := log(q/k + sqrt((q/k)^2 + 1));
    annotation(Inline = false, inverse(q = rate(k, dp)));
  end drop;
  function scaled "of several numbers"
    input Real weight[2];
    input Real u;
    output Real y;
  algorithm
    y := (weight[1] + weight[2])*u^3;
    annotation(inverse(u = unscaled(weight, y)));
  end scaled;
  function unscaled
    input Real weight[2];
    input Real y;
    output Real u;
  algorithm
    u := sign(y)*(abs(y)/sum(weight))^(1/3);
    annotation(Inline = false);
  end unscaled;
  Real p1 = 1 + time;
  Real p2(start = 0);
  Real u, v, w(start = 1);
equation
  rate(2, p1 - p2) = time "solved by drop()";
  0 = drop(v, 2) - time "solved by rate()";
  scaled({p1, 2}, 3*u + 1) = 5 "solved by unscaled()";
  rate(w, w) = 1 "not solved: w occurs twice";
end InverseFunction;
