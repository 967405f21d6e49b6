package Library "models, but none at the top level"
  model First
  end First;
  partial model Second
  end Second;
  block Third
  end Third;
end Library;
