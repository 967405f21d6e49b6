model Refused
  function f
    input Real x;
    output Real y;
    external "C" y = f(x) annotation(Library = "nowhere");
  end f;
  function g
    input Real x;
    output Real y;
    external "Java" y = g(x);
  end g;
  function h
    input Real x;
    output String y;
    external "C" y = h(x);
  end h;
  function k
    input Real x;
    output Real y;
    external "C" y = k(x) annotation(IncludeDirectory = "modelica://Nowhere/a", Include = "");
  end k;
  Real a = f(time);
  Real b = g(time);
  String c = h(time);
  Real d = k(time);
end Refused;
