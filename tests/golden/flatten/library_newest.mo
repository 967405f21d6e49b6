// options: -L ../../libraries
model LibraryNewest
  Gears.Gear gear;
end LibraryNewest;
