"""A webhook receiver that needs nothing but Python 3.9 or newer: WEBHOOK_SECRET=whsec_… python3 receiver.py"""

import base64
import hashlib
import hmac
import json
import os
import queue
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT = int(os.environ.get("PORT", "3000"))
SECRET = os.environ.get("WEBHOOK_SECRET", "")
MAX_BODY_BYTES = 64 * 1024
MAX_AGE_SECONDS = 5 * 60
REMEMBERED_IDS = 10_000

if not re.fullmatch(r"whsec_[A-Za-z0-9+/]{43}=", SECRET):
    sys.exit("Set WEBHOOK_SECRET to the whole secret: whsec_ and 44 more characters.")
# The key is the 32 bytes behind the prefix, not the text.
KEY = base64.b64decode(SECRET.removeprefix("whsec_"))


def is_genuine(headers, body):
    """Whether one of the signatures is right (there are two while the secret is rotated) and the message recent."""
    webhook_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    signatures = headers.get("webhook-signature", "").split(" ")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    message = f"{webhook_id}.{timestamp}.".encode() + body
    mac = base64.b64encode(hmac.new(KEY, message, hashlib.sha256).digest())
    expected = b"v1," + mac
    signed = any(hmac.compare_digest(signature.encode(), expected) for signature in signatures)
    return signed and abs(time.time() - int(timestamp)) <= MAX_AGE_SECONDS


# The latest ids. In production, use a unique column of the table with your events.
seen_ids = {}
seen_ids_lock = threading.Lock()


def is_first(webhook_id):
    with seen_ids_lock:
        if webhook_id in seen_ids:
            return False
        seen_ids[webhook_id] = True
        if len(seen_ids) > REMEMBERED_IDS:
            del seen_ids[next(iter(seen_ids))]
        return True


def handle(event):
    """Your code that handles an event. It may take any time."""
    model = event["object"]
    print(event["event"], model["_id"], model["status"], flush=True)


events = queue.Queue()


def work():
    """Handles one event after another, so that those of a model stay in order."""
    while True:
        event = events.get()
        try:
            handle(event)
        except Exception as error:
            print(repr(error), file=sys.stderr)


class Receiver(BaseHTTPRequestHandler):
    timeout = 10  # seconds without data from the sender

    def do_POST(self):
        self.send_response(self.receive())
        self.send_header("Content-Length", "0")
        self.end_headers()

    def receive(self):
        """Receives a delivery and returns the status of the answer."""
        # Every delivery has a Content-Length, so a body that is too long is not read.
        length = self.headers.get("Content-Length")
        if length is None:
            return 411
        if not re.fullmatch(r"[0-9]{1,18}", length):
            return 400
        if int(length) > MAX_BODY_BYTES:
            return 413
        body = self.rfile.read(int(length))

        if "webhook-id" not in self.headers:
            return 400
        if not is_genuine(self.headers, body):
            return 401
        try:
            event = json.loads(body)
        except ValueError:
            return 400
        # Store the event durably here, before you answer 200. Handle it afterwards.
        if is_first(self.headers["webhook-id"]):
            events.put(event)
        return 200


class Server(ThreadingHTTPServer):
    request_queue_size = 128  # connections that may wait; the default of 5 is too small


threading.Thread(target=work, daemon=True).start()
server = Server(("127.0.0.1", PORT), Receiver)
print(f"Receiving at http://127.0.0.1:{server.server_port}", flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass
