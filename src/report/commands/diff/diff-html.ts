import { count, grouped } from "../../../core/sentence.ts";
import type { FieldValue } from "../../../model/frontmatter.ts";
import type { Report } from "../../../model/report.ts";
import type {
  CapabilityChange,
  DiffData,
  DiffSide,
  FieldChange,
  FileChangeFact,
  SkillDiff,
  TokenStage,
} from "../../../model/reports/diff.ts";
import { estimateError } from "../../../model/token-counter.ts";
import { nameSubject } from "../../formats/text-subject.ts";
import { drawBar } from "../../html/bar.ts";
import { drawDocument, type Section } from "../../html/document.ts";
import { breakable, type Content, cut, html, lines } from "../../html/markup.ts";
import { drawTable } from "../../html/table.ts";

/** Up to as many skills are open; of more, each is to be opened. */
const mostOpen = 3;

/** A page for the review of an update: what each skill gained, then the rest of what changed. */
export function* diffHtml(report: Report, data: DiffData): Generator<string> {
  const diffs = "diff" in data ? [data.diff] : data.diffs;
  const changed = diffs.filter(({ same, verdicts }) => !same || verdicts.length > 0);
  const sides =
    "diff" in data ? [] : [sidesSection("added", data.added), sidesSection("removed", data.removed)];
  const sections = [
    ...(changed.length === 0
      ? []
      : [
          {
            id: "changed",
            title: "Changed",
            pieces: changed.map((each) => drawSkill(each, changed.length <= mostOpen)),
          },
        ]),
    ...sides,
    ...(data.patch ? [{ id: "patch", title: "Patch", pieces: [html`<pre>${lines(data.patch)}</pre>`] }] : []),
  ].filter((section) => section !== undefined);
  const same = diffs.length - changed.length;
  const intro = html`<p>${count(changed.length, "skill")} changed, ${grouped(same)} unchanged.</p>`;
  yield* drawDocument({ title: "skillwright diff", intro, sections }, report);
}

function sidesSection(word: "added" | "removed", sides: readonly DiffSide[]): Section | undefined {
  if (sides.length === 0) return undefined;
  const items = sides.map(
    ({ path, files, bytes }) =>
      html`<li data-side="${word}"><bdi>${nameSubject(path)}</bdi> <small>${count(files, "file")}, ${count(bytes, "byte")}</small></li>`,
  );
  return { id: word, title: word === "added" ? "Added" : "Removed", pieces: [html`<ul>${items}</ul>`] };
}

function drawSkill(diff: SkillDiff, isOpen: boolean): Content {
  const { old, new: current, capabilities, verdicts, fields, files } = diff;
  const [gained, lost] = [capabilities.gained.length, capabilities.lost.length];
  return html`<details class="card" data-skill="${current.path}"${isOpen ? html` open` : undefined}>
    <summary><h3><bdi>${nameSubject(current.path)}</bdi></h3>${gained > 0 ? html`<span class="badge bad">${count(gained, "capability")} gained</span>` : undefined}${lost > 0 ? html`<span class="badge quiet">${count(lost, "capability")} lost</span>` : undefined}<span class="badge quiet">${count(files.length, "file")} changed</span></summary>
    <div><p class="quiet"><bdi>${cut(old.path)}</bdi> &rarr; <bdi>${cut(current.path)}</bdi></p>
    ${drawCapabilities("gained", capabilities.gained)}
    ${drawCapabilities("lost", capabilities.lost)}
    ${capabilities.partial ? html`<p class="odd">An inventory was cut, so entries may be missing here.</p>` : undefined}
    ${
      verdicts.length === 0
        ? undefined
        : html`<h4>Verdicts</h4><ul>${verdicts.map((each) => html`<li data-verdict="${each.target}"><strong class="${each.new === "refuses" ? "bad" : "good"}">${each.target} ${each.new} it</strong>, but ${each.old === "refuses" ? "refused" : "accepted"} the old one: ${cut(each.new === "refuses" ? each.message : problemIn(each.message))} <small>${each.ruleId}</small></li>`)}</ul>`
    }
    ${fields.length === 0 ? undefined : html`<h4>Fields</h4><dl>${fields.map(drawField)}</dl>`}
    ${drawFiles(files)}
    ${drawTokens(diff)}</div>
  </details>`;
}

