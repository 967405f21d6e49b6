/* engine.js: runs the model. Its FMI calls are those that any importer of the
 * Co-Simulation FMU makes, with the same steps; the module is the same C code,
 * compiled to WebAssembly. This text runs in a worker, or in the page where the
 * browser gives it none; system.js stands before it.
 *
 * A plan says what is run:
 *   name, guid      of the model
 *   start, stop, step, tolerance (null: the model's own)
 *   settings        [{kind, reference, value}]: parameters, start values, inputs
 *   moving, still   [{kind, reference}]: what is read at each point, and once
 * kinds: "Real", "Integer", "Boolean", "String".
 */
"use strict";

const STATUS = {warning: 1, discard: 2, error: 3};
const SLICE = 40; /* milliseconds of work before messages are looked at */

/* One instance in a memory of its own, from its first call to its last. */
class Run {
  constructor(module, files, plan) {
    this.plan = plan;
    this.log = [];     /* {status, text} */
    this.printed = ""; /* by the model */
    this.rows = [];    /* numbers: time, then one for each of plan.moving */
    this.time = plan.start;
    this.step = 0;
    this.ended = false;
    const memory = () => this.calls.memory;
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: systemCalls(module, memory,
        files, text => { this.printed += text; }),
      page: {log: (status, category, text) =>
        this.hear(status, this.textAt(category), this.textAt(text))},
    });
    this.calls = instance.exports;
    this.calls._initialize();
    this.moving = this.groups(plan.moving);
    this.still = this.groups(plan.still);
  }

  /* --- memory --- */

  textAt(at) {
    if (!at) return "";
    const bytes = new Uint8Array(this.calls.memory.buffer);
    let end = at;
    while (bytes[end]) end++;
    return new TextDecoder().decode(bytes.slice(at, end));
  }

  put(text) {
    const bytes = new TextEncoder().encode(text);
    const at = this.calls.malloc(bytes.length + 1);
    const place = new Uint8Array(this.calls.memory.buffer, at,
      bytes.length + 1);
    place.set(bytes);
    place[bytes.length] = 0;
    return at;
  }

  /* Variables of one kind are read by one call. */
  groups(list) {
    return ["Real", "Integer", "Boolean"].map(kind => {
      const members = [];
      list.forEach((v, k) => { if (v.kind === kind) members.push(k); });
      const references = this.calls.malloc(4*members.length + 4);
      const values = this.calls.malloc(8*members.length + 8);
      const view = new DataView(this.calls.memory.buffer);
      members.forEach((k, i) =>
        view.setUint32(references + 4*i, list[k].reference, true));
      return {kind, members, references, values};
    }).filter(group => group.members.length > 0);
  }

  read(groups, into, at) {
    for (const {kind, members, references, values} of groups) {
      this.check(this.calls["fmi2Get" + kind](this.instance, references,
        members.length, values), "fmi2Get" + kind);
      const view = new DataView(this.calls.memory.buffer);
      members.forEach((k, i) => {
        into[at + k] = kind === "Real" ? view.getFloat64(values + 8*i, true)
          : view.getInt32(values + 4*i, true);
      });
    }
  }

  /* --- what the model says --- */

  hear(status, category, text) {
    if (category === "logModelMessages") {
      this.printed += text;
    } else if (category === "logEvents") {
      const event = /^event at time (\S+):/.exec(text);
      if (event) this.take(Number(event[1]));
    } else if (status >= STATUS.warning) {
      this.log.push({status, text});
    }
  }

  check(status, call) {
    if (status < STATUS.discard) return;
    const cause = this.log.find(m => m.status >= STATUS.discard);
    throw new Error(cause ? cause.text
      : `${call} failed at time ${this.time}; the model does not say why`);
  }

  /* --- the calls of a simulation --- */

  set({kind, reference, value}) {
    const at = this.calls.malloc(16), view = () =>
      new DataView(this.calls.memory.buffer);
    view().setUint32(at, reference, true);
    if (kind === "Real") view().setFloat64(at + 8, value, true);
    else if (kind === "String") {
      const text = this.put(value);
      view().setUint32(at + 8, text, true);
    } else view().setInt32(at + 8, Number(value), true);
    this.check(this.calls["fmi2Set" + kind](this.instance, at, 1, at + 8),
      "fmi2Set" + kind);
    this.calls.free(at);
  }

  begin() {
    const {plan, calls} = this;
    this.instance = calls.page_instantiate(this.put(plan.name),
      this.put(plan.guid));
    if (!this.instance) this.check(STATUS.error, "fmi2Instantiate");
    plan.settings.forEach(setting => this.set(setting));
    this.check(calls.fmi2SetupExperiment(this.instance,
      plan.tolerance === null ? 0 : 1, plan.tolerance || 0, plan.start,
      plan.stop > plan.start ? 1 : 0, plan.stop), "fmi2SetupExperiment");
    this.check(calls.fmi2EnterInitializationMode(this.instance),
      "fmi2EnterInitializationMode");
    this.check(calls.fmi2ExitInitializationMode(this.instance),
      "fmi2ExitInitializationMode");
    const span = plan.stop - plan.start;
    this.steps = Math.ceil(span/plan.step*(1 - 1e-12));
    this.ended = this.steps === 0;
    this.take(plan.start);
    this.stillValues = new Float64Array(plan.still.length);
    this.read(this.still, this.stillValues, 0);
  }

  /* A point of the curves; of two equal ones at the same time one is enough. */
  take(time) {
    const row = new Float64Array(1 + this.plan.moving.length);
    row[0] = time;
    this.read(this.moving, row, 1);
    const last = this.last;
    if (last && last.every((value, k) => Object.is(value, row[k]))) return;
    this.last = row;
    this.rows.push(row);
  }

  /* To the next point of the grid: start + k*step, the last one is stop. */
  advance() {
    const {plan, calls} = this, k = ++this.step;
    const next = k >= this.steps ? plan.stop : plan.start + k*plan.step;
    while (this.time < next) {
      const status = calls.fmi2DoStep(this.instance, this.time,
        next - this.time, 1);
      if (status === STATUS.discard) {
        if (this.isOver(next)) return;
      } else {
        this.check(status, "fmi2DoStep");
        this.time = next;
      }
    }
    this.take(next);
    this.ended = k >= this.steps;
  }

  /* After a step that was not completed: the model has ended the run, or has
   * come some of the way. */
  isOver(next) {
    const at = this.calls.malloc(16);
    this.calls.fmi2GetRealStatus(this.instance, 2, at);
    const reached = new DataView(this.calls.memory.buffer).getFloat64(at, true);
    this.calls.fmi2GetBooleanStatus(this.instance, 3, at);
    const over = new DataView(this.calls.memory.buffer).getInt32(at, true);
    this.calls.free(at);
    if (over) {
      if (reached > this.last[0]) this.take(reached);
      this.time = reached;
      this.ended = true;
      return true;
    }
    if (!(reached > this.time + 1e-6*(next - this.time)))
      this.check(STATUS.discard, "fmi2DoStep");
    this.time = reached;
    return false;
  }

  /* The points since the last call, one after the other. */
  handOver() {
    const width = 1 + this.plan.moving.length;
    const points = new Float64Array(width*this.rows.length);
    this.rows.forEach((row, k) => points.set(row, k*width));
    this.rows = [];
    return points;
  }
}

