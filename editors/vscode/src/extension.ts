// The extension: the language server, and the commands of a model.
import * as fs from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

import { pageForView, pageWithMessages } from "./page";
import { modelAt, Outline } from "./place";
import {
  Ended,
  expandPath,
  libraryWords,
  modelWords,
  run,
  Settings,
  variableNames,
} from "./program";

/** A side view, and what is done again when the text is saved. */
interface View {
  panel: vscode.WebviewPanel;
  page: string;
  again: () => Promise<void>;
  file: string;
}

let client: LanguageClient | undefined;
let channel: vscode.OutputChannel;
let folder: string; // for pages that are shown
const views = new Map<string, View>();
const chosen = new Map<string, string>(); // of a model: what was plotted last

function settingsFor(uri: vscode.Uri | undefined): Settings {
  const given = vscode.workspace.getConfiguration("foucault", uri);
  const workspace = (
    uri && vscode.workspace.getWorkspaceFolder(uri)
      ? vscode.workspace.getWorkspaceFolder(uri)
      : vscode.workspace.workspaceFolders?.[0]
  )?.uri.fsPath;
  const expand = (text: string) => expandPath(text, workspace, os.homedir());
  return {
    path: expand(given.get<string>("path") || "foucault"),
    libraries: (given.get<string[]>("libraries") ?? []).map(expand),
    arguments: given.get<string[]>("arguments") ?? [],
  };
}

/* --- the language server --- */

async function startServer(): Promise<void> {
  const given = vscode.workspace.getConfiguration("foucault");
  if (!given.get<boolean>("languageServer") || !vscode.workspace.isTrusted)
    return;
  const settings = settingsFor(undefined);
  client = new LanguageClient(
    "foucault",
    "Foucault",
    {
      command: settings.path,
      args: ["lsp", ...libraryWords(settings)],
      options: {},
    },
    {
      documentSelector: [{ scheme: "file", language: "modelica" }],
      outputChannel: channel,
      synchronize: {
        fileEvents: vscode.workspace.createFileSystemWatcher("**/*.mo"),
      },
    },
  );
  try {
    await client.start();
  } catch (error) {
    channel.appendLine(`foucault lsp: ${String(error)}`);
    client = undefined;
    await complainMissing(settings);
  }
}

async function stopServer(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function complainMissing(settings: Settings): Promise<void> {
  const open = "Open Settings";
  const answer = await vscode.window.showErrorMessage(
    `The program '${settings.path}' could not be started. Where is foucault?`,
    open,
  );
  if (answer === open)
    await vscode.commands.executeCommand(
      "workbench.action.openSettings",
      "foucault.path",
    );
}

/* --- which model --- */

interface Chosen {
  file: string;
  folder: string;
  model: string | undefined;
  settings: Settings;
}

const packages = [vscode.SymbolKind.Package, vscode.SymbolKind.Module,
  vscode.SymbolKind.Namespace];
const classes = [...packages, vscode.SymbolKind.Class,
  vscode.SymbolKind.Struct, vscode.SymbolKind.Interface,
  vscode.SymbolKind.Function, vscode.SymbolKind.Object];

function outlineOf(symbols: vscode.DocumentSymbol[]): Outline[] {
  return symbols.map((s) => ({
    name: s.name,
    isPackage: packages.includes(s.kind),
    isClass: classes.includes(s.kind),
    first: s.range.start.line,
    last: s.range.end.line,
    children: outlineOf(s.children),
  }));
}

/** The model of the editor in front, saved; undefined: there is none. */
async function chooseModel(): Promise<Chosen | undefined> {
  const editor = vscode.window.activeTextEditor;
  const document = editor?.document;
  if (!document || document.languageId !== "modelica") {
    void vscode.window.showInformationMessage("Open a Modelica file first.");
    return undefined;
  }
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showInformationMessage(
      "Models may run C code: trust this workspace first.",
    );
    return undefined;
  }
  if (document.isDirty && !(await document.save())) return undefined;
  const symbols = await vscode.commands.executeCommand<
    vscode.DocumentSymbol[] | undefined
  >("vscode.executeDocumentSymbolProvider", document.uri);
  const file = document.uri.fsPath;
  return {
    file,
    folder: path.dirname(file),
    model: modelAt(
      document.getText(),
      outlineOf(symbols ?? []),
      editor.selection.active.line,
    ),
    settings: settingsFor(document.uri),
  };
}

/* --- runs --- */

/** Runs the program with a note that can be cancelled; undefined: it could not
 * be started. */
async function runOn(
  c: Chosen,
  command: string,
  more: string[],
): Promise<Ended | undefined> {
  const words = modelWords(command, c.settings, c.file, c.model, more);
  channel.appendLine(`> foucault ${words.join(" ")}`);
  const ended = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Window,
      title: `foucault ${command} ${c.model ?? path.basename(c.file)}`,
      cancellable: true,
    },
    (_progress, token) =>
      run(
        c.settings,
        words,
        c.folder,
        (stop) => token.onCancellationRequested(stop),
        (text) => channel.append(text),
      ),
  );
  if (ended.status !== null || !/ENOENT|EACCES/.test(ended.messages))
    return ended;
  await complainMissing(c.settings);
  return undefined;
}

