"""Reads pages, and says of each which elements it has: tag, attributes, text; and where tags do not match."""

import json
import sys
from html.parser import HTMLParser

VOID = {"meta", "input", "br", "wbr", "img", "link"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.elements = []
        self.open = []
        self.wrong = []

    def handle_starttag(self, tag, attrs):
        element = {"tag": tag, "attributes": dict(attrs), "text": "", "inside": [each["tag"] for each in self.open]}
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open[-1]["tag"] != tag:
            self.wrong.append(f"</{tag}>")
        else:
            self.open.pop()

    def handle_data(self, data):
        for element in self.open:
            element["text"] += data

    def handle_comment(self, data):
        self.wrong.append(f"<!--{data}-->")


read = []
for text in json.load(sys.stdin):
    page = Page()
    page.feed(text)
    page.close()
    read.append({"elements": page.elements, "wrong": page.wrong + [each["tag"] for each in page.open]})
json.dump(read, sys.stdout)
