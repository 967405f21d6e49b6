model Resized "arrays of all types whose sizes the importer sets"
  type Mode = enumeration(off, slow, fast);
  function pick
    input Real v[:, 2], u;
    input Integer order[:];
    input Boolean used[:];
    input Mode mode[:];
    output Real y = u;
  algorithm
    for k in 1:size(order, 1) loop
      if used[k] and mode[k] <> Mode.off and order[k] >= 1 and
         order[k] <= size(v, 1) then
        y := y + (if mode[k] == Mode.fast then 2 else 1)*v[order[k], 1];
      end if;
    end for;
  end pick;
  parameter Integer n(max = 100) = 3;
  parameter Integer m(max = 5) = 2;
  parameter Real v[n, 2] = [1, 4; 2, 5; 3, 6];
  parameter Integer order[m] = {3, 1};
  parameter Boolean used[m] = {true, true};
  parameter Mode mode[m] = {Mode.slow, Mode.fast};
  Real x(start = 0, fixed = true);
  Boolean high(start = false, fixed = true);
  output Real y = pick(v, x, order, used, mode);
equation
  der(x) = 1 - x + 0.01*y;
  when x > 0.05 then
    high = not pre(high);
  end when;
end Resized;
