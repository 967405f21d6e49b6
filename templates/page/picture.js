/* picture.js: the moving picture: shapes whose numbers are expressions of the
 * model's variables. */

const OPERATORS = {
  "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a*b,
  "/": (a, b) => a/b, "^": (a, b) => a**b, neg: a => -a,
};

/* An expression as a function, whose operators are those above or of Math, of (value of a name, time). */
function compile(expression) {
  if (typeof expression === "number") return () => expression;
  if (typeof expression === "string") return value => value(expression);
  const [word, ...operands] = expression;
  if (word === "time") return (value, time) => time;
  const parts = operands.map(compile), f = OPERATORS[word] || Math[word];
  return (value, time) => f(...parts.map(p => p(value, time)));
}

class Picture {
  constructor(section, shapes) {
    this.canvas = section.querySelector("canvas");
    this.shapes = shapes.map(([kind, ...numbers]) =>
      ({kind, numbers: numbers.map(compile), isStill: true, colour: 0}));
    this.bounds = null;
    section.hidden = shapes.length === 0;
  }

  numbersAt(results, time) {
    const value = name => results.at(name, time);
    return this.shapes.map(s => s.numbers.map(f => f(value, time)));
  }

  /* Everything that is seen in the run has its place from the start. */
  measure(results) {
    let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
    const see = (x, y, r) => {
      if (!Number.isFinite(x) || !Number.isFinite(y)) return;
      [x0, x1] = [Math.min(x0, x - r), Math.max(x1, x + r)];
      [y0, y1] = [Math.min(y0, y - r), Math.max(y1, y + r)];
    };
    const begin = this.numbersAt(results, results.times[0]);
    const stride = Math.max(1, Math.floor(results.n/400));
    for (let k = 0; k < results.n; k += stride) {
      const all = this.numbersAt(results, results.times[k]);
      all.forEach((n, i) => {
        const shape = this.shapes[i], kind = shape.kind;
        if (k === 0) shape.isStill = true;
        shape.isStill &&= n.every((v, j) => v === begin[i][j]);
        see(n[0], n[1], kind === "circle" ? Math.abs(n[2]) || 0 : 0);
        if (kind === "line") see(n[2], n[3], 0);
      });
    }
    this.shapes.filter(s => s.kind !== "line" && !s.isStill)
      .forEach((shape, k) => { shape.colour = k % 6; });
    if (!(x0 <= x1)) [x0, x1, y0, y1] = [-1, 1, -1, 1];
    const size = Math.max(x1 - x0, y1 - y0) || 1;
    this.bounds = [x0 - 0.06*size, x1 + 0.06*size, y0 - 0.06*size,
      y1 + 0.06*size];
  }

  draw(results, time) {
    const {canvas, shapes} = this;
    if (shapes.length === 0 || !this.bounds || results.n === 0) return;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    const dense = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width*dense)
        || canvas.height !== Math.round(height*dense)) {
      canvas.width = Math.round(width*dense);
      canvas.height = Math.round(height*dense);
    }
    const g = canvas.getContext("2d");
    const colour = name => getComputedStyle(document.documentElement)
      .getPropertyValue(name);
    const [x0, x1, y0, y1] = this.bounds;
    const scale = Math.min(width/(x1 - x0), height/(y1 - y0));
    const px = x => width/2 + (x - (x0 + x1)/2)*scale;
    const py = y => height/2 - (y - (y0 + y1)/2)*scale;
    g.setTransform(dense, 0, 0, dense, 0, 0);
    g.clearRect(0, 0, width, height);
    this.trails(g, results, time, px, py, colour);
    g.lineCap = "round";
    this.numbersAt(results, time).forEach((n, i) => {
      const kind = shapes[i].kind;
      g.beginPath();
      if (kind === "line") {
        g.moveTo(px(n[0]), py(n[1]));
        g.lineTo(px(n[2]), py(n[3]));
        g.strokeStyle = colour("--soft");
        g.lineWidth = 3;
        g.stroke();
      } else if (kind === "circle") {
        g.arc(px(n[0]), py(n[1]), Math.abs(n[2])*scale, 0, 2*Math.PI);
        g.strokeStyle = colour(`--c${shapes[i].colour}`);
        g.lineWidth = 2.5;
        g.stroke();
      } else {
        const {isStill, colour: own} = shapes[i];
        g.arc(px(n[0]), py(n[1]), isStill ? 4 : 7, 0, 2*Math.PI);
        g.fillStyle = colour(isStill ? "--soft" : `--c${own}`);
        g.fill();
      }
    });
  }

  /* Where points were in the last part of the run. */
  trails(g, results, time, px, py, colour) {
    const last = findPlace(results.times, time);
    const first = Math.max(0, last - 60);
    this.shapes.forEach(({kind, numbers, isStill, colour: own}) => {
      if (kind !== "point" || isStill) return;
      g.strokeStyle = colour(`--c${own}`);
      g.globalAlpha = 0.25;
      g.lineWidth = 2;
      g.beginPath();
      for (let k = first; k < last; k++) {
        const at = results.times[k], value = name => results.at(name, at);
        g.lineTo(px(numbers[0](value, at)), py(numbers[1](value, at)));
      }
      g.stroke();
      g.globalAlpha = 1;
    });
  }
}
