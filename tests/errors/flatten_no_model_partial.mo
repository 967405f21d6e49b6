partial model Half
  Real x;
end Half;

record Place
  Real x;
end Place;
