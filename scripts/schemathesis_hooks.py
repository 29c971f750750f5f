"""What scripts/schemathesis adds to random calls: a signed-in person, and ids that exist.

Random ids would nearly always be answered 404, so most addresses and bodies get one that the demo data has. Which one
follows from the generated value: the same seed makes the same calls.
"""

import atexit
import collections
import hashlib
import json
import os
import threading
import urllib.error
import urllib.request

import schemathesis

URL = os.environ["SERVER_URL"]
NAMES = {"visitor": None, "buyer": "participant", "organiser": "organisateur"}


def ask(path, token=None, body=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(URL + path, data, headers)) as answer:
        return json.load(answer)


class Person:
    """Signs in again when a random call has ended the session, under the name that a random call has given."""

    def __init__(self, name):
        self.name = name
        self.lock = threading.Lock()
        self.token = None
        if name:
            self.sign_in()

    def sign_in(self):
        self.token = ask("/api/login/", body={"query": self.name, "password": "tukio-demo"})["access"]

    def sign_in_instead_of(self, token):
        with self.lock:
            if self.token == token:
                self.sign_in()


def all_of(path, token):
    """The first page of a list, whatever its form; nothing where it can't be read."""
    try:
        answer = ask(path, token)
    except urllib.error.HTTPError:
        return []
    rows = answer if isinstance(answer, list) else answer.get("results", answer.get("blocks", []))
    return [row for row in rows if isinstance(row, dict)]


# The list below an event that has the ids for a name in an address, and under which name it has them.
LISTS = {
    "payment": ("payments", "id"),
    "promo": ("promo-codes", "id"),
    "guest": ("invitations", "id"),
    "message": ("messages", "id"),
    "refund": ("refunds", "id"),
    "request": ("refund-requests", "id"),
    "user": ("team", "id"),
    "entry": ("waiting-list/all", "id"),
    "ticket_id": ("attendees", "ticket_id"),
    "block": ("door-blocks", "id"),
}


def known_values():
    """Ids of the demo data by the template of an address, and by the name of a field in a body."""
    owner, buyer = Person("organisateur").token, Person("participant").token
    own = all_of("/api/my-events/?limit=20", owner)
    events = [row["id"] for row in own]
    some = events + [row["id"] for row in all_of("/api/events/?limit=10", None)]
    payments = [row["id"] for row in all_of("/api/payments/", buyer)]
    tickets = [row["id"] for row in all_of("/api/my-tickets/", buyer)]
    people = [row["id"] for row in all_of("/api/users/?limit=20", None)]
    below = {name: [] for name in LISTS}
    types = [kind["id"] for row in own for kind in row["ttype"]]
    for event in events:
        for name, (folder, field) in LISTS.items():
            rows = all_of(f"/api/events/{event}/{folder}/", owner)
            below[name] += [{"id": event, name: row[field]} for row in rows[:5] if row.get(field) is not None]
    single = {"events": some, "my-tickets": tickets, "payments": payments, "users": people}
    door = [pair["ticket_id"] for pair in below["ticket_id"]]
    fields = {"ticket_type_id": types, "payment_id": payments, "ticket_id": door, "currency": ["USD", "CDF"]}
    return single, below, fields


PERSON = Person(NAMES[os.environ["CALLER"]])
SINGLE, BELOW, FIELDS = known_values()
ANSWERS = collections.Counter()


def choose(values, by, share):
    """One of the values for `share` of four generated ones, or None; it follows from what was generated."""
    number = int.from_bytes(hashlib.sha256(repr(by).encode()).digest()[:8])
    return values[number // 4 % len(values)] if values and number % 4 < share else None


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    names = set(path_parameters or {})
    if names == {"id"}:
        folder = context.operation.path.split("/")[2]
        known = choose(SINGLE.get(folder, []), path_parameters, 3)
        return path_parameters if known is None else {"id": known}
    for name in names - {"id"}:
        known = choose(BELOW.get(name, []), path_parameters, 3)
        if known is not None and set(known) == names:
            return dict(known)
    return path_parameters


@schemathesis.hook
def map_body(context, body):
    if isinstance(body, dict):
        for name, values in FIELDS.items():
            known = choose(values, body, 2) if name in body else None
            if known is not None:
                body[name] = known if isinstance(body[name], int) else str(known)
    return body


@schemathesis.hook
def before_call(context, case, kwargs):
    if PERSON.token:
        case.headers["Authorization"] = f"Bearer {PERSON.token}"


@schemathesis.hook
def after_call(context, case, response):
    ANSWERS[response.status_code] += 1
    if not PERSON.name:
        return
    if response.status_code == 200 and (case.method, case.operation.path) == ("PUT", "/api/profile/"):
        PERSON.name = response.json()["username"]
    if response.status_code == 401 and case.operation.path not in ("/api/login/", "/api/refresh/"):
        PERSON.sign_in_instead_of(PERSON.token)


@atexit.register
def write_calls():
    statuses = ", ".join(f"{count} × {status}" for status, count in sorted(ANSWERS.items()))
    with open(os.environ["CALLS_FILE"], "w") as file:
        file.write(f"{sum(ANSWERS.values())} calls: {statuses}\n")
