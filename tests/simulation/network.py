"""The network in a simulation: requests of clients to processes of the web."""

from collections.abc import Mapping
from concurrent.futures import Future
from email.message import Message
from typing import Any, NoReturn, Protocol, Self

from tests.simulation.fault_injection import Faults
from tests.simulation.machine import Machine
from tests.simulation.scheduler import Task


class Answer:
    """See `http.client.HTTPResponse`.

    Args:
        faults: what happens to a stream.
        machine: the process that answers.
        status: the code.
        headers: of the answer.
        body: its body, or the beginning of a stream.

    Attributes:
        stream: what sends the rest of the body; None: nothing does.
        will_close: whether the connection ends with it.
        length: how much of the body has not come: none, an exchange is whole or broken.
    """

    length = 0

    def __init__(
        self,
        faults: Faults,
        machine: Machine,
        status: int,
        headers: Mapping[str, str],
        body: bytes,
    ) -> None:
        self._faults, self._machine, self._scheduler = faults, machine, machine.scheduler
        self.status, self._body = status, body
        self.headers = Message()
        for name, value in headers.items():
            self.headers[name] = value
        self.will_close = True
        self.stream: Future[object] | None = None
        self._reader: Task | None = None
        self._is_cut = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def read(self, amount: int | None = None) -> bytes:
        """The whole body, or its beginning."""
        return self._body[:amount]

    def readline(self, amount: int | None = None) -> bytes:
        """The next line of a stream; an incomplete one if the stream ends or it is longer.

        Raises:
            ConnectionResetError: It is cut, or the process has died.
        """
        while (end := self._body.find(b"\n") + 1) == 0:
            if self._machine.is_dead or self._is_cut:
                raise ConnectionResetError
            if self.stream is None or self.stream.done():
                if self.stream is not None:
                    self.stream.result()
                end = len(self._body)
                break
            self._reader = self._scheduler.current
            self._scheduler.wait(1.0)
        end = len(self._body[:end][:amount])
        line, self._body = self._body[:end], self._body[end:]
        return line

    async def send(self, more: bytes) -> None:
        """Send more of a stream, unless it is cut."""
        match self._faults.at("stream", "lost", "late", "dead"):
            case "lost":
                self._is_cut = True
            case _:
                self._body += more
        if self._reader is not None:
            self._scheduler.wake(self._reader)

    def close(self) -> None:
        """End the stream."""
        if self.stream is not None and not self._machine.is_dead:
            self.stream.cancel()


class Answering(Protocol):
    """A process of the web."""

    @property
    def machine(self) -> Machine | None:
        """Its tasks; None: it has not begun to answer."""
        ...

    def answer(
        self, method: str, target: str, headers: Mapping[str, str], body: bytes | None
    ) -> Answer:
        """Answer a request, in a task of the process."""
        ...


class Connection:
    """See `http.client.HTTPConnection`: one exchange with a process of the web.

    Args:
        faults: what happens on the way.
        web: the process that answers.
    """

    def __init__(self, faults: Faults, web: Answering) -> None:
        self._faults, self._web = faults, web
        self._answers: list[Answer | Exception] = []

    def request(
        self, method: str, target: str, *, body: bytes | None, headers: Mapping[str, str]
    ) -> None:
        """Send a request and wait for its answer."""
        scheduler = self._faults.scheduler
        fault = self._faults.at(f"{method} {target} request", "lost", "twice", "late")
        if fault == "lost":
            self._broken()
        machine, client = self._web.machine, scheduler.current
        if machine is None or machine.is_dead:
            self._broken()

        def answer() -> None:
            try:
                self._answers.append(self._web.answer(method, target, headers, body))
            except Exception as error:  # noqa: BLE001 - the client's task raises it
                self._answers.append(error)
            scheduler.wake(client)

        for _ in range(2 if fault == "twice" else 1):
            machine.thread(answer, name=f"{method} {target}")
        while not self._answers:
            if machine.is_dead:
                self._broken()
            scheduler.wait(1.0)
        if self._faults.at(f"{method} {target} answer", "lost", "late") == "lost":
            self._broken()

    def getresponse(self) -> Any:
        """The answer that came first."""
        answer = self._answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        """End the streams."""
        for each in self._answers:
            if isinstance(each, Answer):
                each.close()

    def _broken(self) -> NoReturn:
        raise ConnectionResetError("the connection has broken")
