// The extension as it is packed, with its own language client, and the real
// server: FOUCAULT is the program.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import Module, { createRequire } from "node:module";
import * as os from "node:os";
import * as path from "node:path";
import { after, test } from "node:test";
import { makeEditor, Position } from "./plain_editor.mjs";

const require = createRequire(import.meta.url);
const here = path.dirname(new URL(import.meta.url).pathname);
const folder = fs.realpathSync(
  fs.mkdtempSync(path.join(os.tmpdir(), "foucault-server-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
assert.ok(process.env.FOUCAULT, "FOUCAULT names the program");

const settings = { path: process.env.FOUCAULT, libraries: [], arguments: [],
  languageServer: true };
const editor = makeEditor({ folder, settings });
const load = Module._load;
Module._load = (name, ...rest) =>
  name === "vscode" ? editor.vscode : load(name, ...rest);
const extension = require(path.join(here, "../out/extension.js"));

const text = `within Lib;
model Ball "falls"
  Real h(start = 1, fixed = true) "height \u{1F600}", v;
equation
  der(h) = v
  der(v) = -g;
end Ball;
`;
fs.mkdirSync(path.join(folder, "Lib"));
fs.writeFileSync(path.join(folder, "Lib/package.mo"),
  "within;\npackage Lib\n  constant Real g = 9.81;\nend Lib;\n");
fs.writeFileSync(path.join(folder, "Lib/package.order"), "g\nBall\n");
const file = path.join(folder, "Lib/Ball.mo");
fs.writeFileSync(file, text);
const document = editor.open(file, text);
const none = new editor.vscode.CancellationTokenSource().token;
const codes = (list) => list.map((d) => d.code).sort().join(" ");

await extension.activate({ subscriptions: [] });
after(() => extension.deactivate());

test("faults are shown, and the fix mends them", async () => {
  const [fault] = await editor.wait(document,
    (list) => codes(list) === "E120");
  assert.equal(fault.severity, editor.vscode.DiagnosticSeverity.Error);
  const [fix] = await editor.providers.CodeActions.provideCodeActions(
    document, fault.range, { diagnostics: [fault], triggerKind: 1 }, none);
  assert.equal(fix.title, "put ';' here");
  const [{ uri, edits: [edit] }] = fix.edit.steps;
  assert.equal(uri, String(document.uri));
  await editor.type(document, edit.range, edit.newText);
  assert.ok(document.text.includes("der(h) = v;"));
  await editor.wait(document, (list) => !codes(list).includes("E"));
});

test("hover, definition and outline", async () => {
  const hover = await editor.providers.Hover.provideHover(document,
    new Position(4, 6), none);
  assert.match(hover.contents.value, /height[^]*state/);
  const place = await editor.providers.Definition.provideDefinition(document,
    new Position(5, 12), none);
  assert.ok(String(place.uri).endsWith("/Lib/package.mo"));
  assert.equal(place.range.start.line, 2);
  const [symbol] = await editor.providers.DocumentSymbol
    .provideDocumentSymbols(document, none);
  assert.deepEqual(symbol.children.map((c) => c.name), ["h", "v"]);
});

test("completion, colours, lenses and hints", async () => {
  const list = await editor.providers.CompletionItem.provideCompletionItems(
    document, new Position(5, 12), none, { triggerKind: 0 });
  const labels = (list.items ?? list).map((item) => item.label);
  assert.ok(labels.includes("h") && labels.includes("der"), `${labels}`);
  const tokens = await editor.providers.DocumentSemanticTokens
    .provideDocumentSemanticTokens(document, none);
  assert.ok(tokens.data.length > 20 && tokens.data.length % 5 === 0);
  const [lens] = await editor.providers.CodeLens.provideCodeLenses(document,
    none);
  assert.match(lens.command.title, /2 equations, 2 unknowns/);
});

test("a class takes its file along", async () => {
  const edit = await editor.providers.Rename.provideRenameEdits(document,
    new Position(1, 7), "Stone", none);
  const texts = edit.steps.filter((s) => s.edits).map(
    (s) => path.relative(folder, new URL(s.uri).pathname));
  assert.deepEqual(texts, ["Lib/Ball.mo", "Lib/Ball.mo", "Lib/package.order"]);
  const moved = edit.steps.filter((s) => s.to);
  assert.equal(moved.length, 1);
  assert.ok(moved[0].from.endsWith("/Lib/Ball.mo"));
  assert.ok(moved[0].to.endsWith("/Lib/Stone.mo"));
  await assert.rejects(editor.providers.Rename.provideRenameEdits(document,
    new Position(1, 7), "g", none), /declared there already/);
});

test("text before a character of two units is not miscounted", async () => {
  const column = document.text.split("\n")[2].indexOf(", v;") + 2;
  const range = { start: new Position(2, column),
    end: new Position(2, column + 1) };
  await editor.type(document, range, "w");
  assert.ok(document.text.includes('\u{1F600}", w;'));
  const found = await editor.wait(document,
    (list) => list.some((d) => d.code === "E202"));
  assert.deepEqual(found.filter((d) => d.code === "E202").map(
    (d) => d.range.start.line), [4, 5]);
  await editor.type(document, range, "v");
  await editor.wait(document, (list) => !codes(list).includes("E202"));
});

test("it ends without a complaint", async () => {
  await extension.deactivate();
  assert.deepEqual(editor.said, []);
});
