// options: -L ../libraries
model LibraryMisspelt
  Shapes.Part.Mass a;
  Shapes.Parts.Sprung b;
  Shapes.Inside.Pint c;
end LibraryMisspelt;
