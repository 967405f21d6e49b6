/* results.js: the numbers of one run, a column for each variable, which grow
 * while it runs. */

class Results {
  /* moving, still: names, in the order of the engine's plan */
  constructor(moving, still) {
    this.place = new Map(moving.map((name, k) => [name, k + 1]));
    this.place.set("time", 0);
    this.stillPlace = new Map(still.map((name, k) => [name, k]));
    this.width = moving.length + 1;
    this.room = 64;
    this.columns = Array.from({length: this.width},
      () => new Float64Array(this.room));
    this.n = 0;
    this.still = [];
  }

  append(points, still) {
    const rows = points.length/this.width;
    if (this.n + rows > this.room) {
      this.room = Math.max(2*this.room, this.n + rows);
      this.columns = this.columns.map(old => {
        const column = new Float64Array(this.room);
        column.set(old.subarray(0, this.n));
        return column;
      });
    }
    for (let r = 0; r < rows; r++) {
      for (let k = 0; k < this.width; k++)
        this.columns[k][this.n + r] = points[r*this.width + k];
    }
    this.n += rows;
    if (still) this.still = still;
  }

  get times() { return this.columns[0].subarray(0, this.n); }
  get end() { return this.n > 0 ? this.columns[0][this.n - 1] : NaN; }

  /* All values of a variable; what does not move has one for each point. */
  column(name) {
    if (this.place.has(name))
      return this.columns[this.place.get(name)].subarray(0, this.n);
    return new Float64Array(this.n).fill(
      this.still[this.stillPlace.get(name)]);
  }

  /* At a time: on the line between two points, after a jump at it. */
  at(name, time) {
    if (!this.place.has(name)) return this.still[this.stillPlace.get(name)];
    if (this.n === 0) return NaN;
    const x = this.times, y = this.columns[this.place.get(name)];
    const found = valueAt({x, y}, Math.min(Math.max(time, x[0]),
      x[this.n - 1]));
    return found === null ? NaN : found;
  }

  /* As `foucault simulate -o` writes it. */
  csv(names) {
    const quote = name => /[",\n]/.test(name)
      ? '"' + name.replace(/"/g, '""') + '"' : name;
    const columns = names.map(name => this.column(name));
    const lines = [["time", ...names.map(quote)].join(",")];
    for (let r = 0; r < this.n; r++)
      lines.push([this.times[r], ...columns.map(c => c[r])].join(","));
    return lines.join("\n") + "\n";
  }
}
