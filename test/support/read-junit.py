"""Reads JUnit files, a JSON list of their texts on standard input, and prints what each says, with a parser of XML that is not ours."""
import json
import sys
import xml.etree.ElementTree as tree


def read(text):
    root = tree.fromstring(text.encode())
    return {"root": [root.tag, root.attrib], "suites": [suite(each) for each in root]}


def suite(element):
    return {"tag": element.tag, "attributes": element.attrib, "cases": [case(each) for each in element]}


def case(element):
    return {"tag": element.tag, "attributes": element.attrib, "parts": [[part.tag, part.attrib, part.text or "", len(part)] for part in element]}


json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)
