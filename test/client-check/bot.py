"""
The bot of docs/json-api.md as a client for `flower-war client-check`: it also comes back, waits, and repeats. It does one thing after the other.
It passes all; mutants.ts plants faults in it.
"""

import hashlib, json, os, random, secrets, sys, time, urllib.error, urllib.request

SERVER = os.environ["FLOWER_WAR_URL"]
SILENCE = float(os.environ["FLOWER_WAR_SILENCE"])


class Refused(Exception):
    def __init__(self, body):
        super().__init__(body["code"])
        self.code, self.wait = body["code"], body.get("wait")


def call(path, body=None, token=None, timeout=10):
    headers = {"Content-Type": "application/json"}
    if token: headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        return urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers), timeout=timeout)
    except urllib.error.HTTPError as error:
        raise Refused(json.load(error))


def wait(ask):
    """Asks again after the wait of a refusal."""
    while True:
        try:
            return ask()
        except Refused as refused:
            if refused.wait is None: raise
            time.sleep(refused.wait / 1000)


def repeat(ask):
    """Asks until there is an answer: without one after longer and longer pauses."""
    pause = 0.1
    while True:
        try:
            return wait(ask)
        except OSError:
            time.sleep(pause)
            pause = min(2 * pause, 5)


try:
    seat = json.load(repeat(lambda: call("/api/matches", {"game": "tieqchieq", "name": "Ocelotl", "bots": 1})))
except Refused as refused:
    sys.exit(refused.code)
match, token = f"/api/matches/{seat['match']}", seat["token"]


def send(what, body):
    return json.load(wait(lambda: call(f"{match}/{what}", body, token)))


last = None  # the number of the last entry; None: there was no stream yet
known = {}
nonces = {}  # by their seals: what it adds to the dice


def take_part():
    """Seals a nonce, and reveals it once the seals are fixed. If the match does not begin after that, it seals another one."""
    seal = known["seals"].get(known["you"])
    if known["revealing"]:
        if seal in nonces: send("nonce", {"nonce": nonces[seal]})
    elif seal is None:
        nonce = secrets.token_hex(16)
        seal = hashlib.sha256(nonce.encode()).hexdigest()
        nonces[seal] = nonce
        send("seal", {"seal": seal, "key": ""})


def move():
    while legal := [command for command in known.get("legal", []) if command["type"] != "concede"]:
        answer = send("commands", {"id": f"move-{known['n']}", "command": random.choice(legal)})
        if known["n"] <= answer["n"]: known.update(answer)


def follow():
    """Reads the stream once. Returns whether to ask for it again."""
    global last
    after = "" if last is None else f"?after={last}"
    stream = repeat(lambda: call(match + "/stream" + after, token=token, timeout=SILENCE))
    for line in stream:
        if not line.strip(): continue  # an empty line: nothing has happened for a while
        told = json.loads(line)
        if told["type"] == "end": return told["resume"]
        if told["type"] in ("match", "change"): known.update(told)
        if told["type"] == "entry":
            last = told["n"]
            if told["n"] > known["n"]: known.update(told)
        last = last or 0
        if known.get("status") == "over": return False
        try:
            take_part() if known["status"] == "gathering" else move()
        except Refused as refused:
            print(refused.code)  # the next line is another chance
    return True


while True:
    try:
        if not follow(): break
    except OSError:
        pass  # cut, silent for too long, or without an answer: a new stream shows what happened
    except Refused as refused:
        sys.exit(refused.code)
