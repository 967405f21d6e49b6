within ;
package Faulty "Each class has a fault of its own"
  model Twice
  end Twice;
end Faulty;
