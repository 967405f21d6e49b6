// options: -L ../libraries
model LibraryFaulty
  Faulty.Renamed renamed;
  Faulty.Elsewhere elsewhere;
  Faulty.Bare bare;
  Faulty.Two two;
  Faulty.Syntax syntax;
  Faulty.Empty empty;
  Faulty.Nested.M nested;
  Faulty.Nothing nothing;
  Faulty.Renamed again;
end LibraryFaulty;
