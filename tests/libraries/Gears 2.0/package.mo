within ;
package Gears
  model Gear
    parameter Real ratio = 2;
  end Gear;
  annotation(version = "2.0");
end Gears;
