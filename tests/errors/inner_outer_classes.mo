// Section 5.4: what is inner and outer needs an inner one around it as well,
// and that one has to fit.
package Parts
  model Base
    Real q = 1;
  end Base;
  model Leaf
    outer model Core = Base;
    Core core;
  end Leaf;
  model Layer
    inner outer model Core = Core;
    Leaf leaf;
  end Layer;
  model Strict
    inner outer model Shell
      Real z = 2;
    end Shell;
    Shell shell;
  end Strict;
end Parts;
model Top
  inner model Shell = Parts.Base;
  Parts.Layer layer;
  Parts.Strict strict;
end Top;
