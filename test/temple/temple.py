"""A temple of level 3 without a body: docs/temple-protocol.md, sections 2, 3, 6 and 7."""

import json
import random
import time

from connection import Connection

BEAM_GAP = 0.06  # V-3: seconds; interruptions that are less apart are one bead
CONFIRMATIONS = (5, 10, 20, 40, 60)  # N-3: seconds after a bead without a verdict
BURST = 1  # N-3: seconds after the last bead
HEARTBEAT = 60  # N-3: seconds
REPEATS = 3  # section 3: how often an act is published
REPEAT_GAP = 5  # section 3: seconds
LOGIN_WAIT = 60  # N-4: seconds after a refused login
MAX_WAIT = 60  # N-4: seconds
WRONG_LOGIN = (4, 5)  # MQTT 3.1.1, table 3.1: bad user name or password, not authorized
U32 = 2**32


class Flash:
    """What a power cut leaves."""

    def __init__(self, epoch):
        self.epoch = epoch
        self.count = {"h": 0, "t": 0}


class Temple:
    def __init__(self, loop, tell, order):
        """
        tell: called with each thing that is seen
        order: `temple`, `secret`, `port`, `seed`, `flash` (whether its counters are there), `mirror` (whether its lake mirrors
            the match's, J-11), `qos` of what it publishes, and `pace`, by which all waits of N-3, N-4 and of acts are multiplied
        """
        self._loop = loop
        self._id = order["temple"]
        self._tell = lambda **seen: tell({"temple": self._id, **seen})
        self._secret = order["secret"]
        self._port = order["port"]
        self._caps = ["display", "button", *(["mirror"] if order["mirror"] else [])]
        self._qos = order["qos"]
        self._pace = order["pace"]
        self._random = random.Random(order["seed"])
        self._flash = Flash(self._hex()) if order["flash"] else None
        self._connection = None
        self._timers = {}
        self._power_up()

    # The orders that stdin can give.

    def drop(self, slot, lost=False):
        """A bead falls. lost: its message is not sent now."""
        if not self._powered:
            return
        wait = self._last_bead[slot] + BEAM_GAP - self._loop.time()
        if wait > 0:
            self._loop.call_later(wait, self.drop, slot, lost)
            return
        self._last_bead[slot] = self._loop.time()
        at = self._up()
        # In flash before the message is sent (N-6).
        self._count[slot] += 1
        bead = {"epoch": self._epoch, "slot": slot, "n": self._count[slot]}
        self._tell(fell=bead, boot=self._boot)
        if self._is_open():
            message = self._counting() | {"slot": slot, "n": bead["n"], "at": at}
            self._beads = [*self._beads[-7:], encode(message)]
            if not lost:
                self._send("bead", self._beads[-1])
        self._later("burst", BURST, self._publish_state)
        for i, seconds in enumerate(CONFIRMATIONS):
            self._later(f"confirm {i}", seconds, self._confirm)

    def again(self, ago, times):
        """The bytes of one of the last eight bead messages arrive again, `ago` before the last."""
        if self._is_open() and self._beads:
            for _ in range(times):
                self._send("bead", self._beads[-1 - min(ago, len(self._beads) - 1)])

    def cut(self, how, seconds):
        """The link is cut for so long."""
        if self._connection is not None:
            self._connection.cut(how)
        self._later("connect", seconds / self._pace, self._connect)

    def reboot(self, seconds, wipe=False):
        """The power is cut for so long. wipe: flash is empty afterwards."""
        if not self._powered:
            return
        self._power_down()
        if wipe and self._flash is not None:
            self._flash = Flash(self._hex())
        self._loop.call_later(seconds, self._power_up)

    def seq_back(self, by):
        """A faulty firmware goes back in its `seq` (C-7)."""
        self._seq = max(0, self._seq - by)

    def take_back(self, slot):
        """Takes out one of the beads that are owed in a slot, and confirms it with the button (J-11)."""
        if self._display and self._display["fix"][slot] < 0:
            self._act({"act": "returned", "slot": slot, "num": 1})

    def pair(self):
        """Presses the button that asks for a code (P-2)."""
        self._act({"act": "pair"})

    def echo(self, number):
        """Answers when all orders before are done, beads that wait for their turn too (V-3)."""
        self._loop.call_later(2 * BEAM_GAP, lambda: self._tell(echo=number))

    def nudge(self):
        """Connects now, or reports now."""
        if self._is_open():
            self._publish_state()
        elif self._connection is None and self._powered:
            self._connect()

    # Power and link.

    def _power_up(self):
        self._powered = True
        self._born = time.monotonic()
        self._boot = self._hex()
        self._epoch = self._flash.epoch if self._flash else self._boot
        self._count = self._flash.count if self._flash else {"h": 0, "t": 0}
        self._conn = 0
        self._seq = 0
        self._mark = None
        self._base = None
        self._display = None
        self._beads = []
        self._last_bead = {"h": 0.0, "t": 0.0}
        self._acts = {}
        self._commands = []
        self._bridges = {}
        self._attempts = 0
        self._tell(boot=self._boot, epoch=self._epoch, count=self._count)
        self._connect()

    def _power_down(self):
        self._powered = False
        for timer in self._timers.values():
            timer.cancel()
        if self._connection is not None:
            self._connection.cut()

    def _connect(self):
        if self._connection is not None or not self._powered:
            return
        boot = self._boot
        will = {"v": 1, "online": False, "boot": boot, "conn": self._conn + 1}
        self._connection = Connection(
            self._loop,
            self._port,
            self._id,
            self._secret,
            (self._topic("up/state"), encode(will)),
            self._opened,
            self._receive,
            self._closed,
        )
        self._connection.start()

    def _opened(self):
        self._conn += 1
        self._attempts = 0
        self._connection.subscribe(self._topic("down/#"), "templo/v1/_bridge/+")
        self._publish_state()
        self._heartbeat()
        self._tell(link="up", conn=self._conn)

    def _closed(self, refused):
        self._connection = None
        self._tell(link="refused" if refused else "down", code=refused)
        if not self._powered:
            return
        wait = min(2**self._attempts, MAX_WAIT) * self._random.uniform(0.5, 1.5)
        self._attempts += 1
        self._later("connect", LOGIN_WAIT if refused in WRONG_LOGIN else wait, self._connect)

    def _is_open(self):
        return self._connection is not None and self._connection.is_open

    # What it publishes.

    def _counting(self):
        fields = {"v": 1, "boot": self._boot, "epoch": self._epoch, "seq": self._next_seq(), "count": dict(self._count)}
        if self._mark is not None:
            fields |= {"mark": self._mark, "base": self._base}
        return fields | {"up": self._up()}

    def _publish_state(self):
        if self._is_open():
            about = {"online": True, "conn": self._conn, "level": 3, "fw": "python 1", "caps": self._caps}
            self._send("state", encode(self._counting() | about), retain=True)

    def _confirm(self):
        display = self._display
        if display and display["epoch"] == self._epoch and any(display["judged"][s] < self._count[s] for s in "ht"):
            self._publish_state()

    def _heartbeat(self):
        self._later("heartbeat", HEARTBEAT + self._random.uniform(-10, 10), self._beat)

    def _beat(self):
        self._publish_state()
        self._heartbeat()

    def _act(self, act):
        seq = self._next_seq()
        self._acts[seq] = encode({"v": 1, "boot": self._boot, "seq": seq} | act)
        self._tell(act=act, boot=self._boot, seq=seq)
        self._repeat_act(seq, REPEATS)

    def _repeat_act(self, seq, left):
        if seq not in self._acts:
            return
        if left == 0:
            del self._acts[seq]
            self._tell(unanswered=seq, boot=self._boot)
            return
        if self._is_open():
            self._send("act", self._acts[seq])
        self._later(f"act {seq}", REPEAT_GAP, lambda: self._repeat_act(seq, left - 1))

    def _send(self, kind, payload, retain=False):
        self._connection.publish(self._topic(f"up/{kind}"), payload, self._qos, retain)

    # What it receives. A message is used whole or not at all (M-1, M-2).

    def _receive(self, topic, payload, retained):
        _root, _version, whom, *kind = topic.split("/")
        if whom == "_bridge":
            self._hear_bridge(decode(payload))
        elif kind == ["down", "display"]:
            self._show(decode(payload) if payload else None)
        elif not retained and kind == ["down", "ack"]:
            self._hear_ack(decode(payload))
        elif not retained and kind == ["down", "cmd"]:
            self._obey(decode(payload))

    def _show(self, display):
        if display and display["mark"] != self._mark:
            self._mark = display["mark"]
            self._base = dict(self._count)
        self._display = display
        self._tell(display=display)

    def _hear_ack(self, ack):
        if "seq" in ack and ack["boot"] == self._boot:
            self._acts.pop(ack["seq"], None)
        self._tell(ack=ack)

    def _obey(self, command):
        if command["id"] in self._commands:
            return
        self._commands = [*self._commands[-3:], command["id"]]
        if command["op"] == "report":
            self._publish_state()
        elif command["op"] == "restart":
            self.reboot(0)

    def _hear_bridge(self, bridge):
        started = bridge["online"] and self._bridges.get(bridge["id"]) != bridge["start"]
        if bridge["online"]:
            self._bridges[bridge["id"]] = bridge["start"]
        if started:
            self._later(f"hello {bridge['id']}", self._random.uniform(0, 3), self._publish_state)

    # Small things.

    def _topic(self, rest):
        return f"templo/v1/{self._id}/{rest}"

    def _hex(self):
        return f"{self._random.getrandbits(32):08x}"

    def _up(self):
        return int((time.monotonic() - self._born) * 1000) % U32

    def _next_seq(self):
        self._seq += 1
        return self._seq - 1

    def _later(self, name, seconds, do):
        """Does something later, and not what was to be done under this name before."""
        if name in self._timers:
            self._timers[name].cancel()
        self._timers[name] = self._loop.call_later(seconds * self._pace, do)


def encode(message):
    return json.dumps(message, separators=(",", ":"))


def decode(payload):
    return json.loads(payload)