async function tell(c: Chosen, ended: Ended, good: string): Promise<void> {
  if (ended.output) channel.append(ended.output);
  if (ended.status === 0) {
    void vscode.window.setStatusBarMessage(`$(check) ${good}`, 5000);
    return;
  }
  const show = "Show Messages";
  const first = ended.messages.split("\n")[0] || "no message";
  const answer = await vscode.window.showErrorMessage(
    `${c.model ?? path.basename(c.file)}: ${first}`,
    show,
  );
  if (answer === show) channel.show(true);
}

async function build(): Promise<void> {
  const c = await chooseModel();
  const ended = c && (await runOn(c, "build", []));
  if (c && ended) await tell(c, ended, "the FMU is built");
}

async function simulate(): Promise<void> {
  const c = await chooseModel();
  const ended = c && (await runOn(c, "simulate", []));
  if (!c || !ended) return;
  if (ended.status === 0) channel.show(true);
  await tell(c, ended, "simulated");
}

/* --- views --- */

function viewFor(key: string, title: string, file: string): View {
  const known = views.get(key);
  if (known) {
    known.panel.reveal(undefined, true);
    return known;
  }
  const panel = vscode.window.createWebviewPanel(
    "foucault",
    title,
    { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
    { enableScripts: true, localResourceRoots: [], enableFindWidget: true },
  );
  const view: View = { panel, page: "", again: async () => {}, file };
  panel.onDidDispose(() => views.delete(key));
  views.set(key, view);
  return view;
}

/** Draws the page of the command; the old one stays below messages. */
async function draw(
  view: View,
  c: Chosen,
  command: string,
  words: (page: string) => string[],
): Promise<void> {
  const page = path.join(folder, `${command}-${Date.now()}.html`);
  const ended = await runOn(c, command, words(page));
  if (!ended) return;
  try {
    view.page = pageForView(await fs.readFile(page, "utf8"));
  } catch {
    /* it was not written: the old one stays */
  }
  await fs.rm(page, { force: true });
  view.panel.webview.html =
    ended.status === 0
      ? view.page
      : pageWithMessages(view.page, ended.messages || "The run has failed.");
}

async function show(
  c: Chosen,
  command: string,
  title: string,
  words: (page: string) => string[],
): Promise<void> {
  const name = c.model ?? path.basename(c.file, ".mo");
  const view = viewFor(`${command} ${c.file} ${name}`, `${title} ${name}`,
    c.file);
  view.again = () => draw(view, c, command, words);
  await view.again();
}

async function explain(): Promise<void> {
  const c = await chooseModel();
  if (c) await show(c, "explain", "Explain", (page) => ["--html", page]);
}

async function plot(): Promise<void> {
  const c = await chooseModel();
  const ended = c && (await runOn(c, "simulate", ["--json"]));
  if (!c || !ended) return;
  const names = variableNames(ended.output);
  if (ended.status !== 0 || names.length === 0) {
    await tell(c, { ...ended, output: "" }, "");
    return;
  }
  const key = `${c.file} ${c.model ?? ""}`;
  const before = (chosen.get(key) ?? "").split(",");
  const picked = await vscode.window.showQuickPick(
    names.map((label) => ({ label, picked: before.includes(label) })),
    { canPickMany: true, title: "Which variables?" },
  );
  if (!picked || picked.length === 0) return;
  const list = picked.map((item) => item.label).join(",");
  chosen.set(key, list);
  await show(c, "simulate", "Plot", (page) => [
    "--plot", list, "--plot-file", page, "--quiet",
  ]);
}

/** What is shown of a file follows it. */
async function saved(document: vscode.TextDocument): Promise<void> {
  if (document.languageId !== "modelica") return;
  for (const view of [...views.values()]) {
    if (view.panel.visible) await view.again();
  }
}

/* --- begin and end --- */

export async function activate(
  context: vscode.ExtensionContext,
): Promise<void> {
  channel = vscode.window.createOutputChannel("Foucault");
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "foucault-view-"));
  const commands: [string, () => Promise<void>][] = [
    ["foucault.build", build],
    ["foucault.simulate", simulate],
    ["foucault.plot", plot],
    ["foucault.explain", explain],
    ["foucault.restart", async () => {
      await stopServer();
      await startServer();
    }],
  ];
  context.subscriptions.push(
    channel,
    ...commands.map(([name, act]) =>
      vscode.commands.registerCommand(name, act),
    ),
    vscode.workspace.onDidSaveTextDocument(saved),
    vscode.workspace.onDidGrantWorkspaceTrust(startServer),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      const names = ["path", "libraries", "languageServer"];
      if (!names.some((n) => event.affectsConfiguration(`foucault.${n}`)))
        return;
      await stopServer();
      await startServer();
    }),
  );
  await startServer();
}

export async function deactivate(): Promise<void> {
  await stopServer();
  views.clear();
  if (folder) await fs.rm(folder, { recursive: true, force: true });
}
