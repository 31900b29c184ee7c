import { nearest } from "../../core/nearest.ts";
import { quote } from "../../core/show.ts";
import { clientTools } from "../../model/client-tools.ts";
import { defineRule } from "../define.ts";
import { toolsAllowed } from "../parts/tools-allowed.ts";

/** Shorter names differ by one character from too many other words. */
const shortest = 4;

export default defineRule({
  meta: {
    id: "allowed-tools-name",
    category: "portability",
    origin: "client:claude-code",
    source: "https://code.claude.com/docs/en/tools-reference",
    summary:
      "Reports a name in `allowed-tools` that differs by one character from that of a tool of Claude Code.",
    why: "A tool of that name does not exist, so the entry allows nothing. Other unknown names are not reported, because they may be tools of another client.",
    remedy: "Correct the name.",
    severity: "info",
    only: true,
    since: "0.1.0",
  },
  check({ subject: { document } }) {
    if (!document) return [];
    return toolsAllowed(document).flatMap(({ tool, range }) => {
      const name = /^[A-Za-z]+(?=\(|$)/.exec(tool)?.[0];
      if (name === undefined || name.length < shortest) return [];
      return clientTools.flatMap(({ title, version, tools }) => {
        const near = nearest(name, tools, 1);
        // Several clients compare names without regard to case.
        if (near === undefined || near.toLowerCase() === name.toLowerCase()) return [];
        return [
          {
            file: document.file,
            range,
            message: `${title} ${version} has no tool ${quote(name, 40)}; did you mean ${quote(near)}?`,
          },
        ];
      });
    });
  },
});
