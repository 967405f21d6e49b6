/* panel.js: sliders and fields for parameters, start values and inputs, and
 * those of the run itself. */

const SHOWN_AT_MOST = 60; /* fields in a group; others are found by name */

function startOf(v) {
  if (v.kind === "String") return v.start || "";
  if (v.kind === "Boolean") return v.start === "true" || v.start === "1";
  return v.start === undefined ? 0 : Number(v.start);
}

/* Which group of the panel a variable belongs to; null: it is computed. */
function groupOf(v) {
  if (v.causality === "parameter") return "Parameters";
  if (v.causality === "input") return "Inputs";
  if (v.start === undefined || v.causality === "independent") return null;
  if (v.variability === "constant" || v.causality === "calculatedParameter")
    return null;
  if (v.initial === "exact") return "Start values";
  return v.initial === "approx" ? "Guesses at the start" : null;
}

/* From where to where a slider goes; null: there is no sense in one. */
function sliderRange(v) {
  if (v.kind === "Boolean" || v.kind === "String" || v.items) return null;
  const value = startOf(v), size = Math.abs(value) || 1;
  let low = value > 0 ? value/10 : value < 0 ? 3*value : -1;
  let high = value > 0 ? 3*value : value < 0 ? value/10 : 1;
  if (v.causality !== "parameter") [low, high] = [value - 2*size, value + 2*size];
  if (v.min !== undefined) low = Math.max(low, Number(v.min));
  if (v.max !== undefined) high = Math.min(high, Number(v.max));
  if (v.min !== undefined && v.max !== undefined
      && Number(v.max) - Number(v.min) < 100*size)
    [low, high] = [Number(v.min), Number(v.max)];
  if (v.kind === "Integer")
    [low, high] = [Math.ceil(low), Math.max(Math.ceil(low) + 1,
      Math.floor(high))];
  return low < high ? [low, high] : null;
}

/* A number of few digits near a place on a slider. */
function rounded(value, span) {
  const digit = 10**Math.floor(Math.log10(span/400));
  return Number((Math.round(value/digit)*digit).toPrecision(12));
}

class Panel {
  /* changed(): a value is another one now; it is asked for by settings(). */
  constructor(place, model, changed) {
    this.changed = changed;
    this.values = new Map(); /* name: value, of those that were changed */
    this.rows = new Map();   /* name: {show(value)} */
    this.model = model;
    const groups = new Map([["Parameters", []], ["Inputs", []],
      ["Start values", []], ["Guesses at the start", []]]);
    for (const v of model.variables) {
      const group = groupOf(v);
      if (group) groups.get(group).push(v);
    }
    for (const [title, members] of groups)
      if (members.length > 0) this.group(place, title, members);
    this.run(place);
  }

  group(place, title, members) {
    const closed = title.startsWith("Guesses");
    const section = html("section", "", place);
    const inside = closed ? html("details", "", section) : section;
    html(closed ? "summary" : "h2", "", inside, title);
    const list = html("div", "", null);
    if (members.length > 12) {
      const find = html("input", "find", inside);
      find.type = "search";
      find.placeholder = "find by name";
      find.setAttribute("aria-label", `find in ${title}`);
      find.addEventListener("input", () =>
        this.fill(list, members, find.value));
    }
    inside.append(list);
    this.fill(list, members, "");
  }

  fill(list, members, text) {
    const wanted = text.toLowerCase();
    const found = members.filter(v => v.name.toLowerCase().includes(wanted)
      || (v.description || "").toLowerCase().includes(wanted));
    list.replaceChildren();
    for (const v of found.slice(0, SHOWN_AT_MOST)) this.field(list, v);
    if (found.length > SHOWN_AT_MOST)
      html("p", "more", list, `and ${found.length - SHOWN_AT_MOST} more`);
    if (found.length === 0) html("p", "more", list, "nothing has this name");
  }

