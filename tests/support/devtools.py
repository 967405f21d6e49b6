"""A headless Chromium that is spoken to through a pipe: pages that work for a
while in another thread, and are as wide as a phone."""

import base64
import json
import os
import select
import subprocess
import time

LONGEST = 60.0  # seconds of one answer
STARTS = 3


class EndedError(RuntimeError):
    pass


class Browser:
    """with Browser(folder) as browser: browser.open(path); the profile is in
    the folder."""

    def __init__(self, place):
        for attempt in range(STARTS):
            try:
                self._start(f"{place}/browser{attempt}")
                return
            except (BrokenPipeError, EndedError):
                # It has not seen any page yet.
                said = self._end()
        raise RuntimeError(f"Chromium ends as soon as it is started: {said}")

    def _start(self, place):
        os.makedirs(place)
        to_child, self.write_end = os.pipe()
        self.read_end, from_child = os.pipe()

        def give_pipes():
            # the browser reads 3 and writes 4
            reader, writer = os.dup(to_child), os.dup(from_child)
            os.dup2(reader, 3)
            os.dup2(writer, 4)

        self.log = os.path.join(place, "log")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                ["chromium", "--headless", "--no-sandbox", "--disable-gpu",
                 "--disable-dev-shm-usage", "--no-first-run",
                 "--host-resolver-rules=MAP * ~NOTFOUND",
                 f"--user-data-dir={place}/profile", "--remote-debugging-pipe",
                 "about:blank"],
                stdout=subprocess.DEVNULL, stderr=log,
                preexec_fn=give_pipes, close_fds=False,
                env=dict(os.environ, HOME=place))
        os.close(to_child)
        os.close(from_child)
        self.waiting = b""
        self.number = 0
        self.session = None
        self.console = []   # errors, and what the page was refused
        self.asked = []     # addresses that the page asked for
        target = self.call("Target.createTarget", url="about:blank")
        self.session = self.call("Target.attachToTarget", flatten=True,
                                 targetId=target["targetId"])["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def _end(self):
        """Gives what it has said at last."""
        self.process.kill()
        status = self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return f"status {status}, {file.read()[-500:]}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._end()

    def _message(self, until):
        while b"\0" not in self.waiting:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.read_end], [], [], left)[0]:
                raise TimeoutError("the browser does not answer")
            got = os.read(self.read_end, 1 << 20)
            if not got:
                raise EndedError("the browser has ended")
            self.waiting += got
        text, self.waiting = self.waiting.split(b"\0", 1)
        message = json.loads(text)
        self._note(message)
        return message

    def _note(self, message):
        about = message.get("params", {})
        method = message.get("method")
        if method == "Runtime.exceptionThrown":
            self.console.append(about["exceptionDetails"].get(
                "exception", {}).get("description", "an exception"))
        elif method == "Log.entryAdded" and about["entry"]["level"] == "error":
            self.console.append(about["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.asked.append(about["request"]["url"])

    def call(self, method, **about):
        self.number += 1
        message = {"id": self.number, "method": method, "params": about}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + LONGEST
        while True:
            answer = self._message(until)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def evaluate(self, text):
        """The value of an expression; a promise is waited for."""
        result = self.call("Runtime.evaluate", expression=text,
                           awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get(
                "exception", {}).get("description", str(result)))
        return result["result"].get("value")

    def wait(self, text):
        """Until the expression is true."""
        until = time.monotonic() + LONGEST
        while not self.evaluate(text):
            if time.monotonic() > until:
                raise TimeoutError(f"never true: {text}")
            time.sleep(0.05)

    def open(self, address, width=1280, height=900):
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete' "
                  "&& location.href !== 'about:blank'")

    def picture(self, path, whole=False):
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))
