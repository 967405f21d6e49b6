/* main.js: puts the page together: the engine, the clock, the plots, links.
 *
 * The part of the address after # names values:
 *   #L=2&stop=20      begins with these values
 *   #table=x,y        shows the results as CSV in the page; #table: all
 * window.foucault.run({L: 2}) runs with these values and promises the Results.
 */

const model = JSON.parse(document.getElementById("model").textContent);
const element = id => document.getElementById(id);
const isMoving = v => v.kind !== "String" && v.causality !== "independent"
  && (v.variability === "continuous" || v.variability === "discrete");
const isStill = v => v.kind !== "String" && !isMoving(v)
  && v.causality !== "independent";
const moving = model.variables.filter(isMoving);
const still = model.variables.filter(isStill);
const unitOf = new Map(model.variables.map(v => [v.name, v.unit || ""]));
unitOf.set("time", "s");

let results = null;  /* of the run that is shown */
let charts = [];     /* of chart.js */
const specs = [];    /* {over, curves: [{name, over}]}: what each chart shows;
                        new curves are shown over `over` */
let kept = null;     /* the results of a run to compare with */

/* --- the engine --- */

/* A worker; where the browser refuses it, slices of time of this page. */
function startEngine(hear) {
  const text = element("engine").textContent;
  try {
    const address = URL.createObjectURL(new Blob(
      [text, "const answer = serve((m, given) => postMessage(m, given));\n",
        "onmessage = e => answer(e.data);"], {type: "text/javascript"}));
    const worker = new Worker(address);
    worker.onmessage = e => hear(e.data);
    return message => worker.postMessage(message);
  } catch (error) {
    const answer = serve(message => hear(message));
    return message => { answer(message); };
  }
}

/* Of bytes that are deflated and in base64. */
async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), letter => letter.charCodeAt(0));
  if (typeof DecompressionStream === "undefined")
    throw new Error("this browser is too old to unpack the model");
  const stream = new Blob([bytes]).stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

/* The model and the files that it reads. */
async function engineParts() {
  const packed = element("files").textContent.split(",");
  const bytes = async text =>
    new Uint8Array(text === "" ? 0 : await unpacked(text));
  return {load: await unpacked(element("module").textContent),
    files: await Promise.all(model.files.map(async (name, k) =>
      ({name, bytes: await bytes(packed[k])})))};
}

const engine = {
  send: null, id: 0, running: false, waiting: [],

  start() {
    engine.send = startEngine(engine.hear);
    engineParts().then(parts => engine.send(parts),
      error => tell(error.message, true));
  },

  run() {
    engine.id++;
    engine.running = true;
    engine.began = performance.now();
    results = new Results(moving.map(v => v.name), still.map(v => v.name));
    const plain = ({kind, reference}) => ({kind, reference});
    engine.send({id: engine.id, plan: {name: model.name, guid: model.guid,
      start: model.start, stop: panel.experiment.stop,
      step: Math.min(panel.experiment.step,
        panel.experiment.stop - model.start),
      tolerance: model.tolerance, settings: panel.settings(),
      moving: moving.map(plain), still: still.map(plain)}});
  },

  hear(message) {
    if (message.loaded) { ready(); return; }
    if (message.refused) { tell(message.refused, true); return; }
    if (message.id !== engine.id) return; /* of a run that was given up */
    if (message.points) {
      results.append(message.points, message.still);
      showProgress(message.time);
    } else {
      engine.running = false;
      runEnded(message);
      engine.waiting.splice(0).forEach(done => done(message));
    }
  },
};

/* --- what is said --- */

function tell(text, isWrong) {
  const status = element("status");
  status.textContent = text;
  status.classList.toggle("wrong", Boolean(isWrong));
}

function showProgress(time) {
  const part = (time - model.start)/(panel.experiment.stop - model.start);
  if (performance.now() - engine.began > 300) {
    tell(`computing … ${Math.floor(100*part)} %`);
    refresh();
  }
}

function runEnded(message) {
  const took = (performance.now() - engine.began)/1000;
  refresh();
  if (message.failed) {
    tell(message.failed, true);
  } else {
    const lines = [`${results.n} points, computed in ${took.toFixed(2)} s`];
    if (message.early)
      lines[0] += `; the model ended the run at ${number(message.time, 6)} s`;
    for (const {text} of message.log.slice(0, 3)) lines.push(text);
    if (message.printed) lines.push(message.printed.trimEnd());
    tell(lines.join("\n"));
  }
  element("save").disabled = results.n === 0;
  if (results.n > 0) panel.showStarts(results);
  showTable();
}

