// The engine, away from the page, so that typing never waits for it.
import { unzipSync } from "fflate/browser";
import { estimateTokens } from "../../src/core/estimate-tokens.ts";
import { show } from "../../src/core/show.ts";
import { examine } from "../../src/engine.ts";
import { clients } from "../../src/generated/clients.ts";
import { applyFixes } from "../../src/lint/apply-fixes.ts";
import { predictLoads } from "../../src/lint/predict-loads.ts";
import { readInput } from "../../src/lint/read-input.ts";
import type { ClientLoad } from "../../src/model/client-load.ts";
import { openMemory } from "../../src/model/memory-source.ts";
import { describeLoad } from "../../src/report/commands/load-words.ts";
import { listCatalog, toCatalogSkill } from "../../src/targets/list-catalog.ts";
import { loadAs } from "../../src/targets/load-as.ts";
import { newestVersions } from "../../src/targets/newest-clients.ts";
import type { Answer, Cost, Examined, Files, LoadRow, Preview, Question, Ready } from "./messages.ts";
import { most } from "./skill-files.ts";

const recorded = newestVersions(clients).filter(({ version }) => version.load !== undefined);

/** Characters of a text that the page shows. */
const shown = 20_000;

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  postMessage(answerTo(data));
});
postMessage({
  kind: "ready",
  clients: recorded
    .filter(({ client }, at) => recorded.findIndex((each) => each.client === client) === at)
    .map(({ client: { id, title } }) => ({ id, title })),
} satisfies Ready);

function answerTo(question: Question): Answer {
  try {
    switch (question.kind) {
      case "examine":
        return { kind: "examined", examined: examined(question) };
      case "fix":
        return { kind: "files", files: fixed(question) };
      case "unzip":
        return { kind: "files", files: unzip(question.bytes) };
    }
  } catch (error) {
    return { kind: "failed", message: show(error instanceof Error ? error.message : String(error)) };
  }
}

function examined({ files, name, client }: Extract<Question, { kind: "examine" }>): Examined {
  const report = examine(files, { name });
  return {
    report,
    loads: predictLoads(openMemory(name, files), recorded).loads.map(rowOf),
    preview: previewAs(client, files, name),
    costs: costsOf(files),
  };
}

function rowOf(load: ClientLoad): LoadRow {
  return {
    client: load.client,
    title: load.variant === undefined ? load.title : `${load.title} (${load.variant})`,
    outcome: load.outcome,
    words: load.outcome === "as-written" ? "" : describeLoad(load),
    ...(load.said !== undefined && { said: show(load.said.replaceAll("\n", " "), 90) }),
    evidence: `${load.version}, ${load.evidence}`,
  };
}

function previewAs(id: string, files: Files, name: string): Preview {
  const found = recorded.find(({ client }) => client.id === id) ?? recorded[0]!;
  const { client, version } = found;
  const load = loadAs(version, readInput(openMemory(name, files), [version]));
  if (load.loads !== true) return { title: client.title, problem: show(load.reason) };
  const document = { directory: name, path: `/skills/${name}/SKILL.md` };
  const listed = load.hidden
    ? "(not listed)"
    : version.catalog && listCatalog(version.catalog, [toCatalogSkill(load, document)]).text;
  return {
    title: client.title,
    ...(listed !== undefined && { listed: legible(listed) }),
    body: legible(load.body ?? textOf(files["SKILL.md"] ?? "")),
    delivered: load.body !== undefined,
  };
}

/** With the characters that cannot be seen, and without the end of a long text. */
function legible(text: string): string {
  const lines = text.slice(0, shown).split("\n");
  const visible = lines.map((line) =>
    line
      .split("\t")
      .map((part) => show(part, Infinity))
      .join("\t"),
  );
  return visible.join("\n") + (text.length > shown ? `\n… and ${text.length - shown} more characters` : "");
}

/** By file; the frontmatter apart, of which each client lists another part. */
function costsOf(files: Files): readonly Cost[] {
  return Object.entries(files).flatMap(([file, content]) => {
    const text = textOf(content);
    if (text.includes("\0")) return [];
    const what = show(file);
    if (file !== "SKILL.md") return [{ what, tokens: estimateTokens(text) }];
    const body = /^\uFEFF?---\r?\n[^]*?\n---\r?\n/.exec(text)?.[0].length ?? 0;
    return [
      { what: "SKILL.md, frontmatter", tokens: estimateTokens(text.slice(0, body)) },
      { what: "SKILL.md, body", tokens: estimateTokens(text.slice(body)) },
    ];
  });
}

function textOf(content: string | Uint8Array): string {
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}

function fixed({ files, name, fingerprint }: Extract<Question, { kind: "fix" }>): Files {
  const report = examine(files, { name });
  const { files: after } = applyFixes(files, report, {
    level: "unsafe",
    accept: (finding) => finding.fingerprint === fingerprint,
  });
  return Object.fromEntries(
    Object.entries(after).map(([file, content]) => {
      if (typeof content === "string" || ArrayBuffer.isView(content)) return [file, content];
      return [file, content.content ?? ""];
    }),
  );
}

/** The files of an archive. Throws an Error for one that is larger than a page should open. */
function unzip(bytes: Uint8Array): Files {
  let count = 0;
  let size = 0;
  return unzipSync(bytes, {
    filter({ name, originalSize }) {
      count++;
      size += originalSize;
      if (count > most.files || size > most.bytes)
        throw new Error("the archive is larger than this page opens; use `skillwright verify`");
      return !name.endsWith("/");
    },
  });
}
