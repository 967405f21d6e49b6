// An editor made of plain objects, as far as the language client asks for it:
// what the client registers can be called, what it shows can be read.

class Plain {
  constructor(...given) {
    this.given = given;
  }
}

class Emitter {
  constructor() {
    this.acts = new Set();
    this.event = (act, self) => {
      const bound = self ? act.bind(self) : act;
      this.acts.add(bound);
      return { dispose: () => this.acts.delete(bound) };
    };
  }
  fire(what) {
    return Promise.all([...this.acts].map((act) => act(what)));
  }
  dispose() {
    this.acts.clear();
  }
}

export class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(a, b, c, d) {
    this.start = typeof a === "number" ? new Position(a, b) : a;
    this.end = typeof a === "number" ? new Position(c, d) : b;
  }
}

class Uri {
  constructor(text) {
    const url = new URL(text);
    this.scheme = url.protocol.slice(0, -1);
    this.path = decodeURIComponent(url.pathname);
    this.fsPath = this.path;
    this.text = text;
  }
  toString() {
    return this.text;
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(path) {
    return new Uri("file://" + path);
  }
}

class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}
for (const [name, value] of Object.entries({
  Empty: "", QuickFix: "quickfix", Refactor: "refactor",
  RefactorExtract: "refactor.extract", RefactorInline: "refactor.inline",
  RefactorMove: "refactor.move", RefactorRewrite: "refactor.rewrite",
  Source: "source", SourceOrganizeImports: "source.organizeImports",
  SourceFixAll: "source.fixAll", Notebook: "notebook",
})) CodeActionKind[name] = new CodeActionKind(value);

/** A class whose objects have these members, in the order of its arguments. */
function record(...names) {
  return class {
    constructor(...given) {
      names.forEach((name, k) => (this[name] = given[k]));
    }
  };
}

const classes = {
  Position, Range, Uri, CodeActionKind, EventEmitter: Emitter,
  Selection: Range,
  Disposable: Object.assign(record("dispose"), {
    from: (...list) => ({ dispose: () => list.forEach((d) => d.dispose()) }),
  }),
  CancellationTokenSource: class {
    constructor() {
      this.token = { isCancellationRequested: false,
        onCancellationRequested: () => ({ dispose() {} }) };
    }
    cancel() {}
    dispose() {}
  },
  CancellationError: Error,
  Diagnostic: record("range", "message", "severity"),
  DiagnosticRelatedInformation: record("location", "message"),
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
  SymbolKind: { Module: 1, Namespace: 2, Package: 3, Class: 4, Interface: 10,
    Function: 11, Object: 18, Struct: 22 },
  SymbolTag: { Deprecated: 1 },
  Location: record("uri", "range"),
  Hover: record("contents", "range"),
  MarkdownString: record("value"),
  TextEdit: class extends record("range", "newText") {
    static replace(range, text) {
      return new this(range, text);
    }
  },
  WorkspaceEdit: class {
    steps = [];
    set(uri, edits) {
      this.steps.push({ uri: String(uri), edits });
    }
    replace(uri, range, newText) {
      this.set(uri, [{ range, newText }]);
    }
    renameFile(from, to) {
      this.steps.push({ from: String(from), to: String(to) });
    }
  },
  CodeAction: record("title", "kind"),
  CodeLens: record("range", "command"),
  InlayHint: record("position", "label", "kind"),
  DocumentSymbol: record("name", "detail", "kind", "range", "selectionRange"),
  SemanticTokens: record("data", "resultId"),
  CompletionItem: record("label", "kind"),
  CompletionList: record("items", "isIncomplete"),
  SignatureHelp: class {},
  ProgressLocation: { Window: 10 },
  ViewColumn: { Beside: -2 },
};

export function makeEditor({ folder, settings }) {
  const shown = new Map(); // URI: diagnostics
  const said = []; // messages to the user
  const providers = {}; // by what they provide
  const events = {};
  const news = new Emitter();
  const event = (name) => (events[name] ??= new Emitter()).event;
  const documents = [];
  const nothing = () => ({ dispose() {} });
  const tell = async (text) => void said.push(text);

  /** Members that nobody has named here: events, and things of no effect. */
  const loose = (known) => new Proxy(known, {
    get: (target, name) =>
      name in target ? target[name]
        : typeof name === "string" && name.startsWith("on") ? event(name)
          : undefined,
  });

  const vscode = new Proxy({
    ...classes,
    version: "1.96.0",
    env: { language: "en", appName: "Plain", openExternal: tell },
    commands: { registerCommand: nothing, executeCommand: async () => [] },
    languages: new Proxy({
      match: () => 10,
      createDiagnosticCollection: () => ({
        set: (uri, list) => {
          shown.set(String(uri), list);
          news.fire();
        },
        delete: (uri) => shown.delete(String(uri)),
        clear: () => shown.clear(),
        dispose() {},
      }),
    }, {
      get: (target, name) => target[name] ?? ((_selector, ...given) => {
        providers[name.replace(/^register|Provider$|EditProvider$/g, "")] =
          given.find((one) => typeof one === "object");
        return { dispose() {} };
      }),
    }),
    window: loose({
      createOutputChannel: () => ({ append() {}, appendLine() {}, show() {},
        dispose() {} }),
      showErrorMessage: tell, showWarningMessage: tell,
      showInformationMessage: tell, setStatusBarMessage() {},
      tabGroups: loose({ all: [] }),
      withProgress: (_options, act) => act({ report() {} }, {
        isCancellationRequested: false, onCancellationRequested: nothing }),
    }),
    workspace: loose({
      isTrusted: true,
      workspaceFolders: [{ uri: Uri.file(folder), name: "test", index: 0 }],
      getWorkspaceFolder: () => ({ uri: Uri.file(folder) }),
      getConfiguration: () => ({ get: (name) => settings[name] }),
      textDocuments: documents,
      notebookDocuments: [],
      createFileSystemWatcher: () => loose({ dispose() {} }),
    }),
  }, {
    get: (target, name) =>
      name in target || typeof name !== "string" || !/^[A-Z]/.test(name)
        ? target[name] : (target[name] = class extends Plain {}),
  });

  return {
    vscode, shown, said, providers,

    /** A text that is open. */
    open(path, text) {
      const document = {
        uri: Uri.file(path), fileName: path, languageId: "modelica",
        version: 1, isClosed: false, isDirty: false, text,
        getText() {
          return this.text;
        },
      };
      documents.push(document);
      events.onDidOpenTextDocument?.fire(document);
      return document;
    },

    /** Types: what stands in the range becomes the text. */
    async type(document, range, text) {
      const lines = document.text.split("\n");
      const at = (p) => lines.slice(0, p.line).reduce(
        (sum, line) => sum + line.length + 1, p.character);
      const [begin, end] = [at(range.start), at(range.end)];
      document.text =
        document.text.slice(0, begin) + text + document.text.slice(end);
      document.version++;
      await events.onDidChangeTextDocument?.fire({ document, contentChanges:
        [{ range, rangeOffset: begin, rangeLength: end - begin, text }] });
    },

    /** The diagnostics of a document, once they fit. */
    async wait(document, fits, patience = 30000) {
      const until = Date.now() + patience;
      for (;;) {
        const found = shown.get(String(document.uri));
        if (found && fits(found)) return found;
        if (Date.now() > until)
          throw new Error("shown: " + JSON.stringify(found));
        await new Promise((go) => {
          const listener = news.event(done);
          const timer = setTimeout(done, 1000);
          function done() {
            clearTimeout(timer);
            listener.dispose();
            go();
          }
        });
      }
    },
  };
}