/* --- plots --- */

const splitNames = text => text.split(/,(?![^[(]*[\])])/);

function readSpecs() {
  for (const text of model.plots) {
    const curves = splitNames(text).map(word => {
      const [name, over] = word.split(/:(?![^[(]*[\])])/);
      return {name, over: over || "time"};
    });
    const overTime = curves.filter(c => c.over === "time");
    const others = curves.filter(c => c.over !== "time");
    for (const group of [overTime, others])
      if (group.length > 0) specs.push({over: group[0].over, curves: group});
  }
  if (specs.length > 0) return;
  const plain = moving.filter(v => v.kind === "Real"
    && !v.name.startsWith("der(") && !v.name.startsWith("stateSet"));
  const states = new Set(model.states.map(k => model.variables[k].name));
  const first = [plain.filter(v => v.causality === "output"),
    plain.filter(v => states.has(v.name)), plain, moving]
    .find(list => list.length > 0) || [];
  specs.push({over: "time", curves: first.slice(0, 3)
    .map(v => ({name: v.name, over: "time"}))});
}

const labelled = name => unitOf.get(name) && unitOf.get(name) !== "1"
  ? `${name} [${unitOf.get(name)}]` : name;

/* The chart of a specification, with the numbers that there are now. */
function fillChart(chart, spec) {
  const phase = spec.curves.some(c => c.over !== "time");
  const units = new Set(spec.curves.map(c => unitOf.get(c.name)));
  const unit = units.size === 1 ? [...units][0] : "";
  chart.x = [...new Set(spec.curves.map(c => labelled(c.over)))].join(", ");
  chart.y = spec.curves.length === 1 ? labelled(spec.curves[0].name)
    : unit && unit !== "1" ? `[${unit}]` : "";
  chart.phase = phase;
  chart.curves = spec.curves.map(({name, over}, k) => ({
    name: over !== "time" ? `${name} over ${over}` : name,
    unit: unitOf.get(name) === "1" ? "" : unitOf.get(name),
    colour: k % 6, dash: Math.floor(k/6) % 4, sorted: !phase,
    off: chart.curves && chart.curves[k] && chart.curves[k].off
      && chart.curves[k].of === name,
    of: name, over, x: results.column(over), y: results.column(name)}));
}

function makeChart(spec, before) {
  const chart = {spec, at: null};
  fillChart(chart, spec);
  chart.figure = buildChart(chart, element("charts"));
  if (before) before.replaceWith(chart.figure);
  chart.drawn = () => {
    showKept(chart);
    showNow(chart);
  };
  chart.choice = choiceOf(chart);
  chart.figure.append(chart.choice);
  return chart;
}

/* After another choice of variables the chart is made again. */
function remakeChart(old) {
  const k = charts.indexOf(old), open = old.choice.open;
  const chart = makeChart(old.spec, old.figure);
  chart.choice.open = open;
  charts[k] = chart;
  showAll(chart);
  draw(chart);
}

/* New numbers; the part that is seen stays if it was zoomed to. */
function refresh() {
  for (const chart of charts) {
    const shown = chart.curves.map(c => c.shown), zoomed = chart.zoomed;
    fillChart(chart, chart.spec);
    chart.curves.forEach((c, k) => { c.shown = shown[k]; });
    if (!zoomed) showAll(chart);
    draw(chart);
  }
  picture.measure(results);
  showMoment();
}

function choiceOf(chart) {
  const box = html("details", "choose", null), {spec} = chart;
  html("summary", "", box, "Choose what is plotted");
  const row = html("div", "row", box), find = html("input", "", row);
  find.type = "search";
  find.placeholder = "find by name";
  find.setAttribute("aria-label", "find a variable");
  const label = html("label", "", row, "over ");
  const over = html("input", "", label);
  over.type = "text";
  over.value = spec.over;
  over.setAttribute("list", "names");
  const remove = html("button", "", row, "Remove this plot");
  const lines = html("div", "lines", box);
  const fill = () => {
    const wanted = find.value.toLowerCase();
    const found = moving.filter(v => v.name.toLowerCase().includes(wanted));
    lines.replaceChildren();
    for (const v of found.slice(0, 200)) {
      const line = html("label", "", lines);
      const tick = html("input", "", line);
      tick.type = "checkbox";
      tick.checked = spec.curves.some(c => c.name === v.name);
      html("span", "", line, labelled(v.name));
      if (v.description) line.title = v.description;
      tick.addEventListener("change", () => {
        spec.curves = tick.checked
          ? [...spec.curves, {name: v.name, over: spec.over}]
          : spec.curves.filter(c => c.name !== v.name);
        remakeChart(chart);
      });
    }
    if (found.length > 200)
      html("p", "more", lines, `and ${found.length - 200} more: find them`);
  };
  find.addEventListener("input", fill);
  over.addEventListener("change", () => {
    if (over.value !== "time" && !moving.some(v => v.name === over.value)) {
      over.value = spec.over;
      return;
    }
    spec.over = over.value;
    spec.curves = spec.curves.map(c => ({...c, over: over.value}));
    remakeChart(chart);
  });
  remove.addEventListener("click", () => {
    charts.splice(charts.indexOf(chart), 1);
    chart.figure.remove();
  });
  box.addEventListener("toggle", () => { if (box.open) fill(); });
  return box;
}

