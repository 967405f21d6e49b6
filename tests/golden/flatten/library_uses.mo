// options: -L ../../libraries
// The library Bearings uses version 1.0 of the library Gears.
model LibraryUses
  Bearings.Bearing bearing;
  Gears.Gear gear;
end LibraryUses;
