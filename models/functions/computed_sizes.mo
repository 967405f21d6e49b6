model ComputedSizes
  "Functions with arrays whose sizes are computed while they run"
  function primes "How many there are up to n, and their sum: a sieve"
    input Integer n;
    output Integer count, total;
  protected
    Boolean composite[n] = fill(false, n);
    Integer k;
  algorithm
    count := 0;
    total := 0;
    for i in 2:n loop
      if not composite[i] then
        count := count + 1;
        total := total + i;
        k := i*i;
        while k <= n loop
          composite[k] := true;
          k := k + i;
        end while;
      end if;
    end for;
  end primes;

  function above "The elements above a limit"
    input Real x[:], limit;
    output Real y[:];
  algorithm
    y := zeros(0);
    for i in 1:size(x, 1) loop
      if x[i] > limit then
        y := cat(1, y, {x[i]});
      end if;
    end for;
  end above;

  function mean
    input Real x[:];
    output Real y = sum(x)/max(1, size(x, 1));
  algorithm
  end mean;

  function mean_above
    input Real x[:], limit;
    output Real y = mean(above(x, limit));
  algorithm
  end mean_above;

  function series "exp(x) by n terms"
    input Real x;
    input Integer n;
    output Real y;
  protected
    Real term[n + 1];
  algorithm
    term[1] := 1;
    for i in 1:n loop
      term[i + 1] := term[i]*x/i;
    end for;
    y := sum(term[end:-1:1]);
  end series;

  function forms "Matrices: x'Ax of the Hilbert matrix of size n, and more"
    input Real x;
    input Integer n;
    output Real y, trace;
  protected
    Real A[n, n], v[:] = {x^i for i in 1:n};
  algorithm
    for i in 1:n loop
      A[i, :] := {1/(i + j - 1) for j in 1:n};
    end for;
    y := v*(A*v) + sum(transpose(A[2:n, 1:1]));
    A[2:n, :] := zeros(n - 1, n);
    trace := sum(A*identity(n));
  end forms;

  function add_up "In C"
    input Real v[:];
    output Real y;
    external "C" y = array_total(v, size(v, 1)) annotation(Include = "
static double array_total(const double *v, size_t n)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += v[i];
  return sum;
}
");
  end add_up;

  function bordered "A matrix of parts, the sum of row i taken i times"
    input Real x;
    input Integer n;
    output Real y;
  protected
    Real A[n + 1, n + 1];
  algorithm
    A := [identity(n), fill(x, n); cat(2, fill(2*x, 1, n), [3])];
    y := add_up({i*sum(A[i, :]) for i in 1:n + 1});
  end bordered;

  Integer n = 20 + integer(10*time);
  Integer count, total;
  Real m = mean_above({time, 2*time, 3*time, 4*time}, 1.5);
  Integer terms(start = 20) = 20 + integer(2.5*time);
  Real x, v, a "from the second derivative of series()";
  Real y, trace;
  Real border = bordered(time, 3 + integer(time));
equation
  (count, total) = primes(n);
  der(x) = v;
  der(v) = a;
  series(x, terms) = 1 + time + time^2/2;
  (y, trace) = forms(time, 3 + integer(time));
  annotation(experiment(StopTime = 2, Interval = 0.05, Tolerance = 1e-9),
             __foucault(plot = "x,m,y"));
end ComputedSizes;
