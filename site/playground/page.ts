// Everything of a skill is put on the page as text, never as markup.
import { drawEditor, select } from "./editor.ts";
import { drawCosts, drawFindings, drawLoads, drawPreview } from "./drawing.ts";
import { element } from "./element.ts";
import { fragmentOf, readFragment } from "./link.ts";
import type { Answer, Examined, Files, Question, Ready } from "./messages.ts";
import { droppedFiles, type FoundSkill, readFiles, skillsIn } from "./skill-files.ts";
import { startWorker } from "./start.ts";

const example = `---
name: pdf-forms
description: Fills in PDF forms: use when a form must be filled in.
---

# Fill in PDF forms

1. Run \`python scripts/fill.py form.pdf values.json\`.
2. Compare the result with [the fields](references/fields.md).
`;

const at = {
  text: element("text", HTMLTextAreaElement),
  name: element("name", HTMLInputElement),
  file: element("file", HTMLSelectElement),
  skill: element("skill", HTMLSelectElement),
  client: element("client", HTMLSelectElement),
  status: element("status", HTMLElement),
  summary: element("summary", HTMLElement),
  answers: element("answers", HTMLElement),
};

let skills: readonly FoundSkill[] = [];
let files: Files = {};
let current = "SKILL.md";
let last: Examined | undefined;
/** Whether the directory's name follows the name in SKILL.md, as of a text that has no directory. */
let follows = true;

const worker = startWorker();
const waiting: ((answer: Answer) => void)[] = [];
worker.addEventListener("message", ({ data }: MessageEvent<Answer | Ready>) => {
  if (data.kind === "ready") begin(data);
  else waiting.shift()?.(data);
});
worker.addEventListener("error", () => say("the engine did not start; reload the page"));

function ask(question: Question): Promise<Answer> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    worker.postMessage(question);
  });
}

function begin({ clients }: Ready): void {
  at.client.replaceChildren(...clients.map(({ id, title }) => new Option(title, id)));
  void examine();
}

let running = false;
let again = false;

/** Examines what is on the page; if it changes meanwhile, once more. */
async function examine(): Promise<void> {
  if (at.client.value === "") return;
  if (running) {
    again = true;
    return;
  }
  running = true;
  at.answers.ariaBusy = "true";
  do {
    again = false;
    const answer = await ask({ kind: "examine", files, name: nameOf(), client: at.client.value });
    if (answer.kind === "examined") show(answer.examined);
    else if (answer.kind === "failed") say(answer.message);
  } while (again);
  running = false;
  at.answers.ariaBusy = "false";
}

function show(examined: Examined): void {
  last = examined;
  const { summary } = examined.report;
  at.summary.textContent = `${counted(summary.errors, "error")}, ${counted(summary.warnings, "warning")}, ${counted(summary.infos, "note")}`;
  drawFindings(examined.report, { goTo, fix });
  drawLoads(examined.loads);
  drawPreview(examined.preview);
  drawCosts(examined.costs);
  mark();
}

