model Tree
  parameter Integer n = 3;
  Tree left[2](each n = n - 1);
end Tree;
model LanguageRecursiveArray
  Tree tree;
end LanguageRecursiveArray;