/** One value below the other, which a phone has room for, and in which a small difference is seen best. */
function drawField({ key, old, new: current }: FieldChange): Content {
  return html`<div data-field="${key}"><dt><code>${cut(key, 200)}</code></dt><dd><small>old</small> ${valueOf(old)}</dd><dd><small>new</small> ${valueOf(current)}</dd></div>
  `;
}

const lists: Readonly<Record<CapabilityChange["list"], string>> = {
  automaticCommands: "command that runs automatically",
  executables: "runnable file",
  tools: "tool allowed without asking",
  agentFiles: "agent settings",
  hosts: "host",
  paths: "path outside the skill",
  programs: "program",
  packages: "package",
  variables: "environment variable",
  unread: "file that was not inspected",
};

function drawCapabilities(word: "gained" | "lost", changes: readonly CapabilityChange[]): Content {
  if (changes.length === 0) return undefined;
  const title = word === "gained" ? "Capabilities gained" : "Capabilities lost";
  const rows = changes.map(
    ({ list, name, old, new: current, place: { file, range } }) =>
      html`<tr data-capability="${word}"><th scope="row"><code>${breakable(cut(name, 300))}</code> <small>${[lists[list], changeOf(old, current)].filter((part) => part !== "").join(", ")}</small></th><td class="why">${breakable(cut(file, 300))}${range && range.end.offset > 0 ? `:${range.start.line}` : ""}</td></tr>
      `,
  );
  return html`<h4>${title}</h4>${drawTable(title, rows, { heads: ["Name", word === "gained" ? "First at" : "First at, in the old one"] })}`;
}

/** A message without its fix, which an old version does not need. */
function problemIn(message: string): string {
  return message.split("; ", 1)[0]!;
}

/** "read → written". */
function changeOf(...kinds: readonly (string | undefined)[]): string {
  return kinds.filter((kind) => kind !== undefined).join(" \u2192 ");
}

function valueOf(value: FieldValue | undefined): Content {
  if (value === undefined) return html`<span class="quiet">none</span>`;
  return html`<bdi>${cut(typeof value === "string" ? value : JSON.stringify(value))}</bdi>`;
}

function drawFiles(files: readonly FileChangeFact[]): Content {
  if (files.length === 0) return undefined;
  const size = (side: FileChangeFact["old"]): string =>
    side ? `${grouped(side.size)}${side.executable ? ", executable" : ""}` : "";
  const rows = files.map(
    ({ kind, path, from, old, new: current }) =>
      html`<tr data-file="${path}"><th scope="row"><code>${breakable(cut(path, 300))}</code>${from === undefined ? undefined : html` <small>from <code>${cut(from, 300)}</code></small>`} <small>${kind}</small></th><td class="r">${size(old)}</td><td class="r">${size(current)}</td></tr>
      `,
  );
  return html`<h4>Files</h4>${drawTable("Files", rows, { heads: ["Path", "Old bytes", "New bytes"] })}`;
}

const stages: readonly (readonly [TokenStage, string])[] = [
  ["catalogue", "name and description, in every conversation"],
  ["body", "body of SKILL.md, when the skill is chosen"],
  ["files", "other text files, as packed, if each is read"],
];

/** The tokens at each stage, with what both versions have in one color and the difference in another. */
function drawTokens({ tokens }: SkillDiff): Content {
  const most = Math.max(1, ...stages.flatMap(([stage]) => [tokens[stage].old, tokens[stage].new]));
  const rows = stages.map(([stage, what]) => {
    const { old, new: current } = tokens[stage];
    const more = current - old;
    const change = more === 0 ? "" : `${more > 0 ? "+" : "-"}${grouped(Math.abs(more))}`;
    return html`<tr data-stage="${stage}"><th scope="row">${what}</th><td class="r">${grouped(old)}</td><td class="r">${grouped(current)}</td><td class="r">${change}</td><td class="wide">${drawBar([Math.min(old, current), Math.max(0, more), Math.max(0, -more)], most)}</td></tr>`;
  });
  return html`<h4>Tokens (${tokens.counter === "estimate" ? `estimated, ${estimateError}` : tokens.counter})</h4>
    <p class="key wide"><span class="k1">in both</span><span class="k2">more</span><span class="k3">less</span></p>
    ${drawTable("Tokens", rows, { heads: ["When", "Old", "New", "Change"], bars: "Of the largest" })}`;
}
