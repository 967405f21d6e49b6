// Stands for vscode-languageclient/node in the tests.
export class LanguageClient {
  static made = [];
  constructor(id, name, server, options) {
    Object.assign(this, { id, name, server, options, calls: [] });
    LanguageClient.made.push(this);
    globalThis.languageClients = LanguageClient.made;
  }
  async start() {
    this.calls.push("start");
    if (globalThis.serverFails) throw new Error("spawn ENOENT");
  }
  async stop() {
    this.calls.push("stop");
  }
}
