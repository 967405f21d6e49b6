/* system.js: the calls of the system that the C library makes (WASI, preview 1).
 * There is what the model prints, a clock, and the files that the FMU has taken
 * along, to be read: `files` is a list of {name, bytes} with names like
 * resources/Library/path.
 */
"use strict";

const WASI = {NO_FILE: 8, WRONG: 28, NONE_SUCH: 44, NOT_THERE: 52,
  READ_ONLY: 69, NO_SEEK: 70};
const WASI_TERMINAL = 2, WASI_FOLDER = 3, WASI_REGULAR = 4;
const WASI_ROOT = 3; /* the number of the one folder that is open, "/" */
const WASI_CREATES = 1 | 8; /* path_open: O_CREAT, O_TRUNC */

/* The open files of one instance; 0, 1, 2 are the streams of C. */
class OpenFiles {
  constructor(files) {
    this.files = files;
    this.open = []; /* {bytes, at} */
  }

  /* "resources/./L//x" is "resources/L/x". */
  find(path) {
    const parts = [];
    for (const part of path.split("/")) {
      if (part === "..") parts.pop();
      else if (part !== "" && part !== ".") parts.push(part);
    }
    const name = parts.join("/");
    return this.files.find(file => file.name === name);
  }

  add(file) {
    let k = this.open.findIndex(one => !one);
    if (k < 0) k = this.open.length;
    this.open[k] = {bytes: file.bytes, at: 0};
    return WASI_ROOT + 1 + k;
  }

  at(number) { return this.open[number - WASI_ROOT - 1]; }

  close(number) {
    if (this.at(number)) this.open[number - WASI_ROOT - 1] = null;
  }
}

/* The calls about files that are there; each gives 0 or the number of its
 * error. */
function fileCalls(view, textAt, files) {
  const opened = new OpenFiles(files);

  function describe(at, bytes) { /* filestat */
    for (let k = 0; k < 64; k++) view().setUint8(at + k, 0);
    view().setUint8(at + 16, WASI_REGULAR);
    view().setBigUint64(at + 24, 1n, true);
    view().setBigUint64(at + 32, BigInt(bytes.length), true);
    return 0;
  }

  return {
    fd_prestat_get(file, at) {
      if (file !== WASI_ROOT) return WASI.NO_FILE;
      view().setUint32(at, 0, true); /* a folder */
      view().setUint32(at + 4, 1, true); /* the length of its name */
      return 0;
    },
    fd_prestat_dir_name(file, at, length) {
      if (file !== WASI_ROOT || length < 1) return WASI.WRONG;
      view().setUint8(at, "/".charCodeAt(0));
      return 0;
    },
    fd_fdstat_get(file, at) {
      for (let k = 0; k < 24; k++) view().setUint8(at + k, 0);
      if (file > WASI_ROOT && !opened.at(file)) return WASI.NO_FILE;
      view().setUint8(at, file < WASI_ROOT ? WASI_TERMINAL
        : file === WASI_ROOT ? WASI_FOLDER : WASI_REGULAR);
      if (file >= WASI_ROOT) { /* all that can be asked for may be */
        view().setBigUint64(at + 8, 0x1fffffffn, true);
        view().setBigUint64(at + 16, 0x1fffffffn, true);
      }
      return 0;
    },
    path_open(folder, follow, path, length, how, rights, inherited, flags, at) {
      const file = opened.find(textAt(path, length));
      if (!file) return how & 1 ? WASI.READ_ONLY : WASI.NONE_SUCH;
      if (how & WASI_CREATES) return WASI.READ_ONLY;
      view().setUint32(at, opened.add(file), true);
      return 0;
    },
    path_filestat_get(folder, flags, path, length, at) {
      const file = opened.find(textAt(path, length));
      return file ? describe(at, file.bytes) : WASI.NONE_SUCH;
    },
    fd_filestat_get(file, at) {
      const one = opened.at(file);
      return one ? describe(at, one.bytes) : WASI.NO_FILE;
    },
    fd_read(file, list, n, taken) {
      const one = opened.at(file);
      if (!one) return WASI.NO_FILE;
      let size = 0;
      for (let k = 0; k < n; k++) {
        const at = view().getUint32(list + 8*k, true);
        const length = view().getUint32(list + 8*k + 4, true);
        const part = one.bytes.subarray(one.at, one.at + length);
        new Uint8Array(view().buffer, at, part.length).set(part);
        one.at += part.length;
        size += part.length;
      }
      view().setUint32(taken, size, true);
      return 0;
    },
    fd_seek(file, offset, from, at) {
      const one = opened.at(file);
      if (!one) return WASI.NO_SEEK;
      const base = [0, one.at, one.bytes.length][from];
      const place = base + Number(offset);
      if (!(place >= 0)) return WASI.WRONG;
      one.at = place;
      view().setBigUint64(at, BigInt(place), true);
      return 0;
    },
    fd_tell(file, at) {
      const one = opened.at(file);
      if (!one) return WASI.NO_SEEK;
      view().setBigUint64(at, BigInt(one.at), true);
      return 0;
    },
    fd_close(file) {
      opened.close(file);
      return 0;
    },
  };
}

/* What `module` imports; `memory` gives its memory, `write` takes what is
 * printed. */
function systemCalls(module, memory, files, write) {
  const view = () => new DataView(memory().buffer);
  const textAt = (at, length) => new TextDecoder().decode(
    new Uint8Array(memory().buffer, at, length));
  const known = {
    ...fileCalls(view, textAt, files),
    fd_write(file, list, n, written) {
      let text = "", size = 0;
      if (file >= WASI_ROOT) return WASI.NO_FILE;
      for (let k = 0; k < n; k++) {
        const length = view().getUint32(list + 8*k + 4, true);
        text += textAt(view().getUint32(list + 8*k, true), length);
        size += length;
      }
      view().setUint32(written, size, true);
      write(text);
      return 0;
    },
    clock_time_get(clock, precision, at) {
      const now = BigInt(Math.round(performance.now()*1e6));
      view().setBigUint64(at, now, true);
      return 0;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
    proc_exit() { throw new Error("the model ended itself"); },
  };
  const calls = {};
  for (const {module: from, name} of WebAssembly.Module.imports(module)) {
    if (from === "wasi_snapshot_preview1")
      calls[name] = known[name] || (() => WASI.NOT_THERE);
  }
  return calls;
}
