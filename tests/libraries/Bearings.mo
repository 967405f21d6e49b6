within ;
package Bearings "A library in one file that uses another one"
  model Bearing
    Gears.Gear gear;
  end Bearing;
  annotation(version = "3", uses(Gears(version = "1.0")));
end Bearings;
