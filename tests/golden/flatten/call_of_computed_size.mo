// A function whose result has a size that it computes: in equations it is
// carried out at translation, so that its arguments are final then.
model CallOfComputedSize
  function places
    input Boolean is_taken[:];
    output Integer k[size1(is_taken)];
  protected
    Integer n = 0;
  algorithm
    for i in 1:size(is_taken, 1) loop
      if is_taken[i] then
        n := n + 1;
        k[n] := i;
      end if;
    end for;
  end places;
  function size1
    input Boolean is_taken[:];
    output Integer n = 0;
  algorithm
    for i in 1:size(is_taken, 1) loop
      if is_taken[i] then
        n := n + 1;
      end if;
    end for;
  end size1;
  block Filter
    parameter Integer n, m;
    parameter Boolean mask[n] = fill(true, n);
    input Real u[n];
    output Real y[m];
  protected
    parameter Integer place[m] = places(mask);
  equation
    y = u[place];
  end Filter;
  Filter some(n = 3, m = 2, mask = {true, false, true}, u = {time, 1, 3*time});
  Filter all(n = 2, m = 2, u = {time, 1});
end CallOfComputedSize;
