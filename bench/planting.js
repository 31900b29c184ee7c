// Plants the defects of planted.jsonl in skills in memory. Pure, so that it can be tested.
import { readFileSync } from "node:fs";

/** @typedef {import("./planting.d.ts").Defect} Defect */
/** @typedef {import("./planting.d.ts").Edit} Edit */
/** @typedef {import("./planting.d.ts").PlantedFile} PlantedFile */
/** @typedef {import("./planting.d.ts").PlantedSkill} PlantedSkill */
/** @typedef {Map<string, PlantedFile>} Files */

/** @param {import("node:fs").PathLike} file @returns {Defect[]} */
export function readDefects(file) {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/**
 * The skill with the defect; undefined where the defect makes no sense in this skill, or changes nothing.
 * @param {PlantedSkill} skill
 * @param {Defect} defect
 * @returns {PlantedSkill | undefined}
 */
export function plant(skill, defect) {
  const text = textOf(skill.files, "SKILL.md");
  if (text === undefined || (defect.where !== undefined && !new RegExp(defect.where, "m").test(text)))
    return undefined;
  const file = defect.file === undefined ? "" : mentionedFile(skill, text, new RegExp(defect.file));
  if (file === undefined) return undefined;
  const names = {
    "{{file}}": file,
    "{{basename}}": file.slice(file.lastIndexOf("/") + 1),
    "{{skill}}": skill.directory,
  };
  const files = new Map(skill.files);
  let { directory } = skill;
  for (const edit of defect.edits.map((each) => named(each, names))) {
    if ("directory" in edit) directory = edit.directory;
    else if (!apply(files, edit)) return undefined;
  }
  return { directory, files };
}

/** A file with a link or in a code span. @param {PlantedSkill} skill @param {string} text @param {RegExp} pattern */
function mentionedFile({ files }, text, pattern) {
  const marks = ["`", "`./", "](", "](./"];
  return Array.from(files.keys()).find(
    (path) => pattern.test(path) && marks.some((mark) => text.includes(`${mark}${path}`)),
  );
}

/** @param {Edit} edit @param {Readonly<Record<string, string>>} names @returns {Edit} */
function named(edit, names) {
  /** @param {string} _ @param {unknown} value */
  const replacer = (_, value) =>
    typeof value === "string" ? value.replace(/\{\{\w+\}\}/g, (name) => names[name] ?? name) : value;
  return JSON.parse(JSON.stringify(edit, replacer));
}

/** Whether the edit could be applied and changed something. @param {Files} files @param {Exclude<Edit, { directory: string }>} edit */
function apply(files, edit) {
  if ("field" in edit) return change(files, "SKILL.md", (text) => withField(text, edit));
  if ("replace" in edit) {
    const pattern = new RegExp(edit.replace, edit.all ? "gm" : "m");
    return change(files, edit.file, (text) => text.replace(pattern, edit.with));
  }
  if ("append" in edit)
    return change(files, edit.file, (text) => `${text}${edit.append.repeat(edit.times ?? 1)}`);
  if ("encode" in edit) return encode(files, edit.file ?? "SKILL.md", edit.encode);
  if ("executable" in edit) return setExecutable(files, edit.file, edit.executable);
  if ("write" in edit)
    return add(
      files,
      edit.write,
      file(edit.text.repeat(edit.times ?? 1), edit.encoding, isScript(edit.text)),
    );
  if ("symlink" in edit) return add(files, edit.symlink, { target: edit.target });
  if ("copy" in edit) return add(files, edit.to, files.get(edit.copy));
  if ("rename" in edit) return add(files, edit.to, files.get(edit.rename)) && files.delete(edit.rename);
  return files.delete(edit.remove);
}

/** @param {string} text */
function isScript(text) {
  return text.startsWith("#!");
}

/** @param {string} text @param {BufferEncoding} [encoding] @param {boolean} [executable] @returns {PlantedFile} */
function file(text, encoding = "utf8", executable = false) {
  return { bytes: Buffer.from(text, encoding), executable };
}

/** @param {Files} files @param {string} path @param {PlantedFile | undefined} added */
function add(files, path, added) {
  if (added === undefined || files.has(path)) return false;
  files.set(path, added);
  return true;
}

/** @param {Files} files @param {string | undefined} path @param {(text: string) => string | undefined} edit */
function change(files, path = "SKILL.md", edit) {
  const old = files.get(path);
  const before = textOf(files, path);
  const after = before === undefined ? undefined : edit(before);
  if (old === undefined || "target" in old || after === undefined || after === before) return false;
  files.set(path, { ...old, bytes: Buffer.from(after) });
  return true;
}

/** @param {Files} files @param {string} path @param {BufferEncoding} encoding */
function encode(files, path, encoding) {
  const old = files.get(path);
  const text = textOf(files, path);
  if (text === undefined || old === undefined || "target" in old) return false;
  const bytes = Buffer.from(text, encoding);
  files.set(path, { ...old, bytes });
  return !bytes.equals(old.bytes);
}

/** @param {Files} files @param {string} path @param {boolean} executable */
function setExecutable(files, path, executable) {
  const old = files.get(path);
  if (old === undefined || "target" in old || old.executable === executable) return false;
  files.set(path, { ...old, executable });
  return true;
}

/**
 * The text with another value for a field; a field that is not there is added at the end of the frontmatter.
 * @param {string} text
 * @param {{ readonly field: string, readonly value: string | null }} edit
 */
function withField(text, { field, value }) {
  const [, frontmatter] = /^---\n([^]*?\n)---\n/.exec(text) ?? [];
  if (frontmatter === undefined) return undefined;
  const old = new RegExp(`^${field}:.*\n(?:(?:[ \t].*)?\n)*`, "m");
  const line = value === null ? "" : `${field}:${/^[\s]|^$/.test(value) ? "" : " "}${value}\n`;
  const edited = old.test(frontmatter) ? frontmatter.replace(old, () => line) : `${frontmatter}${line}`;
  return text.replace(frontmatter, () => edited);
}

/** @param {ReadonlyMap<string, PlantedFile>} files @param {string} path */
function textOf(files, path) {
  const found = files.get(path);
  return found === undefined || "target" in found ? undefined : found.bytes.toString("utf8");
}