function counted(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

function mark(): void {
  const findings = last?.report.subjects.flatMap((subject) => subject.findings) ?? [];
  drawEditor(
    at.text.value,
    findings.filter(({ file }) => file === current),
  );
}

function nameOf(): string {
  return at.name.value.trim() || "skill";
}

function say(message: string): void {
  at.status.textContent = message;
}

function openSkill(skill: FoundSkill): void {
  files = skill.files;
  at.name.value = skill.name;
  const texts = Object.keys(files).filter((file) => textOf(file) !== undefined);
  at.file.replaceChildren(...texts.sort().map((file) => new Option(file)));
  at.file.parentElement!.hidden = texts.length < 2;
  openFile(texts.includes("SKILL.md") ? "SKILL.md" : (texts[0] ?? "SKILL.md"));
  void examine();
}

/** The text of a file; undefined if it is not text. */
function textOf(file: string): string | undefined {
  const content = files[file] ?? "";
  if (typeof content === "string") return content;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(content);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

function openFile(file: string): void {
  current = file;
  at.file.value = file;
  at.text.value = textOf(file) ?? "";
  mark();
}

function openSkills(found: Files): void {
  follows = false;
  skills = skillsIn(found);
  at.skill.replaceChildren(...skills.map(({ name }, index) => new Option(name, String(index))));
  at.skill.parentElement!.hidden = skills.length < 2;
  say(skills.length > 1 ? `${skills.length} skills; choose one` : "");
  openSkill(skills[0]!);
}

/** Opens files by path; a zip is opened as the files in it. */
async function open(list: readonly (readonly [string, File])[]): Promise<void> {
  if (list.length === 0) return;
  at.answers.ariaBusy = "true";
  try {
    const given = await readFiles(list);
    const [path = "", bytes] = Object.entries(given)[0]!;
    if (Object.keys(given).length > 1 || typeof bytes === "string" || !/\.(?:zip|skill)$/i.test(path))
      return openSkills(given);
    const answer = await ask({ kind: "unzip", bytes: bytes! });
    if (answer.kind === "files") openSkills(answer.files);
    else if (answer.kind === "failed") say(answer.message);
    at.answers.ariaBusy = String(running);
  } catch (error) {
    at.answers.ariaBusy = String(running);
    say(error instanceof Error ? error.message : String(error));
  }
}

async function fix(fingerprint: string): Promise<void> {
  const answer = await ask({ kind: "fix", files, name: nameOf(), fingerprint });
  if (answer.kind === "failed") return say(answer.message);
  if (answer.kind !== "files") return;
  openSkill({ name: follows ? nameIn(answer.files) : nameOf(), files: answer.files });
}

function goTo(
  file: string,
  start: { line: number; column: number },
  end: { line: number; column: number },
): void {
  if (file !== current && textOf(file) !== undefined) openFile(file);
  select(at.text, start, end);
}

/** The name in SKILL.md if it could be that of a directory. */
function nameIn(given: Files): string {
  const text = given["SKILL.md"];
  const [, name] = (typeof text === "string" && /^name:[ \t]*["']?([\w-]+)["']?[ \t]*$/m.exec(text)) || [];
  return name ?? (at.name.value || "skill");
}

let timer: ReturnType<typeof setTimeout> | undefined;

at.text.addEventListener("input", () => {
  const before = files[current];
  const hasCrlf = before !== undefined && textOf(current)?.includes("\r\n");
  const value = hasCrlf ? at.text.value.replaceAll("\n", "\r\n") : at.text.value;
  files = { ...files, [current]: value };
  if (follows) at.name.value = nameIn(files);
  say("");
  mark();
  clearTimeout(timer);
  timer = setTimeout(() => void examine(), 60);
});
at.name.addEventListener("input", () => {
  follows = false;
  void examine();
});
at.client.addEventListener("change", () => void examine());
at.file.addEventListener("change", () => openFile(at.file.value));
at.skill.addEventListener("change", () => openSkill(skills[Number(at.skill.value)]!));
for (const id of ["files", "folder"]) {
  const input = element(id, HTMLInputElement);
  input.addEventListener("change", () => {
    const chosen = Array.from(
      input.files ?? [],
      (file) => [file.webkitRelativePath || file.name, file] as const,
    );
    input.value = "";
    void open(chosen);
  });
}
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer) void droppedFiles(event.dataTransfer).then(open);
});
element("link", HTMLButtonElement).addEventListener("click", async () => {
  history.replaceState(undefined, "", await fragmentOf({ name: nameOf(), text: textOf("SKILL.md") ?? "" }));
  const isCopied = await copied(location.href);
  say(
    `the address of this page now has the text of SKILL.md, which no server is sent${isCopied ? "" : "; copy it from the address bar"}`,
  );
});

/** Whether the browser let the page copy a text. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

const linked = await readFragment(location.hash);
if (linked) follows = false;
openSkill(
  linked
    ? { name: linked.name, files: { "SKILL.md": linked.text } }
    : { name: "pdf-forms", files: { "SKILL.md": example } },
);
