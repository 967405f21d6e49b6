// The extension in an editor that is made of plain objects, with a program that
// notes its words.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import Module, { createRequire } from "node:module";
import * as os from "node:os";
import * as path from "node:path";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const here = path.dirname(new URL(import.meta.url).pathname);
const place = fs.mkdtempSync(path.join(os.tmpdir(), "foucault-editor-"));
process.on("exit", () => fs.rmSync(place, { recursive: true }));

// PROGRAM: writes its words, one a line, and the page it is asked for.
const program = path.join(place, "foucault");
fs.writeFileSync(program, `#!/bin/sh
{ printf '["%s"' "$PWD"
  for word; do printf ',"%s"' "$word"; done
  printf ']\\n'; } >>"${place}/words"
if [ -e "${place}/fail" ]; then
  echo "m.mo:1:1: error E120: <b>no</b>" >&2
  exit 1
fi
command=$1
while [ $# -gt 0 ]; do
  case "$1" in
  --html | --plot-file)
    echo "<html><head><title>t</title></head><body>$command</body></html>" >"$2" ;;
  --json) echo '{"final": {"x": 1, "der(x)": 2, "y": 3}}' ;;
  esac
  shift
done
`, { mode: 0o755 });

function words() {
  const text = fs.readFileSync(path.join(place, "words"), "utf8");
  fs.rmSync(path.join(place, "words"));
  return text.trim().split("\n").map((line) => JSON.parse(line));
}

/* --- the editor --- */

const settings = { path: program, libraries: ["${workspaceFolder}/libs"],
  arguments: ["--stop=2"], languageServer: true };
const commands = new Map(), listeners = {}, panels = [], errors = [];
let symbols = [], picks;
const file = path.join(place, "m.mo");
const document = {
  languageId: "modelica", isDirty: true, uri: { fsPath: file },
  text: "model M\n  Real x;\nend M;\n", saves: 0,
  getText() { return this.text; },
  async save() { this.saves++; this.isDirty = false; return true; },
};
const listen = (name) => (act) => {
  listeners[name] = act;
  return { dispose() {} };
};
const vscode = {
  SymbolKind: { Module: 1, Namespace: 2, Package: 3, Class: 4, Function: 11,
    Interface: 10, Struct: 22, Object: 18, Variable: 12 },
  ProgressLocation: { Window: 10 },
  ViewColumn: { Beside: -2 },
  commands: {
    registerCommand(name, act) {
      commands.set(name, act);
      return { dispose() {} };
    },
    async executeCommand() { return symbols; },
  },
  window: {
    activeTextEditor: { document, selection: { active: { line: 1 } } },
    createOutputChannel: () => ({ text: "", append(t) { this.text += t; },
      appendLine(t) { this.text += t + "\n"; }, show() {}, dispose() {} }),
    async showErrorMessage(text) { errors.push(text); },
    async showInformationMessage(text) { errors.push(text); },
    setStatusBarMessage() {},
    async showQuickPick(items) {
      return items.filter((item) => picks.includes(item.label));
    },
    withProgress: (_options, act) =>
      act({}, { onCancellationRequested() {} }),
    createWebviewPanel(_type, title, _column, options) {
      const panel = { title, options, visible: true, webview: { html: "" },
        reveal() {}, onDidDispose(act) { this.dispose = act; } };
      panels.push(panel);
      return panel;
    },
  },
  workspace: {
    isTrusted: true,
    workspaceFolders: [{ uri: { fsPath: place } }],
    getWorkspaceFolder: () => ({ uri: { fsPath: place } }),
    getConfiguration: () => ({ get: (name) => settings[name] }),
    createFileSystemWatcher: (pattern) => ({ pattern }),
    onDidSaveTextDocument: listen("save"),
    onDidGrantWorkspaceTrust: listen("trust"),
    onDidChangeConfiguration: listen("change"),
  },
};
const load = Module._load;
Module._load = (name, ...rest) =>
  name === "vscode" ? vscode : load(name, ...rest);
const extension = require(path.join(here, "../out/test/extension.js"));
const context = { subscriptions: [] };
await extension.activate(context);

/* --- what it does --- */

