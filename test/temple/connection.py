"""One MQTT connection of a temple, driven by an asyncio loop."""

import socket
import struct

import paho.mqtt.client as mqtt

# Seconds after which a broker that has answered neither TCP nor CONNECT is given up.
ANSWER_TIMEOUT = 10
KEEP_ALIVE = 20  # N-1


class Connection:
    """Lives from CONNECT until the link is gone. A new attempt is a new connection: nothing is queued from one to the next (N-6)."""

    def __init__(self, loop, port, name, secret, will, on_open, on_message, on_close):
        """
        will: topic and payload
        on_open: called after CONNACK, before any message is handled
        on_message: called with topic, payload and whether it is a retained copy
        on_close: called once with CONNACK's code if the broker refused the login, else 0
        """
        self._loop = loop
        self._on_message = on_message
        self._on_open = on_open
        self._on_close = on_close
        self._refused = 0
        self._socket = None
        self._closed = False
        self._upkeep = None
        self.is_open = False
        client = mqtt.Client(name, clean_session=True, protocol=mqtt.MQTTv311)
        client.username_pw_set(name, secret)
        client.will_set(*will, qos=1, retain=True)
        client.on_connect = self._connected
        client.on_message = lambda _client, _data, m: self._received(m)
        client.on_disconnect = lambda _client, _data, _code: self._end()
        client.on_socket_open = self._watch
        client.on_socket_close = self._unwatch
        client.on_socket_register_write = lambda _client, _data, s: loop.add_writer(s, client.loop_write)
        client.on_socket_unregister_write = lambda _client, _data, s: loop.remove_writer(s)
        self._client = client
        self._port = port

    def start(self):
        self._deadline = self._loop.call_later(ANSWER_TIMEOUT, self.cut)
        self._keep_up()
        try:
            self._client.connect("127.0.0.1", self._port, KEEP_ALIVE)
        except OSError:
            self._loop.call_soon(self._end)

    def subscribe(self, *topics):
        self._client.subscribe([(topic, 1) for topic in topics])

    def publish(self, topic, payload, qos, retain):
        self._client.publish(topic, payload, qos, retain)

    def cut(self, how="reset"):
        """
        Cuts the link without a DISCONNECT.
        how: `reset` (what was under way is lost), `close` (what was sent arrives) or `hang` (the broker is not told)
        """
        if self._closed:
            return
        s = self._socket
        if s is not None:
            self._unwatch(None, None, s)
            # The client would unwatch the socket again when it is deleted.
            self._client.on_socket_close = None
            self._client.on_socket_unregister_write = None
            if how == "reset":
                s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            if how == "hang":
                # The broker closes it when the temple connects again, or the keep alive is over.
                self._loop.call_later(2 * KEEP_ALIVE, self._release, s)
            else:
                s.close()
        self._end()

    def _release(self, s):
        s.close()

    def _watch(self, _client, _data, s):
        self._socket = s
        self._loop.add_reader(s, self._client.loop_read)

    def _unwatch(self, _client, _data, s):
        self._socket = None
        self._loop.remove_reader(s)
        self._loop.remove_writer(s)

    def _connected(self, _client, _data, _flags, code):
        if self._closed:
            return
        self._deadline.cancel()
        if code != 0:
            self._refused = code
            return
        self.is_open = True
        self._on_open()

    def _received(self, message):
        if not self._closed:
            self._on_message(message.topic, message.payload, message.retain)

    def _keep_up(self):
        self._upkeep = self._loop.call_later(1, self._keep_up)
        if self._socket is not None:
            self._client.loop_misc()

    def _end(self):
        if self._closed:
            return
        self._closed = True
        self.is_open = False
        self._upkeep.cancel()
        self._deadline.cancel()
        self._on_close(self._refused)
