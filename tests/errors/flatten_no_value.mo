model NoValue
  constant Real a = 1/0;
  constant Integer b = mod(5, 0);
  constant Real c = sqrt(-1);
  constant Real d = log(0);
  constant Real e = exp(1000);
  constant Real f = (-8)^(1/3);
  constant Integer g = 50000*50000;
  constant Integer h = integer(1e12);
  constant Integer i = 3000000000;
  constant Real j = 2*a;
end NoValue;
