// A class put into its own place twice ends at the first way down: two at each
// level would be more components than there is room for.
model Nested_twice
  model Leaf
    Real x = time;
  end Leaf;
  model Pair
    replaceable Leaf first;
    replaceable model Other = Leaf;
    Other second;
  end Pair;
  model Endless
    extends Leaf;
    extends Pair(redeclare Endless first, redeclare model Other = Endless);
  end Endless;
  Endless e;
end Nested_twice;
