model Operators "parentheses are kept where they matter and nowhere else"
  parameter Real a = 1, b = 2, c = 3;
  parameter Boolean p = true, q = false, s = (p or q) and not (p and q) or a < b;
  Real x1 = (a + b) + c, x2 = a + (b + c), x3 = a - (b - c), x4 = (a - b) - c;
  Real y1 = (a*b)*c, y2 = a*(b*c), y3 = a/(b/c), y4 = a/b/c, y5 = a*(b + c);
  Real z1 = -a + b, z2 = a + (-b), z3 = a*(-b), z4 = -a*b, z5 = (-a)*b, z6 = -(a + b);
  Real u1 = -a^2, u2 = (-a)^2, u3 = a^(-b), u4 = (a^b)^c, u5 = a^(b^c), u6 = 2^(-1);
  Real v1 = a .+ b .* c ./ a .- b .^ c, v2 = +a, v3 = -(-a), v4 = - 1.5, v5 = a - (-1);
  Boolean w1 = not (p == q), w2 = (not p) == q, w3 = (a < b) == (b < c), w4 = p < q;
  Real t1 = 1e20*time + 1e-7, t2 = 3.0*2.0, t3 = 0.1 + 123456789012.0, t4 = 2.5e-300;
  Real n1 = 1/3, n2 = 7 - 2*3, n3 = 100000*a, n4 = 2.0 + a;
end Operators;
