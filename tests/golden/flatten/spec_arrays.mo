// Chapter 10: constructors, ranges, slices, operators, reductions.
model SpecArrays
  parameter Integer n = 3;
  Real v[n] = {i^2 for i in 1:n};
  Real m[2, 3] = [1, 2, 3; v[1], v[2], v[3]];
  Real t[3, 2] = transpose(m);
  Real s = v*v;
  Real p[2] = m*v;
  Real e[3] = v.*v + 2*v ./ {1, 2, 4};
  Real last = v[end];
  Real part[2] = m[:, end];
  Real rest[2] = v[2:end];
  Real largest = max(v), total = sum(m), mean = sum(v)/size(v, 1);
  Real i3[3, 3] = identity(3) + diagonal({1, 2, 3});
  Real none[0];
  Real zero = sum(none);
  Real c[3] = cross({1, 0, 0}, {0, 1, 0});
  Real l[3] = linspace(0, 1, 3);
  Real big[4] = cat(1, {1.0}, v);
end SpecArrays;
