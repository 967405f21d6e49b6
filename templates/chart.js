/* chart.js: curves in a picture that can be zoomed, with values at the cursor.
 *
 * The page has a list `charts` of
 *   {x, y: names of the axes, phase: over another variable than time,
 *    curves: [{name, unit, colour, dash, x, y: numbers, sorted: x never falls}]}
 * and calls buildChart(), showAll(), draw() for each. chart.drawn is called
 * after each drawing; chart.zoomed: a part is shown; what moves then is put into the group chart.moving.
 */
const NS = "http://www.w3.org/2000/svg";
const DASHES = ["", "9 5", "2 4", "12 4 2 4"];

function svg(tag, attributes, parent, text) {
  const e = document.createElementNS(NS, tag);
  for (const k in attributes) e.setAttribute(k, attributes[k]);
  if (text !== undefined) e.textContent = text;
  if (parent) parent.append(e);
  return e;
}

function html(tag, name, parent, text) {
  const e = document.createElement(tag);
  if (name) e.className = name;
  if (text !== undefined) e.textContent = text;
  if (parent) parent.append(e);
  return e;
}

/* 1, 2 or 5 times a power of ten, close to `rough`. */
function roundStep(rough) {
  const power = 10**Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].find(m => m*power >= 0.7*rough)*power;
}

function ticks(low, high, wanted) {
  const step = roundStep((high - low)/wanted), found = [];
  for (let k = Math.ceil(low/step - 1e-9); k*step <= high + 1e-9*step; k++)
    found.push(k*step);
  return {step, found};
}

/* So many digits that neighbours differ. */
function digits(low, high, step) {
  const size = Math.max(Math.abs(low), Math.abs(high));
  return Math.min(15, Math.max(6, Math.ceil(Math.log10(size/step)) + 1));
}

function number(value, precision) {
  if (value === 0) return "0";
  const text = String(Number(value.toPrecision(precision)));
  return text.replace(/-/g, "\u2212");
}

/* A point of a curve that has no value: null, or no number. */
function isMissing(c, i) {
  return !Number.isFinite(c.x[i]) || !Number.isFinite(c.y[i]);
}

function range(chart, of) {
  let low = Infinity, high = -Infinity;
  for (const c of chart.curves) {
    if (c.off) continue;
    for (let i = 0; i < c.y.length; i++) {
      if (isMissing(c, i)) continue;
      low = Math.min(low, c[of][i]);
      high = Math.max(high, c[of][i]);
    }
  }
  if (!(low <= high)) [low, high] = [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= 1e-9*size || high === low) {
    const half = size/2 || 1;
    return [low - half, high + half];
  }
  const free = of === "y" ? 0.04*(high - low)
    : chart.phase ? 0.03*(high - low) : 0;
  return [low - free, high + free];
}

/* A circle in a phase plot is to look like one, if that does not make it
 * tiny. */
function showAll(chart) {
  let [x0, x1, y0, y1] = [...range(chart, "x"), ...range(chart, "y")];
  const width = Math.max(260, chart.plot.clientWidth);
  const wide = (width - 80)/(x1 - x0), tall = (heightFor(width) - 52)/(y1 - y0);
  if (chart.phase && wide/tall > 0.25 && wide/tall < 4) {
    const grow = (a, b, by) => [(a + b - by*(b - a))/2, (a + b + by*(b - a))/2];
    if (wide > tall) [x0, x1] = grow(x0, x1, wide/tall);
    else [y0, y1] = grow(y0, y1, tall/wide);
  }
  chart.view = [x0, x1, y0, y1];
}

function heightFor(width) {
  return Math.round(Math.min(460, Math.max(250, 0.56*width)));
}

/* The first place whose x is not below the value; x does not go back. */
function findPlace(x, value) {
  let low = 0, high = x.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x[middle] < value) low = middle + 1; else high = middle;
  }
  return low;
}

