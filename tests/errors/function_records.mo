model FunctionRecords "sizes in records that are not known, or do not fit"
  record V
    Integer n;
    Real v[n];
  end V;
  function sum_of
    input V r;
    output Real y = sum(r.v);
  algorithm
  end sum_of;
  function computed
    input Integer n;
    input Real t;
    output Real y;
  protected
    V r(n = n);
  algorithm
    for i in 1:n loop
      r.v[i] := i*t;
    end for;
    y := sum(r.v);
  end computed;
  Integer k = integer(time);
  Real a = sum_of(V(2, {time, 1, 2}));
  Real b = sum_of(V(k, {time, 1, 2}));
  Real c = computed(k, time);
end FunctionRecords;
