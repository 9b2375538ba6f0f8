"""What stands where a mail server would: it takes most of what it is given, and keeps it."""

import threading
from dataclasses import dataclass, field

from referee.services.senders import Mail, Undelivered, Unsure
from tests.services.simulation.chances import Luck


@dataclass
class Postbox:
    """A mail server that is now and then too busy, and now and then silent after it has taken a mail."""

    luck: Luck
    taken: list[Mail] = field(default_factory=list)
    _turn: threading.Lock = field(default_factory=threading.Lock)

    def send(self, mail: Mail) -> None:
        """Take a mail, or not."""
        with self._turn:
            whim = self.luck.below(30)
            if whim == 0:
                raise Undelivered("busy", again=True, whose="server")
            self.taken.append(mail)
            if whim == 1:
                raise Unsure("silence")

    def emptied(self) -> list[Mail]:
        """What has come since this was last asked."""
        with self._turn:
            mails, self.taken = self.taken, []
        return mails
