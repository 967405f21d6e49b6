// Variables of functions that are read before they are assigned.
model FunctionAssigned
  function total "the sum begins with nothing"
    input Real u[:];
    output Real y;
  algorithm
    for i in 1:size(u, 1) loop
      for k in 1:integer(u[i]) loop
        y := y + u[i];
      end for;
    end for;
  end total;

  function counted "so does the condition of a loop"
    input Real u;
    output Real y;
  protected
    Integer n;
  algorithm
    y := u;
    while n < 3 loop
      n := 1;
      y := y + u;
    end while;
  end counted;

  function branch "only the other branch assigns it"
    input Real u;
    output Real y;
  protected
    Real z;
  algorithm
    y := 0;
    while y < u loop
      y := y + 1;
    end while;
    if u > 1 then
      z := u;
    else
      y := 2*z;
    end if;
  end branch;

  function element "of an array, by a computed subscript"
    input Real u;
    output Real y;
  protected
    Real z[3];
  algorithm
    y := z[integer(u)];
    z[integer(u)] := y;
  end element;

  function inside "the branch assigns it too late each time"
    input Real u;
    output Real y;
  protected
    Real z;
  algorithm
    y := 0;
    while y < u loop
      if y > 1 then
        y := y + z;
        z := y;
      end if;
      y := y + 1;
    end while;
  end inside;

  record Pair
    Real a, b;
  end Pair;

  function fields "of a record"
    input Real u;
    output Real y;
  protected
    Pair p;
  algorithm
    y := 0;
    while y < u loop
      y := y + p.a;
    end while;
  end fields;

  /* may have been assigned wherever they are read: no errors */
  function rows
    input Real u[:];
    output Real y;
  protected
    Real z[size(u, 1)];
    Real last;
  algorithm
    y := 0;
    for i in 1:size(u, 1) loop
      for k in 1:i - 1 loop
        y := y + z[k];
      end for;
      if i > 1 then
        y := y + last;
      end if;
      y := y + (if i > 2 then last else 0);
      z[i] := u[i];
      last := z[i];
    end for;
    annotation(Inline = false);
  end rows;

  function sometimes
    input Real u;
    output Real y;
  protected
    Real z;
    Real w = 2*u;
    Integer n = 0;
  algorithm
    while n < 3 loop
      if u > 1 then
        z := u;
      end if;
      if u > 1 then
        w := z;
      end if;
      n := n + 1;
    end while;
    y := w;
  end sometimes;

  Real g = rows({time, 1, 2, 3}), h = sometimes(time);
  Real a = total({time, 1}), b = counted(time), c = branch(time);
  Real d = element(time), e = inside(time), f = fields(time);
end FunctionAssigned;
