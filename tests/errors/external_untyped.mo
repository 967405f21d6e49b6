model ExternalUntyped "external functions whose variables have no type"
  function returned
    output Missing y;
    external "C" y = g();
  end returned;
  function given
    input Missing a;
    output Real y;
    external "C" y = g(a);
  end given;
  function usual
    input Real a;
    output Missing y;
    external "C";
  end usual;
  Real u[integer(returned())];
  Real v[integer(given(1))];
  Real x[integer(usual(1))];
end ExternalUntyped;
