/* A function that comes in as an argument has no value of its own. */
model FunctionAsValue
  partial function Law
    input Real x;
    output Real y;
  end Law;
  function square
    input Real x;
    output Real y = x*x;
  end square;
  function sum2
    input Law law;
    output Real y;
  algorithm
    y := law + 1;
  end sum2;
  function listed
    input Law law;
    output Real y;
  algorithm
    y := sum({law, law});
  end listed;
  Real a = sum2(function square());
  Real b = listed(function square());
end FunctionAsValue;
