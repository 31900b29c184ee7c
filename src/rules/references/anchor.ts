import { onceForEach } from "../../core/once.ts";
import type { LostAnchor } from "../../model/graph.ts";
import type { Finding } from "../../model/rule.ts";
import type { TextFile } from "../../model/text-file.ts";
import { didYouMean } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";
import { isTemplate } from "./parts/templates.ts";

export default defineRule({
  meta: {
    id: "reference-anchor",
    category: "files",
    origin: "guidance",
    source:
      "https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#section-links",
    summary: "Reports a link to a heading that does not exist in the file.",
    why: "An agent that is sent to a section of another file does not find it. In the file itself only a reader who clicks is misled.",
    remedy: "Write the heading's anchor: in lower case, without punctuation, with hyphens for spaces.",
    severity: "warning",
    since: "0.1.0",
  },
  // Pages that were copied from a website have the website's anchors.
  reportLimit: { max: 5, per: "file" },
  check: ({ subject: skill }) =>
    skill.texts.some(mayLink) || skill.references.some(({ reference }) => reference.fragment !== undefined)
      ? skill.graph.lostAnchors.filter(({ from, to }) => from !== to || !isTemplate(from)).map(finding)
      : [],
});

const mayLink = onceForEach(
  ({ path, bytes }: TextFile): boolean => /\.(?:md|markdown)$/i.test(path) && bytes.includes("](#"),
);

function finding({ from, range, to, fragment, nearest }: LostAnchor): Finding {
  const near = nearest === undefined ? undefined : `#${nearest}`;
  return {
    file: from,
    range,
    ...(from === to && { severity: "info" as const }),
    message: `${quote(`#${fragment}`)} does not match a heading in ${quote(to)}${didYouMean(near) || "; correct the link"}`,
  };
}
