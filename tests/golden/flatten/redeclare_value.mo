// options: --model RedeclareValue.Test
// Section 7.3: a value that the component around gives to a replaceable one holds
// for what is declared in its place, in arrays row by row, unless that has a
// value of its own.
package RedeclareValue
  record Nominal
    parameter Real q;
  end Nominal;
  record Water
    extends Nominal;
    parameter Real m = 1;
  end Water;
  model Coil
    replaceable parameter Nominal per;
    Real y = per.q*time;
  end Coil;
  model Coils
    replaceable parameter Nominal d[2] = {Nominal(q = 1), Nominal(q = 2)};
    Coil u[2](per = d);
    Coil own(per = Nominal(q = 7));
  end Coils;
  model Plant
    replaceable Coils w constrainedby Coils(
      redeclare Water d[2] = {Water(q = 3), Water(q = 4, m = 5)},
      u(redeclare final Water per),
      own(redeclare Water per = Water(8, 9)));
  end Plant;
  model Test
    extends Plant(redeclare Coils w);
  end Test;
end RedeclareValue;
