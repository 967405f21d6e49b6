model Elements
  import A.B.C;
  import D = A.B "renamed";
  import E.F.* annotation(x = 1);
  import G.H.{a, b, 'c d'};
  import I;
  extends J;
  extends .K.L(x = 1, break y, break connect(a.b[1], c), redeclare model M = N)
    annotation(y = 2);
  Real x, y[3](each start = 1) = {1, 2, 3} "three", z if cond "maybe";
  flow Real f;
  stream Real h;
  discrete Real d;
  parameter Integer n = 3;
  constant Real pi = 3.14;
  input Real u;
  output Boolean b;
  flow parameter input .T.U[2, n] all[:, 3];
  final parameter Real p1 = 1;
  inner W world;
  outer W world2;
  inner outer W world3;
  redeclare Real r;
  redeclare final inner outer replaceable parameter Real q = 1
    constrainedby Real(min = 0) "constrained" annotation(z = 3);
  replaceable model Inside
    Real x;
  end Inside constrainedby Base;
  replaceable A a, aa(b = 1) constrainedby B "both";
protected
  Real hidden;
  replaceable function f0 = f1;
public
  Real shown := 2;
protected
  type T = Real;
end Elements;
