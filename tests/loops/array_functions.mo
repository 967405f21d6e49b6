model array_functions "Statements about arrays, and long sums, in functions that are called"
  function g
    input Real a[:,:]; input Real b[size(a,1)]; input Boolean q[:];
    output Real x[size(a,1)]; output Boolean r[size(q,1)];
  protected
    Integer m;
  algorithm
    m := 0;
    while m < 2 and b[1] < 1e9 loop
      m := m + 1;
      x := a*b + m*linspace(0,1,size(a,1));
    end while;
    r := {not q[i] for i in 1:size(q,1)};
  end g;
  function f
    input Real u[:];
    output Real y[size(u,1)];
  protected
    Real A[size(u,1),size(u,1)];
    Boolean q[6] = {true,false,true,true,false,true};
    Real c[8] = {1.5,2.25,3.125,4,5,6,7,8.5};
    Boolean r[6];
    Integer k;
    Real w[size(u,1)];
  algorithm
    k := 0;
    A := identity(size(u,1))*2 + outerProduct(u,u);
    while k < 3 and u[1] < 1e9 loop
      k := k + 1;
      (w, r) := g(A, u, q);
      q := r;
      c := c .* linspace(1, 2, 8);
      c := cat(1, c[2:8], {c[1]});
    end while;
    y := w*(if r[1] then 1 else 2) + fill(c*linspace(0,1,8), size(u,1)) - vector(u) + u[end:-1:1];
    y[1:2] := y[2:3] .^ 2;
    for i in 1:2 loop
      y[i] := y[i] + sum(c[j]^i for j in 1:8);
    end for;
  end f;
  Real u[12](start = linspace(0.1,1,12), each fixed = true);
  Real v[12];
equation
  v = f(u);
  der(u) = -v/1e4;
end array_functions;
