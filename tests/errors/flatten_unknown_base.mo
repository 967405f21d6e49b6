package Library
  partial model Shape
    parameter Real size = 1;
  end Shape;
end Library;

model UnknownBase "what might be inherited is not reported again"
  extends Library.Shap(size = 2);
  extends Libary.Shape;
  Real area = size^2;
equation
  other = area;
end UnknownBase;