/* Answers messages {load: bytes, files} once, then {plan, id}, {pause}, {go}, {end}.
 * Says {loaded}, {id, points, still, time} again and again, {id, done, ...} or
 * {id, failed}. `say` takes a message and what it hands over for good. */
function serve(say) {
  let module = null, files = [], run = null, id = 0, paused = false, waiting = false;

  function work() {
    waiting = false;
    if (!run || paused) return;
    try {
      const until = performance.now() + SLICE;
      while (!run.ended && performance.now() < until) run.advance();
    } catch (error) {
      report();
      fail(error);
      return;
    }
    report();
    if (run.ended) finish(); else later();
  }

  function later() {
    if (!waiting) setTimeout(work, 0);
    waiting = true;
  }

  function report() {
    const points = run.handOver();
    say({id, points, still: run.stillValues, time: run.time}, [points.buffer]);
  }

  function finish() {
    say({id, done: true, time: run.time, early: run.time < run.plan.stop,
      log: run.log, printed: run.printed});
    run = null;
  }

  /* An error of C code that jumps out has said why before it did. */
  function fail(error) {
    const cause = run && error instanceof WebAssembly.RuntimeError
      && run.log.find(m => m.status >= STATUS.discard);
    say({id, failed: cause ? cause.text : error.message,
      time: run ? run.time : null, printed: run ? run.printed : ""});
    run = null;
  }

  return async message => {
    if (message.load) {
      try {
        module = await WebAssembly.compile(message.load);
        files = message.files;
        say({loaded: true});
      } catch (error) {
        say({refused: error.message});
      }
    } else if (message.plan) {
      id = message.id;
      paused = false;
      run = null;
      try {
        run = new Run(module, files, message.plan);
        run.begin();
        later();
      } catch (error) {
        fail(error);
      }
    } else if (message.end) {
      run = null;
    } else {
      paused = Boolean(message.pause);
      if (!paused) later();
    }
  };
}