function draw(chart) {
  const box = chart.plot, width = Math.max(260, box.clientWidth);
  const height = heightFor(width);
  const [x0, x1, y0, y1] = chart.view;
  const up = ticks(y0, y1, height < 300 ? 4 : 5);
  const across = ticks(x0, x1, Math.max(3, Math.min(9, width/110)));
  const upDigits = digits(y0, y1, up.step);
  const labels = up.found.map(v => number(v, upDigits));
  const left = 14 + 7.2*Math.max(3, ...labels.map(t => t.length))
    + (chart.y ? 18 : 0);
  const right = 14, top = 10, bottom = 42;
  const px = v => left + (v - x0)/(x1 - x0)*(width - left - right);
  const py = v => height - bottom - (v - y0)/(y1 - y0)*(height - top - bottom);
  Object.assign(chart, {width, height, left, right, top, bottom, px, py});
  const s = svg("svg", {viewBox: `0 0 ${width} ${height}`, height, role: "img"});
  svg("title", {}, s, chart.curves.map(c => c.name).join(", ") + " over "
    + chart.x);
  const clip = "clip" + charts.indexOf(chart);
  const area = {x: left, y: top, width: width - left - right,
    height: height - top - bottom};
  svg("rect", area, svg("clipPath", {id: clip}, svg("defs", {}, s)));
  for (const v of across.found) {
    svg("line", {x1: px(v), x2: px(v), y1: top, y2: height - bottom,
      stroke: "var(--line)"}, s);
    svg("text", {x: px(v), y: height - bottom + 16, "text-anchor": "middle"},
      s, number(v, digits(x0, x1, across.step)));
  }
  up.found.forEach((v, i) => {
    svg("line", {x1: left, x2: width - right, y1: py(v), y2: py(v),
      stroke: "var(--line)"}, s);
    svg("text", {x: left - 6, y: py(v) + 4, "text-anchor": "end"}, s,
      labels[i]);
  });
  svg("rect", {...area, fill: "none", stroke: "var(--frame)"}, s);
  svg("text", {class: "name", x: (left + width - right)/2, y: height - 6,
    "text-anchor": "middle"}, s, chart.x);
  if (chart.y) svg("text", {class: "name", "text-anchor": "middle", transform:
    `translate(14 ${(top + height - bottom)/2}) rotate(-90)`}, s, chart.y);
  const group = svg("g", {"clip-path": `url(#${clip})`}, s);
  for (const c of chart.curves) {
    if (!c.off) svg("path", {class: "curve", d: path(chart, c),
      stroke: `var(--c${c.colour})`, "stroke-dasharray": DASHES[c.dash],
      opacity: c.faint ? 0.35 : 1}, group);
  }
  chart.moving = svg("g", {"pointer-events": "none"}, s);
  chart.mark = svg("g", {"pointer-events": "none"}, s);
  chart.pick = svg("rect", {fill: "var(--pick)", stroke: "var(--c0)",
    visibility: "hidden", "pointer-events": "none"}, s);
  box.replaceChildren(s);
  listen(chart, s);
  showCursor(chart);
  if (chart.drawn) chart.drawn();
}

/* Only the points in sight, and one more on both sides. */
function path(chart, c) {
  let first = 0, end = c.x.length;
  if (c.sorted) {
    first = Math.max(0, findPlace(c.x, chart.view[0]) - 1);
    end = Math.min(end, findPlace(c.x, chart.view[1]) + 2);
    while (end < c.x.length && c.x[end] === c.x[end - 1]) end++;
  }
  const parts = [];
  let up = true;
  for (let i = first; i < end; i++) {
    if (isMissing(c, i)) { up = true; continue; }
    parts.push((up ? "M" : "L") + chart.px(c.x[i]).toFixed(1) + " "
      + chart.py(c.y[i]).toFixed(1));
    up = false;
  }
  return parts.join("");
}

/* --- values under the cursor --- */

/* On a line between two points; at a jump the later value. */
function valueAt(c, x) {
  const n = c.x.length;
  if (n === 0 || x < c.x[0] || x > c.x[n - 1]) return null;
  let i = findPlace(c.x, x);
  while (i + 1 < n && c.x[i] === x && c.x[i + 1] === x) i++;
  if (c.x[i] === x || i === 0) return c.y[i];
  const a = c.y[i - 1], b = c.y[i];
  if (a === null || b === null) return null;
  return a + (b - a)*(x - c.x[i - 1])/(c.x[i] - c.x[i - 1]);
}

/* Of a curve over another variable: the point that is nearest. */
function nearest(chart, c) {
  let best = -1, least = Infinity;
  for (let i = 0; i < c.x.length; i++) {
    if (isMissing(c, i)) continue;
    const d = (chart.px(c.x[i]) - chart.px(chart.at[0]))**2
      + (chart.py(c.y[i]) - chart.py(chart.at[1]))**2;
    if (d < least) [best, least] = [i, d];
  }
  return best;
}

