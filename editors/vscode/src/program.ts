// The program foucault: its words, and how it is run.
import { spawn } from "node:child_process";
import * as path from "node:path";

export interface Settings {
  path: string;
  libraries: string[];
  arguments: string[];
}

export interface Ended {
  status: number | null; // null: it could not be started, or was ended
  output: string;
  messages: string;
}

/** ${workspaceFolder} at the front of a path, and ~. */
export function expandPath(
  text: string,
  workspace: string | undefined,
  home: string | undefined,
): string {
  if (workspace && text.startsWith("${workspaceFolder}"))
    return workspace + text.slice("${workspaceFolder}".length);
  if (home && (text === "~" || text.startsWith("~/")))
    return home + text.slice(1);
  return text;
}

export function libraryWords(settings: Settings): string[] {
  return settings.libraries.flatMap((folder) => ["-L", folder]);
}

/** What follows the name of the program. */
export function modelWords(
  command: string,
  settings: Settings,
  file: string,
  model: string | undefined,
  more: string[],
): string[] {
  const given = command === "explain" ? [] : settings.arguments;
  return [
    command,
    ...libraryWords(settings),
    ...given,
    ...(model ? ["--model", model] : []),
    ...more,
    "--",
    path.basename(file),
  ];
}

/** Runs it in a folder without a shell, until it ends or `stop` is called. */
export function run(
  settings: Settings,
  words: string[],
  folder: string,
  stopped: (stop: () => void) => void,
  said: (text: string) => void,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(settings.path, words, {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended: Ended = { status: null, output: "", messages: "" };
    stopped(() => child.kill("SIGINT"));
    child.stdout.setEncoding("utf8");
    child.stderr.setEncoding("utf8");
    child.stdout.on("data", (part: string) => (ended.output += part));
    child.stderr.on("data", (part: string) => {
      ended.messages += part;
      said(part);
    });
    child.on("error", (error: Error) => {
      ended.messages += error.message;
      resolve(ended);
    });
    child.on("close", (status: number | null) => {
      ended.status = status;
      resolve(ended);
    });
  });
}

/** Names of variables in the document of `simulate --json`, without those of
 * derivatives. */
export function variableNames(output: string): string[] {
  try {
    const final = (JSON.parse(output) as { final?: object }).final ?? {};
    return Object.keys(final).filter((name) => !name.startsWith("der("));
  } catch {
    return [];
  }
}
