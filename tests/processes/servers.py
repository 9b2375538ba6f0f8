"""Real server processes: started, spoken to over HTTP, and killed."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

from tests.docs.pages import ROOT

PATIENCE = 60
"""Seconds after which something that should have happened counts as never happening."""


class ServerProcess:
    """A process that says on its standard output what a test waits for, a line each."""

    def __init__(self, *command: str, settings: Mapping[str, str], folder: Path) -> None:
        self._log = (folder / f"stderr-{len(list(folder.glob('stderr-*')))}").open("w+")
        ambient = {name: text for name, text in os.environ.items() if "REFEREE" not in name}
        self._process = subprocess.Popen(
            [sys.executable, *command],
            cwd=folder,
            env={**ambient, "PYTHONPATH": str(ROOT), **settings, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def line_with(self, words: str) -> str:
        """The next line that contains these words; fails if the process ends or takes too long."""
        while True:
            try:
                line = self._lines.get(timeout=PATIENCE)
            except queue.Empty:
                raise AssertionError(f"no line with {words!r} came\n{self.log()}") from None
            if line is None:
                raise AssertionError(f"the process ended before {words!r}\n{self.log()}")
            if words in line:
                return line

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def url(self) -> str:
        """Where it serves, once it says so."""
        (url,) = re.findall(r"http://[^\s,]+", self.line_with("http://"))
        return str(url)

    def log(self) -> str:
        """What the process has written to its standard error."""
        self._log.flush()
        self._log.seek(0)
        return self._log.read()

    def kill(self) -> None:
        """SIGKILL: no cleaning up, no last words."""
        self._process.send_signal(signal.SIGKILL)
        assert self._process.wait(PATIENCE) == -signal.SIGKILL
        self._tidy()

    def stop(self) -> int:
        """SIGTERM, as a service manager does; the exit status. Stopping twice does no harm."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                raise AssertionError(f"SIGTERM did not stop the process\n{self.log()}") from None
        self._tidy()
        return self._process.returncode

    def _tidy(self) -> None:
        self._reader.join(PATIENCE)
        if self._process.stdout:
            self._process.stdout.close()
        if not self._log.closed:
            self._log.close()