function showCursor(chart) {
  chart.mark.replaceChildren();
  const at = chart.at, inside = at && at[0] >= chart.view[0]
    && at[0] <= chart.view[1];
  chart.curves.forEach(c => { c.shown.textContent = ""; });
  chart.line.textContent = "";
  if (!inside) return;
  if (!chart.phase) {
    const x = chart.px(at[0]);
    svg("line", {x1: x, x2: x, y1: chart.top, y2: chart.height - chart.bottom,
      stroke: "var(--soft)", "stroke-dasharray": "3 3"}, chart.mark);
    chart.line.textContent = chart.x.replace(/ \[.*/, "") + " = "
      + number(at[0], 6) + (chart.x.match(/\[(.*)\]$/) || ["", ""])[1]
        .replace(/^(.)/, " $1");
  }
  for (const c of chart.curves) {
    if (c.off) continue;
    let x = at[0], y;
    if (chart.phase || !c.sorted) {
      const i = nearest(chart, c);
      if (i < 0) continue;
      [x, y] = [c.x[i], c.y[i]];
      c.shown.textContent = `${number(y, 6)} at ${number(x, 6)}`;
    } else {
      y = valueAt(c, x);
      if (y === null) continue;
      c.shown.textContent = number(y, 6) + (c.unit ? " " + c.unit : "");
    }
    svg("circle", {cx: chart.px(x), cy: chart.py(y), r: 4,
      fill: `var(--c${c.colour})`}, chart.mark);
  }
}

/* --- zoom --- */

/* Charts over the same variable show the same part of it. */
function zoom(chart, view) {
  if (!(view[1] - view[0] > 1e-12*Math.max(1e-300, Math.abs(view[0])))) return;
  if (!(view[3] - view[2] > 1e-12*Math.max(1e-300, Math.abs(view[2])))) return;
  chart.view = view;
  chart.zoomed = true;
  for (const other of charts) {
    if (other !== chart && !other.phase && !chart.phase && other.x === chart.x)
      other.view = [view[0], view[1], other.view[2], other.view[3]];
    draw(other);
  }
}

function reset(chart) {
  for (const other of charts)
    if (other === chart || (!other.phase && !chart.phase)) {
      other.zoomed = false;
      showAll(other);
    }
  charts.forEach(draw);
}

function zoomBy(chart, factor, middle) {
  const [x0, x1, y0, y1] = chart.view;
  const x = middle ? middle[0] : chart.at && chart.at[0] > x0
    && chart.at[0] < x1 ? chart.at[0] : (x0 + x1)/2;
  const y = middle ? middle[1] : (y0 + y1)/2;
  zoom(chart, [x - (x - x0)*factor, x + (x1 - x)*factor,
    ...(chart.phase ? [y - (y - y0)*factor, y + (y1 - y)*factor] : [y0, y1])]);
}

function listen(chart, s) {
  const place = e => {
    const box = s.getBoundingClientRect(), [x0, x1, y0, y1] = chart.view;
    const u = (e.clientX - box.left)/box.width*chart.width;
    const v = (e.clientY - box.top)/box.height*chart.height;
    return {u, v, at: [
      x0 + (u - chart.left)/(chart.width - chart.left - chart.right)*(x1 - x0),
      y0 + (chart.height - chart.bottom - v)
        /(chart.height - chart.top - chart.bottom)*(y1 - y0)]};
  };
  let from = null;
  s.addEventListener("pointerdown", e => {
    if (e.pointerType === "mouse" && e.button === 0) {
      from = place(e);
      s.setPointerCapture(e.pointerId);
    }
    moveCursor(chart, place(e).at);
  });
  s.addEventListener("pointermove", e => {
    const to = place(e);
    moveCursor(chart, to.at);
    if (!from) return;
    const tall = Math.abs(to.v - from.v) > 14;
    for (const [name, value] of Object.entries({
      x: Math.min(from.u, to.u), width: Math.abs(to.u - from.u),
      y: tall ? Math.min(from.v, to.v) : chart.top,
      height: tall ? Math.abs(to.v - from.v)
        : chart.height - chart.top - chart.bottom, visibility: "visible"}))
      chart.pick.setAttribute(name, value);
  });
  s.addEventListener("pointerup", e => {
    if (!from) return;
    const to = place(e), begin = from;
    from = null;
    chart.pick.setAttribute("visibility", "hidden");
    if (Math.abs(to.u - begin.u) < 6) return;
    const tall = Math.abs(to.v - begin.v) > 14;
    const sort = (a, b) => a < b ? [a, b] : [b, a];
    zoom(chart, [...sort(begin.at[0], to.at[0]), ...(tall
      ? sort(begin.at[1], to.at[1]) : chart.view.slice(2))]);
  });
  s.addEventListener("dblclick", () => reset(chart));
  s.addEventListener("wheel", e => {
    if (!e.ctrlKey) return; /* the page scrolls */
    e.preventDefault();
    zoomBy(chart, e.deltaY > 0 ? 1.25 : 0.8, place(e).at);
  }, {passive: false});
}

function moveCursor(chart, at) {
  for (const other of charts) {
    if (other === chart) other.at = at;
    else if (!other.phase && !chart.phase && other.x === chart.x)
      other.at = [at[0], null];
    else continue;
    showCursor(other);
  }
}

/* --- the page --- */

function buildChart(chart, parent) {
  const figure = html("figure", "", parent), bar = html("div", "bar", figure);
  for (const [sign, what, act] of [
    ["\u2212", "zoom out", () => zoomBy(chart, 2)],
    ["+", "zoom in", () => zoomBy(chart, 0.5)],
    ["all", "show all", () => reset(chart)]]) {
    const button = html("button", "", bar, sign);
    button.title = what;
    button.setAttribute("aria-label", what);
    button.addEventListener("click", act);
  }
  chart.plot = html("div", "plot", figure);
  chart.line = html("p", "at", figure);
  chart.line.hidden = chart.phase;
  const key = html("ul", "key", figure);
  for (const c of chart.curves) {
    const button = html("button", "", html("li", "", key));
    const sample = svg("svg", {viewBox: "0 0 30 10"}, button);
    svg("line", {x1: 0, x2: 30, y1: 5, y2: 5, "stroke-width": 2.5,
      stroke: `var(--c${c.colour})`, "stroke-dasharray": DASHES[c.dash]},
      sample);
    html("span", "label", button, c.name);
    c.shown = html("span", "value", button);
    button.addEventListener("click", () => {
      c.off = !c.off;
      button.classList.toggle("off", c.off);
      draw(chart);
    });
  }
  return figure;
}

