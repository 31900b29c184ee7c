"""Records what the Python reference answers: python3 bench/record-goldens.py SKILLS_REF/src < cases.jsonl > recorded.jsonl

A case has "id", "args", "files" (as in fixtures/reference/cases.jsonl) and perhaps "cwd"; {ROOT} in it stands for its directory.
Recorded with Python 3.11.2 (Unicode 14.0), click 8.1.3 and StrictYAML 1.7.3's equal 1.6.1, agentskills/agentskills at 69ef37e.
"""

import json, os, pathlib, subprocess, sys, tempfile

RUN = "import sys; sys.path.insert(0, sys.argv.pop(1)); from skills_ref.cli import main; main(prog_name='skills-ref')"

for line in sys.stdin:
    case = json.loads(line)
    with tempfile.TemporaryDirectory() as directory:
        root = os.path.realpath(directory)
        for file in case["files"]:
            path = pathlib.Path(root, file["path"])
            path.parent.mkdir(parents=True, exist_ok=True)
            if file.get("directory"):
                path.mkdir(exist_ok=True)
            elif "symlink" in file:
                path.symlink_to(file["symlink"])
            else:
                path.write_bytes(file["text"].encode())
        args = [arg.replace("{ROOT}", root) for arg in case["args"]]
        done = subprocess.run(
            [sys.executable, "-B", "-c", RUN, sys.argv[1], *args],
            cwd=pathlib.Path(root, case.get("cwd", ".")),
            env={"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]},
            capture_output=True,
        )
        answer = {"stdout": done.stdout.decode(), "stderr": done.stderr.decode(), "code": done.returncode}
        case |= {key: text.replace(root, "{ROOT}") if isinstance(text, str) else text for key, text in answer.items()}
        print(json.dumps(case))
