import json, sys
_messages = sys.modules["guest.messages"]
_send = _messages.send_text
def answer_with(tree, kind="answer", **more):
    """From now on every answer is this one, whatever was asked."""
    def send(end, text):
        if '"answer": ' in text or '"raise": ' in text:
            text = json.dumps({"changes": [], **more, kind: tree})
        _send(end, text)
    _messages.send_text = send
def peer_of(lent):
    return object.__getattribute__(lent, "_peer")
