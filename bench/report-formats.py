"""Reads reports with parsers that are not ours.

    python3 bench/report-formats.py SCHEMA REPORT.sarif REPORT.xml REPORT.md

SCHEMA is the official one of SARIF 2.1.0 (oasis-tcs/sarif-spec, sarif-2.1/schema/sarif-schema-2.1.0.json), whose license keeps it out of
this repository. Needs jsonschema, lxml and markdown-it-py. Prints what each report contains; exits with 1 if one is invalid.
"""
import json
import sys

import jsonschema
from lxml import etree
from markdown_it import MarkdownIt


def read_sarif(schema, text):
    log = json.loads(text)
    run = log["runs"][0]
    results, bases = run["results"], run.get("originalUriBaseIds", {})
    problems = [f"{list(error.path)[:6]}: {error.message[:200]}" for error in jsonschema.Draft4Validator(schema).iter_errors(log)]
    problems += [f"rule of {each['ruleId']}" for each in results if run["tool"]["driver"]["rules"][each["ruleIndex"]]["id"] != each["ruleId"]]
    places = [each["locations"][0]["physicalLocation"]["artifactLocation"] for each in results]
    problems += [f"base of {place}" for place in places if "uriBaseId" in place and place["uriBaseId"] not in bases]
    return {"results": len(results), "rules": len(run["tool"]["driver"]["rules"])}, problems


def read_junit(text):
    root = etree.fromstring(text)
    tags = [element.tag for element in root.iter()]
    allowed = {"testsuites", "testsuite", "testcase", "failure", "skipped", "system-out"}
    problems = [f"element {tag}" for tag in tags if tag not in allowed]
    counts = {tag: tags.count(tag) for tag in ("testcase", "failure", "skipped")}
    said = {"testcase": int(root.get("tests")), "failure": int(root.get("failures")), "skipped": int(root.get("skipped"))}
    return counts, problems + ([] if counts == said else [f"said {said}"])


def read_markdown(text):
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text.decode())
    problems, counts = [], {"table_open": 0, "tr_open": 0}
    for token in tokens:
        if token.type in counts:
            counts[token.type] += 1
        if token.type not in {"heading_open", "heading_close", "paragraph_open", "paragraph_close", "inline"} and not token.type.startswith(("table", "thead", "tbody", "tr", "th", "td")):
            problems.append(f"block {token.type}: {token.content[:80]}")
        for child in token.children or []:
            if child.type == "html_inline" and child.content not in {"<code>", "</code>"}:
                problems.append(f"html {child.content[:80]}")
            if child.type not in {"text", "text_special", "html_inline", "link_open", "link_close"}:
                problems.append(f"inline {child.type}: {child.content[:80]}")
            if child.type == "link_open" and ":" in child.attrs["href"] and not child.attrs["href"].startswith("https://github.com/"):
                problems.append(f"link {child.attrs['href'][:80]}")
    return counts, problems


def main(schema, sarif, junit, markdown):
    with open(schema) as file:
        official = json.load(file)
    texts = [open(path, "rb").read() for path in (sarif, junit, markdown)]
    read = [read_sarif(official, texts[0]), read_junit(texts[1]), read_markdown(texts[2])]
    for path, (counts, problems) in zip((sarif, junit, markdown), read):
        print(path, counts, *(problems[:10] or ["holds up"]), sep="\n  ")
    return int(any(problems for _, problems in read))


sys.exit(main(*sys.argv[1:]))
