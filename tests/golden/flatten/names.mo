model 'my model' "identifiers in quotes, and components with dots"
  model Part
    Real x, 'a b', 'it\'s';
  equation
    x = 1;
    'a b' = 2*x;
    'it\'s' = 'a b';
  end Part;
  Part part, 'second part';
  Real '2x' = 2*part.x + part.'a b' + 'second part'.'it\'s';
  Real _x1 = '2x', der_x = _x1;
end 'my model';
