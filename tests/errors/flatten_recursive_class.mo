model Node
  Real value = 1;
  Branch left;
end Node;

model Branch
  Node node;
end Branch;

model Recursive
  Node root;
end Recursive;
