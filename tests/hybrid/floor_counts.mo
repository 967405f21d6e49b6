model FloorCounts "How often jumping functions jump, and by how much"
  Real x = 5*sin(time), y = -3*time;
  Integer i = integer(x), j = integer(floor(y)), d = integer(div(x, 2));
  Integer c = integer(ceil(x));
  Real m = mod(x, 1.5), r = rem(x, 2);
  Boolean b = mod(time, 0.3) < 0.1;
  Integer n_i(start = 0), n_j(start = 0), n_d(start = 0), n_c(start = 0);
  Integer k = integer(mod(3*time, 4)) "of a number that jumps itself";
  Integer n_b(start = 0), n_k(start = 0);
  Integer far(start = 0) "jumps by more than one";
  Real at(start = 0) "x where i jumped last";
equation
  when change(i) then
    n_i = pre(n_i) + 1;
    far = pre(far) + (if abs(i - pre(i)) <> 1 then 1 else 0);
    at = x;
  end when;
  when change(j) then
    n_j = pre(n_j) + (if j == pre(j) - 1 then 1 else 1000);
  end when;
  when change(d) then
    n_d = pre(n_d) + (if abs(d - pre(d)) == 1 then 1 else 1000);
  end when;
  when change(c) then
    n_c = pre(n_c) + (if abs(abs(c - pre(c)) - 1) < 0.1 then 1 else 1000);
  end when;
  when change(k) then
    n_k = pre(n_k) + (if k == mod(pre(k) + 1, 4) then 1 else 1000);
  end when;
  when b then
    n_b = pre(n_b) + 1;
  end when;
end FloorCounts;
