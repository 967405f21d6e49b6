// Section 7.2.5: what a type in a package is modified to holds for all its
// uses; arrays of such components need no `each`.
package Medium
  type Temperature = Real(unit = "K", min = 0);
  model Cell
    Temperature T(start = 1) = 300;
    Real x[2](start = {1, 2}) = {0, 0};
  end Cell;
end Medium;
package Water
  extends Medium(Temperature(min = 273, start = 300), Cell(T(max = 400), x(start = {3, 4})));
end Water;
model Wall
  replaceable package M = Medium;
  parameter Integer n = 2;
  M.Temperature Ts[n] = fill(time, n);
  M.Cell cell[n](T = Ts, each x = {1, 2});
end Wall;
model ModifiedTypes
  Wall wall[2](redeclare package M = Water);
end ModifiedTypes;
