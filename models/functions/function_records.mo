model FunctionRecords "Records whose fields have sizes and values of their own"
  record Polygon
    parameter Integer n = 4;
    Real x[n], y[n];
  end Polygon;
  record Matrix
    parameter Integer rows, columns;
    Real a[rows, columns];
  end Matrix;
  record Settings
    Integer n = 7;
    Real width = 5;
    Real v[3];
  end Settings;
  record Powers
    Integer n;
    Real x[n];
  end Powers;

  function area_of
    input Polygon p;
    output Real a = 0;
  protected
    Integer k;
  algorithm
    for i in 1:p.n loop
      k := if i == p.n then 1 else i + 1;
      a := a + (p.x[i]*p.y[k] - p.x[k]*p.y[i])/2;
    end for;
  end area_of;
  function move
    input Polygon p;
    input Real dx;
    output Polygon q(n = p.n, x = p.x, y = p.y);
  algorithm
    for i loop
      q.x[i] := q.x[i] + dx;
    end for;
  end move;
  function centre "along x"
    input Polygon p;
    output Real x = sum(p.x)/p.n;
  algorithm
  end centre;
  function product
    input Matrix m;
    input Real v[m.columns];
    output Real w[m.rows] = m.a*v;
  algorithm
  end product;
  function weighted "What is written for fields, in the record and outside"
    input Real t;
    output Real y;
  protected
    Settings s(n = 3);
  algorithm
    s.v := {t, 1, 1};
    y := s.n + 10*s.width + 100*sum(s.v);
  end weighted;
  function series "sum of i*t^i, by a record of the size of an input"
    input Integer n;
    input Real t;
    output Real y;
  protected
    Powers p(n = n);
  algorithm
    for i in 1:p.n loop
      p.x[i] := t^i;
    end for;
    y := (1:p.n)*p.x;
  end series;

  Real area = area_of(Polygon(3, {0, 2, 0}, {0, 0, 2*time}));
  Real x = centre(move(Polygon(x = {1, 2, 3, 4}, y = zeros(4)), time));
  Real steps = weighted(time), line = series(3, time);
  Real w[2] = product(Matrix(2, 3, [1, 2, time; 4, 5, 2*time]), {1, 1, 3});
  annotation(experiment(StopTime = 2, Interval = 0.05),
             __foucault(plot = "area,line"));
end FunctionRecords;
