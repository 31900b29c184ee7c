import type { Reason } from "../../model/client.ts";
import type { Objection } from "./objection.ts";

const fences: readonly Reason[] = ["fence-open", "fence-close", "fence-line", "byte-order-mark", "encoding"];
const absentName: readonly Reason[] = ["name-missing", "name-empty"];
const absentDescription: readonly Reason[] = [
  "description-missing",
  "description-empty",
  "description-lines",
];

/**
 * What the systems' own sentences are about, in the words of the rules: the first that fits. A number caught in one is a line.
 * A sentence that is not here is told as it is.
 */
const causes: readonly (readonly [sentence: RegExp, reasons: readonly Reason[]])[] = [
  // What begins a block of folded lines is one, too.
  [/^line (\d+) holds an angle bracket/, ["angle-brackets", "description-lines"]],
  [
    /^line (\d+) of its frontmatter (?:gives .* as neither|is )/,
    ["yaml-syntax", "yaml-flow", "yaml-feature"],
  ],
  [/^line (\d+) of its frontmatter gives .* a second time/, ["duplicate-key"]],
  [/frontmatter between|does not begin with "---"|frontmatter is not closed/, fences],
  [/frontmatter (?:is not YAML|cannot be read|is YAML only once)/, ["yaml-syntax", "yaml-feature"]],
  [/frontmatter is (?:no mapping|of the type)/, ["not-a-mapping"]],
  // What is read line by line has no fields where it has no fences.
  [/has no name or description/, [...absentName, ...absentDescription, ...fences]],
  [/has no "?name|name is empty|field "name" is (?:absent|"")/, absentName],
  [
    /has no "?description|description is (?:missing or )?empty|field "description" is (?:absent|"")/,
    absentDescription,
  ],
  [/name is of the type/, ["name-type"]],
  [/description is of the type/, ["description-type"]],
  [/name "" is not of/, absentName],
  [/" is not of lower-case/, ["name-case", "name-characters", "name-hyphens"]],
  [/" differs from its directory/, ["name-directory"]],
  [/name has \d+ characters/, ["name-length"]],
  [/description has \d+ characters/, ["description-length"]],
  [/body has [\d,]+ lines/, ["body-lines"]],
];

/** Why a system says that a skill is left out, not loaded, or odd; nothing where no rule could have said it. */
export function causeOf(message: string): Pick<Objection, "reasons" | "lines"> {
  const sentence = message.replace(/^it is left out: /, "");
  for (const [pattern, reasons] of causes) {
    const found = pattern.exec(sentence);
    if (found) return { reasons, ...(found[1] !== undefined && { lines: [Number(found[1])] }) };
  }
  return {};
}