test("the server is started with the library folders", async () => {
  const [client] = globalThis.languageClients;
  assert.equal(client.server.command, program);
  assert.deepEqual(client.server.args,
    ["lsp", "-L", path.join(place, "libs")]);
  assert.deepEqual(client.options.documentSelector,
    [{ scheme: "file", language: "modelica" }]);
  assert.deepEqual(client.calls, ["start"]);
  await listeners.change({ affectsConfiguration: (n) => n.endsWith("path") });
  assert.deepEqual(client.calls, ["start", "stop"]);
  assert.equal(globalThis.languageClients.length, 2);
  await listeners.change({ affectsConfiguration: () => false });
  assert.equal(globalThis.languageClients.length, 2);
});

test("all commands of package.json are there", () => {
  const listed = JSON.parse(fs.readFileSync(path.join(here,
    "../package.json"), "utf8")).contributes.commands.map((c) => c.command);
  assert.deepEqual([...commands.keys()].sort(), listed.sort());
});

test("build saves, and runs in the folder of the file", async () => {
  await commands.get("foucault.build")();
  assert.equal(document.saves, 1);
  assert.deepEqual(words(), [[place, "build", "-L", path.join(place, "libs"),
    "--stop=2", "--", "m.mo"]]);
});

test("a class of a package is named", async () => {
  document.text = "within A.B;\npackage P\n  model Q\n    Real x;\n  end Q;\n";
  const range = (a, b) => ({ start: { line: a }, end: { line: b } });
  symbols = [{ name: "P", kind: 3, range: range(1, 9), children: [
    { name: "Q", kind: 4, range: range(2, 4), children: [
      { name: "x", kind: 12, range: range(3, 3), children: [] }] }] }];
  vscode.window.activeTextEditor.selection.active.line = 3;
  await commands.get("foucault.simulate")();
  assert.deepEqual(words()[0].slice(5), ["--model", "A.B.P.Q", "--", "m.mo"]);
  symbols = [];
  document.text = "model M\nend M;\n";
});

test("explain shows a page that fetches nothing", async () => {
  await commands.get("foucault.explain")();
  const [run] = words();
  assert.equal(run[1], "explain");
  assert.ok(!run.includes("--stop=2"));
  const html = panels[0].webview.html;
  assert.match(html, /<head>\n<meta http-equiv="Content-Security-Policy"/);
  assert.match(html, /default-src 'none'/);
  assert.match(html, /<body>explain/);
  assert.deepEqual(panels[0].options.localResourceRoots, []);
});

test("plot asks for variables, draws, and follows saves", async () => {
  picks = ["x", "y"];
  await commands.get("foucault.plot")();
  const [first, second] = words();
  assert.ok(first.includes("--json"));
  assert.equal(second[second.indexOf("--plot") + 1], "x,y");
  assert.match(panels[1].webview.html, /<body>simulate/);
  panels[0].visible = false;
  await listeners.save(document);
  assert.equal(words().length, 1);
  fs.writeFileSync(path.join(place, "fail"), "");
  await listeners.save(document);
  assert.match(panels[1].webview.html,
    /<body><pre[^>]*>m\.mo:1:1: error E120: &lt;b&gt;no&lt;\/b&gt;/);
  assert.match(panels[1].webview.html, /simulate<\/body>/);
  fs.rmSync(path.join(place, "fail"));
  await listeners.save(document);
  assert.doesNotMatch(panels[1].webview.html, /E120/);
  panels[1].dispose();
  words();
  await listeners.save(document);
  assert.ok(!fs.existsSync(path.join(place, "words")));
});

test("a fault is told", async () => {
  fs.writeFileSync(path.join(place, "fail"), "");
  errors.length = 0;
  await commands.get("foucault.build")();
  assert.match(errors[0], /^m\.mo: m\.mo:1:1: error E120/);
  fs.rmSync(path.join(place, "fail"));
  words();
});

test("a program that is missing, a workspace without trust", async () => {
  errors.length = 0;
  settings.path = path.join(place, "absent");
  await commands.get("foucault.build")();
  assert.match(errors[0], /absent' could not be started/);
  vscode.workspace.isTrusted = false;
  await commands.get("foucault.build")();
  assert.match(errors[1], /trust this workspace/);
  const before = globalThis.languageClients.length;
  await commands.get("foucault.restart")();
  assert.equal(globalThis.languageClients.length, before);
  vscode.workspace.isTrusted = true;
  globalThis.serverFails = true;
  await commands.get("foucault.restart")();
  assert.match(errors[2], /could not be started/);
  settings.path = program;
});

test("it ends", async () => {
  await extension.deactivate();
  assert.ok(context.subscriptions.length >= 8);
});
