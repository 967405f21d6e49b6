// Chapter 14: operators of a record; a number becomes a record where only its
// constructor makes the operands fit; arrays go element by element.
package OperatorRecords
  operator record Money
    Real amount;
    Integer currency = 1;
    encapsulated operator 'constructor'
      function fromReal
        import OperatorRecords.Money;
        input Real x;
        output Money m(amount = x, currency = 1);
      algorithm
      end fromReal;
      function ofCurrency
        import OperatorRecords.Money;
        input Real amount;
        input Integer currency;
        output Money m(amount = amount, currency = currency);
      algorithm
      end ofCurrency;
    end 'constructor';
    encapsulated operator '+'
      function add
        import OperatorRecords.Money;
        input Money a, b;
        output Money c;
      algorithm
        c := Money(amount = a.amount + b.amount, currency = a.currency);
      end add;
    end '+';
    encapsulated operator '*'
      function scale
        import OperatorRecords.Money;
        input Money a;
        input Real k;
        output Money c;
      algorithm
        c := Money(amount = k*a.amount, currency = a.currency);
      end scale;
      function dot
        import OperatorRecords.Money;
        input Money a[:];
        input Real k[:];
        output Money c;
      algorithm
        c := Money(sum(a[i].amount*k[i] for i in 1:size(a, 1)));
      end dot;
    end '*';
    encapsulated operator function '-'
      import OperatorRecords.Money;
      input Money a;
      output Money c;
    algorithm
      c := Money(amount = -a.amount, currency = a.currency);
    end '-';
    encapsulated operator function '<='
      import OperatorRecords.Money;
      input Money a, b;
      output Boolean c;
    algorithm
      c := a.amount <= b.amount;
    end '<=';
    encapsulated operator function 'String'
      import OperatorRecords.Money;
      input Money a;
      output String s;
    algorithm
      s := String(a.amount) + " of currency " + String(a.currency);
    end 'String';
    encapsulated operator function '0'
      import OperatorRecords.Money;
      output Money a;
    algorithm
      a := Money(0);
    end '0';
  end Money;
  operator record Price = Money(amount(unit = "1"));
end OperatorRecords;
model Shop
  import OperatorRecords.{Money, Price};
  Money purse = Money(10 + time);
  Price price = Money(amount = 3, currency = 2);
  Money sum2 = purse + price, tip = purse + 2, more = 1.5 + price;
  Money three = price*3, debt = -purse;
  Money shelf[2] = {price, purse}, dear[2] = shelf*2, both[2] = shelf + dear;
  Money bill = shelf*{1, 2}, each_bill[2] = shelf .* {1, 2}, total = sum(shelf);
  function most
    input Money m[:];
    output Real x;
  protected
    Money twice[size(m, 1)];
  algorithm
    x := size(twice, 1);
    for i in 1:size(twice, 1) loop
      twice[i] := m[i]*2;
      x := max(x, twice[i].amount);
    end for;
  end most;
  Real m = most(shelf);
  Real enough = if price <= purse then 1 else 0;
  constant String text = String(Money(4));
  parameter String name = getInstanceName();
end Shop;
