within Shapes;
package Icons "A package in one file"
  partial model Drawn
    parameter Real size = 2;
  end Drawn;
end Icons;
