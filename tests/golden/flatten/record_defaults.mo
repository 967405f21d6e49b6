// options: --model RecordDefaults.Test
// Section 12.6: the declared values of a constructor's fields follow from those
// that are given, also where they are declared before them (d.n, d.r), by way
// of parts of a field that is a record (d.lid), and in records that extend
// (d.mass). What stands outside of the record means what it says there: c is the
// constant in Light.
package RecordDefaults
  constant Real c = 5;
  record Lid
    Real thickness = 1, area = 2;
    Real volume = thickness*area;
  end Lid;
  record Box
    parameter Integer n = integer(ceil(r));
    parameter Real r = if x < 0 then 1 else x*c;
    parameter Real x = 1;
    parameter Real c = 7;
    Real wall[n] = fill(x, n);
    Lid lid(thickness = x/4);
  end Box;
  record Heavy
    extends Box(x = mass/10);
    parameter Real mass;
  end Heavy;
  record Light = Box(x = c);
  model Test
    parameter Box d = Box(x = 0.25, c = 8);
    parameter Heavy h = Heavy(mass = 30, c = 1);
    parameter Light l = Light(c = 0.5, n = 1);
  end Test;
end RecordDefaults;
