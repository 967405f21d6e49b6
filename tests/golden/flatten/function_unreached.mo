// A subscript that is wrong for the sizes of one call is a fault only when it
// is reached; the sum of no arrays is an array of zeros.
function Product
  input Real z[:, 2];
  output Real p[2];
algorithm
  p := z[1, :];
  for k in 2:size(z, 1) loop
    p := p .* z[k, :];
  end for;
end Product;

function Search
  input Real z[:, 2];
  input Real u;
  output Real m[2] = zeros(2);
protected
  Integer n = size(z, 1), count = 0;
algorithm
  while count < u and size(z, 1) > 1 loop
    count := count + 1;
    m := m + sum(z[k, :] for k in 2:n)/n;
    m := m + Product(z[2:n, :]);
    if z[n - 1, 1] > z[n, 1] then
      m := 2*m;
    end if;
  end while;
end Search;

model FunctionUnreached
  Real a[2] = Search({{time, 2}}, time);
end FunctionUnreached;
