// options: -L ../../libraries
// The version that `uses` asks for, although a newer one is there.
model LibraryVersion
  Gears.Gear gear;
  annotation(uses(Gears(version = "1.0")));
end LibraryVersion;