/* --- time goes on --- */

const SPEEDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000, 1e4, 1e5, 1e6];
const clock = {now: model.start, playing: false, last: 0};

function usualSpeed() {
  const span = model.stop - model.start;
  if (span >= 2 && span <= 60) return 1;
  return SPEEDS.find(s => span/s <= 15) || SPEEDS[SPEEDS.length - 1];
}

function buildSpeeds() {
  const select = element("speed"), usual = usualSpeed();
  for (const s of SPEEDS) {
    if (s < usual/10 || s > usual*20) continue;
    const option = html("option", "", select, s === 1 ? "real time" : `${s}×`);
    option.value = s;
    option.selected = s === usual;
  }
  html("option", "", select, "to the end").value = Infinity;
}

/* The picture, the dots of the plots and the slider, at the moment. */
function showMoment() {
  const stop = panel.experiment.stop, slider = element("moment");
  slider.min = model.start;
  slider.max = stop;
  slider.value = clock.now;
  element("clock").textContent = `t = ${clock.now.toFixed(
    Math.max(0, 2 - Math.floor(Math.log10((stop - model.start)/10))))} s`;
  charts.forEach(showNow);
  picture.draw(results, clock.now);
}

function showNow(chart) {
  chart.moving.replaceChildren();
  if (!results || results.n === 0) return;
  if (clock.now <= model.start && !clock.playing) return;
  const inside = (x, y) => x >= chart.view[0] && x <= chart.view[1]
    && y >= chart.view[2] && y <= chart.view[3];
  for (const c of chart.curves) {
    if (c.off) continue;
    const x = c.over === "time" ? clock.now : results.at(c.over, clock.now);
    const y = results.at(c.of, clock.now);
    if (inside(x, y)) svg("circle", {cx: chart.px(x), cy: chart.py(y), r: 4.5,
      fill: `var(--c${c.colour})`, stroke: "var(--page)"}, chart.moving);
  }
}

/* The curves of the run that was kept, behind those of this one. */
function showKept(chart) {
  if (!kept) return;
  const clip = chart.plot.querySelector("g[clip-path]");
  for (const c of chart.curves) {
    if (c.off) continue;
    const old = {x: kept.column(c.over), y: kept.column(c.of), sorted: c.sorted};
    clip.prepend(svg("path", {class: "curve", d: path(chart, old), opacity: 0.4,
      stroke: `var(--c${c.colour})`, "stroke-dasharray": "3 3"}));
  }
}

function toggleKept() {
  kept = kept ? null : results;
  element("keep").textContent = kept ? "Forget the kept run" : "Keep this run";
  charts.forEach(draw);
}

function setPlaying(playing) {
  clock.playing = playing;
  clock.last = performance.now();
  element("play").textContent = playing ? "Pause" : "Run";
  if (engine.running) engine.send(playing ? {go: true} : {pause: true});
  if (playing) requestAnimationFrame(tick);
}

function tick(now) {
  if (!clock.playing) return;
  const speed = Number(element("speed").value);
  const passed = Math.max(0, now - clock.last)/1000;
  clock.last = now;
  const end = results.n > 0 ? results.end : model.start;
  clock.now = speed === Infinity ? end
    : Math.min(end, clock.now + passed*speed);
  showMoment();
  if (clock.now >= end && !engine.running) setPlaying(false);
  else requestAnimationFrame(tick);
}

function play() {
  if (clock.playing) { setPlaying(false); return; }
  if (!engine.running && clock.now >= results.end) clock.now = model.start;
  setPlaying(true);
}

/* --- values, links, files --- */

/* Changes that come together, as from a slider, make one run. */
let isPlanned = false;
function valuesChanged() {
  if (!engine.send || isPlanned || !isReady) return;
  isPlanned = true;
  setTimeout(() => {
    isPlanned = false;
    writeLink();
    engine.run();
    if (clock.now > panel.experiment.stop) clock.now = model.start;
  }, 0);
}

