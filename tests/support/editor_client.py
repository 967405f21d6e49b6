"""An editor made of a script: a client of the Language Server Protocol over
pipes."""

import contextlib
import json
import os
import pathlib
import select
import subprocess
import time

from .suite import Failure, RELEASE, folder, need

PATIENCE = 60  # s, on a machine that is busy with other tests


def uri_of(path):
    return pathlib.Path(path).absolute().as_uri()


class Editor:
    """One server and what it has said."""

    def __init__(self, *words, program=RELEASE, env=None):
        self.process = subprocess.Popen(
            [program, "lsp", *words], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
        self.bytes = b""
        self.last_id = 0
        self.said = []       # notifications that nobody has asked for yet
        self.versions = {}   # uri: number
        self.texts = {}      # uri: text

    # --- messages ---

    def write(self, raw):
        self.process.stdin.write(raw)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps(message).encode()
        self.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def notify(self, method, **params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def begin(self, method, **params):
        """Asks without waiting; the number of the request."""
        self.last_id += 1
        self.send({"jsonrpc": "2.0", "id": self.last_id, "method": method,
                   "params": params})
        return self.last_id

    def message(self, until):
        """The next message, None at the end of the output."""
        while True:
            head, mark, rest = self.bytes.partition(b"\r\n\r\n")
            if mark:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.bytes = rest[length:]
                    return json.loads(rest[:length])
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [],
                                              left)[0]:
                raise Failure("the server does not answer")
            part = os.read(self.process.stdout.fileno(), 1 << 20)
            if not part:
                return None
            self.bytes += part

    def answer(self, number):
        """The whole answer to a request."""
        until = time.monotonic() + PATIENCE
        for k, message in enumerate(self.said):
            if "method" not in message and message.get("id") == number:
                return self.said.pop(k)
        while True:
            message = self.message(until)
            if message is None:
                raise Failure("the server has ended")
            if "method" not in message and message.get("id") == number:
                return message
            self.said.append(message)

    def ask(self, method, **params):
        """The result."""
        answer = self.answer(self.begin(method, **params))
        if "result" not in answer:
            raise Failure(f"{method}: {answer}")
        return answer["result"]

    def fault(self, method, **params):
        """The code of the error."""
        answer = self.answer(self.begin(method, **params))
        need("error" in answer and answer["error"]["message"], f"{answer}")
        return answer["error"]["code"]

    # --- documents ---

    def start(self, root=None, capabilities=None, **options):
        return self.ask("initialize", processId=os.getpid(),
                        rootUri=uri_of(root) if root else None,
                        capabilities=capabilities or {},
                        initializationOptions=options)

    def open(self, path, text=None):
        """Opens a file, with this text if there is one; its URI."""
        uri = uri_of(path)
        if text is None:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        # what the server still says of an earlier text is not of this one
        self.versions[uri] = (self.versions.get(uri) or 0) + 1
        self.texts[uri] = text
        self.notify("textDocument/didOpen", textDocument={
            "uri": uri, "languageId": "modelica",
            "version": self.versions[uri], "text": text})
        return uri

    def change(self, uri, *changes):
        """Each: (begin, end, text) with (line, character), or a text."""
        self.versions[uri] += 1
        made = []
        for change in changes:
            if isinstance(change, str):
                made.append({"text": change})
                continue
            begin, end, text = change
            made.append({"range": {"start": place(*begin), "end": place(*end)},
                         "text": text})
        self.notify("textDocument/didChange", textDocument={
            "uri": uri, "version": self.versions[uri]}, contentChanges=made)

    def diagnostics(self, uri, wanted=None):
        """Those of the present version; with `wanted`: the first that fit."""
        until = time.monotonic() + PATIENCE
        seen = []
        while True:
            for k, message in enumerate(self.said):
                if message.get("method") != "textDocument/publishDiagnostics":
                    continue
                params = message["params"]
                if params["uri"] != uri or \
                        params.get("version") != self.versions[uri]:
                    continue
                del self.said[k]
                found = params["diagnostics"]
                seen.append(codes(found))
                if wanted is None or codes(found) == sorted(wanted):
                    return found
                break
            else:
                try:
                    message = self.message(until if wanted is None or not seen
                                           else min(until,
                                                    time.monotonic() + 10))
                except Failure:
                    raise Failure(f"wanted {wanted}, got {seen}") from None
                need(message, "the server has ended")
                self.said.append(message)

    def at(self, method, uri, line, character, **more):
        return self.ask(method, textDocument={"uri": uri},
                        position=place(line, character), **more)

    # --- the end ---

    def stop(self):
        """As editors do it; the exit status is 0 then."""
        need(self.ask("shutdown") is None, "the result of shutdown is null")
        self.notify("exit")
        self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        need(status == 0, f"the server ends with {status}")

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout,
                       self.process.stderr):
            with contextlib.suppress(OSError):
                stream.close()


def place(line, character):
    return {"line": line, "character": character}


def codes(diagnostics):
    return sorted(d.get("code", "") for d in diagnostics)


def span(range_):
    """((line, character), (line, character)) of a range."""
    return ((range_["start"]["line"], range_["start"]["character"]),
            (range_["end"]["line"], range_["end"]["character"]))


@contextlib.contextmanager
def editor(*words, root=None, options=None, capabilities=None, **more):
    """An editor that has begun, and a folder; it ends in good order."""
    with folder() as here:
        e = Editor(*words, **more)
        try:
            e.start(root=root or here, capabilities=capabilities,
                    **(options or {}))
            e.notify("initialized")
            e.here = here
            yield e
            e.stop()
        finally:
            e.end()
