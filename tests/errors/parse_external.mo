function f
  input Real x;
external "C" a.b(x);
end f;