  field(list, v) {
    const row = html("div", "field", list);
    const id = `value${this.rows.size}`;
    const name = html("label", "name", row, v.name);
    name.htmlFor = id;
    if (v.unit && v.unit !== "1") html("span", "unit", name, ` [${v.unit}]`);
    const input = html(v.items ? "select" : "input", "", row);
    input.id = id;
    const range = sliderRange(v), slider = range ? html("input", "", row) : null;
    if (v.description) html("span", "about", row, v.description);
    if (v.items) {
      for (const item of v.items)
        html("option", "", input, item.name).value = item.value;
    } else {
      input.type = v.kind === "Boolean" ? "checkbox"
        : v.kind === "String" ? "text" : "number";
      input.step = v.kind === "Integer" ? 1 : "any";
      if (v.min !== undefined) input.min = v.min;
      if (v.max !== undefined) input.max = v.max;
    }
    const show = value => {
      if (input.type === "checkbox") input.checked = value;
      else input.value = v.kind === "Real"
        ? Number(value.toPrecision(8)) : value;
      if (slider) slider.value = value;
      row.classList.toggle("changed", this.values.has(v.name));
    };
    const read = () => input.type === "checkbox" ? input.checked
      : v.kind === "String" ? input.value
        : input.value === "" ? NaN : Number(input.value);
    input.addEventListener("change", () => {
      if (!input.checkValidity() || Number.isNaN(read())) return;
      this.set(v, read());
    });
    if (slider) {
      slider.type = "range";
      slider.setAttribute("aria-label", v.name);
      [slider.min, slider.max] = range;
      slider.step = v.kind === "Integer" ? 1 : "any";
      slider.addEventListener("input", () => this.set(v, v.kind === "Integer"
        ? Number(slider.value)
        : rounded(Number(slider.value), range[1] - range[0])));
    }
    this.rows.set(v.name, {show});
    show(this.values.has(v.name) ? this.values.get(v.name) : startOf(v));
  }

  set(v, value) {
    const isPlain = v.causality === "parameter" || v.causality === "input";
    if (isPlain && value === startOf(v)) this.values.delete(v.name);
    else this.values.set(v.name, value);
    const row = this.rows.get(v.name);
    if (row) row.show(value);
    this.changed();
  }

  /* By the name in a link; false: there is no such value. */
  setByName(name, text) {
    const v = this.model.variables.find(one => one.name === name);
    if (!v || !groupOf(v)) return false;
    const value = v.kind === "String" ? text : v.kind === "Boolean"
      ? text === "true" || text === "1" : Number(text);
    if (Number.isNaN(value)) return false;
    this.set(v, value);
    return true;
  }

  run(place) {
    const section = html("section", "", place);
    html("h2", "", section, "Run");
    this.experiment = {stop: this.model.stop, step: this.model.step};
    this.runInputs = {};
    for (const [key, label] of [["stop", "stop time"],
      ["step", "output interval"]]) {
      const row = html("div", "field", section);
      const name = html("label", "name", row, label);
      html("span", "unit", name, " [s]");
      const input = html("input", "", row);
      name.htmlFor = input.id = `run_${key}`;
      input.type = "number";
      input.step = "any";
      input.value = this.model[key];
      this.runInputs[key] = input;
      input.addEventListener("change", () =>
        this.setRun(key, Number(input.value)));
    }
  }

  /* Nothing else is taken than what can be run. */
  setRun(key, value) {
    const span = key === "stop" ? value - this.model.start
      : this.experiment.stop - this.model.start;
    const step = key === "step" ? value : this.experiment.step;
    const good = Number.isFinite(value) && span > 0 && step > 0
      && span/step < 1e6;
    if (good) this.experiment[key] = value;
    this.runInputs[key].value = this.experiment[key];
    if (good) this.changed();
    return good;
  }

  reset() {
    this.values.clear();
    this.experiment = {stop: this.model.stop, step: this.model.step};
    for (const key of ["stop", "step"])
      this.runInputs[key].value = this.experiment[key];
    for (const v of this.model.variables) {
      const row = this.rows.get(v.name);
      if (row) row.show(startOf(v));
    }
  }

  /* Start values that nobody has set may follow from parameters. */
  showStarts(results) {
    for (const v of this.model.variables) {
      const row = this.rows.get(v.name);
      if (!row || this.values.has(v.name) || !results.place.has(v.name)
          || v.kind !== "Real" || v.causality === "input") continue;
      row.show(results.column(v.name)[0]);
    }
  }

  settings() {
    return this.model.variables.filter(v => this.values.has(v.name)).map(v =>
      ({kind: v.kind, reference: v.reference, value: this.values.get(v.name)}));
  }
}
