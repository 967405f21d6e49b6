within ;
package Gears
  model Gear
    parameter Real ratio = 1;
  end Gear;
  annotation(version = "1.0");
end Gears;
