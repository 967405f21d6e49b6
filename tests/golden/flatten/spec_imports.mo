// Section 13.2: qualified, renaming, unqualified and list imports.
package P
  package Q
    constant Real one = 1;
    constant Real two = 2;
    model M
      parameter Real k = one;
    end M;
  end Q;
  package R
    import P.Q;
    model N
      Q.M m(k = Q.two);
    end N;
  end R;
end P;

model SpecImports
  function f
    import TWO = P.Q.two;
    input Real x;
    output Real y = TWO*x;
  end f;
  import P.Q.M;
  import Short = P.Q;
  import P.R.*;
  import P.Q.{one, two};
  import ONE = P.Q.one;
  M a;
  Short.M b(k = Short.two);
  N c;
  Real d = one + two;
  Real e = f(ONE*time);
end SpecImports;
