model ImplicitLoops "Loops that run over what they subscript"
  function moment
    input Real mass[:];
    output Real m = 0;
  algorithm
    for i loop
      m := m + i*mass[i];
    end for;
  end moment;
  function row_sums
    input Real a[:, :];
    output Real s[size(a, 1)];
  algorithm
    for i loop
      s[i] := sum(a[i, k] for k);
    end for;
    annotation(Inline = false);
  end row_sums;
  function squares "Sum of the first n squares, in an array of computed size"
    input Integer n;
    output Real s;
  protected
    Real v[n];
  algorithm
    for i loop
      v[i] := i^2;
    end for;
    s := sum(v[k] for k);
  end squares;

  Real m = moment({time, 2, 3});
  Real s[2] = row_sums([time, 1, 2; 3, 4, 5*time]);
  Integer n(start = 0, fixed = true);
  Real q = squares(n);
  Real line[4];
equation
  when sample(0.5, 0.5) then
    n = pre(n) + 1;
  end when;
algorithm
  for i loop
    line[i] := i*time;
  end for;
  annotation(experiment(StopTime = 2, Interval = 0.05),
             __foucault(plot = "m,q,line[3]"));
end ImplicitLoops;
