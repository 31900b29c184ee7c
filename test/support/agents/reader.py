"""Plays a model that takes the first skill whose name stands in the person's words, reads what it names, and answers."""

import json
import re
import sys

# How a skill or a file is asked for, by the tool that the system offers for it.
ACTIVATE = {"activate_skill": "name", "use_skill": "skill_name", "Skill": "skill_name", "read_skill": "skill_name"}
READ = {"read_file": "path", "file_read": "file_path", "shell": "command"}


def call(tools, known, value):
    name = next(tool["name"] for tool in tools if tool["name"] in known)
    return {"name": name, "arguments": {known[name]: value}}


def reply_to(messages, tools):
    asked = next(m["content"] for m in reversed(messages) if m["role"] == "user")
    answers = [m["content"] for m in messages if m["role"] == "tool"]
    if not answers:
        name = next((word for word in re.findall(r"\b[a-z-]+\b", asked) if word in messages[0]["content"]), None)
        if name is None:
            return {"text": "There is no skill for it."}
        return {"text": "Läuft …", "calls": [{**call(tools, ACTIVATE, name), "id": "first"}]}
    named = re.search(r"references/\w+\.md", answers[0])
    if len(answers) == 1 and named:
        path = sys.argv[1] + "/" + named.group()
        return {"calls": [call(tools, READ, "cat " + path if tools[-1]["name"] == "shell" else path)]}
    return {"text": "It says: " + answers[-1].strip()}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": message["protocol"]}
    else:
        answer = {"type": "reply", **reply_to(message["messages"], message["tools"])}
    print(json.dumps(answer), flush=True)
