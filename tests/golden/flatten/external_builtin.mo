model ExternalBuiltin "names of a library for built-in functions"
  function sine
    input Real x;
    output Real y;
    external "builtin" y = sin(x);
  end sine;
  function total
    input Real x[:];
    output Real s;
    external "builtin" s = sum(x);
  end total;
  Real y = sine(time) + total({time, 1});
  Real z[2] = sine({total({time, 2*time}), 0});
end ExternalBuiltin;
