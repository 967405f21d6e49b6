// One file for the editor, with the licences of what is in it; another one for
// the tests, whose language client is that of test/.
import { build } from "esbuild";
import * as fs from "node:fs";
import * as path from "node:path";

const common = {
  entryPoints: ["src/extension.ts"],
  bundle: true,
  platform: "node",
  target: "node18",
  format: "cjs",
  external: ["vscode"],
};

/** The licence of each package that came into the bundle. */
function notices(inputs) {
  const packages = new Set();
  for (const name of Object.keys(inputs)) {
    const found = /^(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(name);
    if (found) packages.add(found[1]);
  }
  return [...packages].sort().map((folder) => {
    const file = fs.readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
    if (!file) throw new Error(`${folder} has no licence`);
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    return `${folder.slice("node_modules/".length)}\n\n${text.trim()}\n`;
  }).join("\n----\n\n");
}

const done = await build({
  ...common,
  outfile: "out/extension.js",
  minify: true,
  metafile: true,
});
fs.writeFileSync("out/NOTICES.txt", notices(done.metafile.inputs));
await build({
  ...common,
  outfile: "out/test/extension.js",
  alias: { "vscode-languageclient/node": "./test/client.mock.mjs" },
});