function linkWords() {
  const words = [...panel.values].map(([name, value]) =>
    `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  for (const key of ["stop", "step"]) {
    if (panel.experiment[key] !== model[key])
      words.push(`${key}=${panel.experiment[key]}`);
  }
  return words;
}

const tableWord = location.hash.slice(1).split("&")
  .find(word => /^table(=|$)/.test(word));

function writeLink() {
  const words = linkWords();
  if (tableWord) words.push(tableWord);
  history.replaceState(null, "", words.length > 0 ? "#" + words.join("&")
    : location.pathname + location.search);
}

function readLink() {
  const wrong = [];
  for (const word of location.hash.slice(1).split("&")) {
    const [name, ...rest] = word.split("=").map(decodeURIComponent);
    if (!name || name === "table") continue;
    const value = rest.join("=");
    const good = name === "stop" || name === "step"
      ? panel.setRun(name, Number(value)) : panel.setByName(name, value);
    if (!good) wrong.push(name);
  }
  return wrong;
}

function showTable() {
  if (!tableWord) return;
  const names = tableWord.includes("=")
    ? splitNames(decodeURIComponent(tableWord.slice(6)))
    : moving.map(v => v.name);
  element("table").textContent = results.csv(names);
  element("table").hidden = false;
}

function saveTable() {
  const link = html("a", "", null);
  link.href = URL.createObjectURL(new Blob(
    [results.csv(moving.map(v => v.name))], {type: "text/csv"}));
  link.download = `${model.name}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function copyLink() {
  const words = linkWords();
  const text = location.href.replace(/#.*/, "")
    + (words.length > 0 ? "#" + words.join("&") : "");
  try {
    await navigator.clipboard.writeText(text);
    tell("The link is in the clipboard.");
  } catch (error) {
    tell(text);
  }
}

function resetModel() {
  panel.reset();
  setPlaying(false);
  clock.now = model.start;
  charts.forEach(chart => { chart.zoomed = false; });
  valuesChanged();
}

window.foucault = {
  model,
  run(changes = {}) {
    const wrong = Object.keys(changes).filter(name => !(name in panel.experiment
      ? panel.setRun(name, changes[name])
      : panel.setByName(name, String(changes[name]))));
    if (wrong.length > 0)
      return Promise.reject(new Error(`no value can be set: ${wrong}`));
    engine.run();
    return new Promise((done, failed) => engine.waiting.push(message =>
      message.failed ? failed(new Error(message.failed)) : done(results)));
  },
};

/* --- the page --- */

const panel = new Panel(element("panel"), model, valuesChanged);
const picture = new Picture(element("picture"), model.shapes);
let isReady = false;

function ready() {
  const wrong = readLink();
  for (const id of ["play", "reset", "moment"]) element(id).disabled = false;
  isReady = true;
  engine.run();
  charts = specs.map(spec => makeChart(spec));
  charts.forEach(showAll);
  charts.forEach(draw);
  if (wrong.length > 0)
    tell(`the link names values that cannot be set: ${wrong}`, true);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (model.shapes.length > 0 && !still) setPlaying(true);
}

readSpecs();
buildSpeeds();
const names = html("datalist", "", document.body);
names.id = "names";
for (const name of ["time", ...moving.map(v => v.name)].slice(0, 2000))
  html("option", "", names).value = name;

element("play").addEventListener("click", play);
element("reset").addEventListener("click", resetModel);
element("moment").addEventListener("input", () => {
  setPlaying(false);
  clock.now = Number(element("moment").value);
  showMoment();
});
element("add").addEventListener("click", () => {
  const chart = makeChart({over: "time",
    curves: moving.slice(0, 1).map(v => ({name: v.name, over: "time"}))});
  chart.choice.open = true;
  charts.push(chart);
  showAll(chart);
  draw(chart);
});
element("keep").addEventListener("click", toggleKept);
element("save").addEventListener("click", saveTable);
element("link").addEventListener("click", copyLink);
addEventListener("resize", () => {
  charts.forEach(draw);
  if (results) picture.draw(results, clock.now);
});

/* The explanation is as tall as its text. */
const explained = document.querySelector("#explained iframe");
if (explained) element("explained").addEventListener("toggle", () => {
  const inner = explained.contentDocument;
  if (inner && inner.body)
    explained.style.height = `${inner.documentElement.scrollHeight + 20}px`;
});

engine.start();
