import { SkillsError } from "../../core/errors.ts";
import { type JsonNode, memberOf } from "../../core/json.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { SourceText } from "../../core/source-text.ts";
import { clients as records } from "../../generated/clients.ts";
import { createEntries } from "../../install/create-entries.ts";
import type { Client, ClientHook } from "../../model/loader.ts";
import type { FileChange } from "../../model/file-change.ts";
import { appendToJson } from "../../parse/append-to-json.ts";
import { parseJson } from "../../parse/json.ts";
import { placeIn } from "../../read/file-place.ts";
import { projectOf } from "../../find/project-place.ts";
import { readWhole } from "../../read/open-file.ts";
import { isThere } from "../../read/there.ts";
import { uninterrupted } from "../../write/signals.ts";
import { writeChanges } from "../../write/write-changes.ts";
import { now } from "../clock.ts";
import { chooseClients } from "../compat/choose-clients.ts";
import type { InitResult, ProjectOptions } from "../init.ts";
import { timedReport } from "../timed-report.ts";

export interface HookResult extends InitResult {
  /** What the user has to do once in these clients. */
  readonly once: readonly string[];
}

/** Maximum size in bytes of a client's settings. */
const settingsBytes = 1_048_576;

/**
 * Adds `skillwright hook` to the project's settings of each named client, by default of those whose directory exists
 * in the project. Throws a SkillsError if a client has no such hooks, or its settings cannot be read or written.
 */
export async function initHook(
  options: Pick<ProjectOptions, "clients" | "cwd" | "env" | "dryRun">,
): Promise<HookResult> {
  const started = now();
  const { cwd, env = {}, dryRun = false } = options;
  const project = projectOf(cwd, env[process.platform === "win32" ? "USERPROFILE" : "HOME"]);
  const hooked = chooseHooked(options.clients, project, cwd);
  const changes = hooked.flatMap((hook) => changeOf(hook, project, cwd));
  if (!dryRun) await write(changes, project);
  const report = timedReport({
    command: "init",
    targets: [],
    subjects: [],
    unread: [],
    started,
    maxWarnings: Infinity,
  });
  const files = changes.map(({ label, to }) => (label === "." ? to : `${label}/${to}`));
  return {
    report: { ...report, ...(dryRun && { outcome: 1 }), data: { path: ".", files } },
    path: ".",
    changes,
    without: [],
    once: hooked.flatMap(({ once }) => once ?? []),
  };
}

function chooseHooked(
  words: readonly string[] | undefined,
  project: string,
  cwd: string,
): readonly ClientHook[] {
  const able = (records as readonly Client[]).flatMap(({ id, hook }) => (hook ? [{ id, hook }] : []));
  const ids = series(
    able.map(({ id }) => id),
    "or",
  );
  if (words) {
    const chosen = new Set(chooseClients(words).map(({ client }) => client.id));
    const without = Array.from(chosen).find((id) => !able.some((each) => each.id === id));
    if (without !== undefined)
      throw new SkillsError("bad-usage", `${quote(without)} has no hooks that skillwright can use`, {
        hint: `choose ${ids}`,
      });
    return able.filter(({ id }) => chosen.has(id)).map(({ hook }) => hook);
  }
  const used = able.filter(({ hook }) => {
    const [folder = ""] = hook.file.split("/");
    return isThere(placeIn(project, folder, cwd).absolute);
  });
  if (used.length === 0)
    throw new SkillsError("bad-usage", "this project has no directory of a client with hooks", {
      hint: `name the client: \`skills init --hook --client ${able[0]?.id}\``,
    });
  return used.map(({ hook }) => hook);
}

/** The change of a client's settings; none if they have the hook already. */
function changeOf(hook: ClientHook, project: string, cwd: string): readonly FileChange[] {
  const { absolute, label } = placeIn(project, hook.file, cwd);
  const before = isThere(absolute)
    ? Buffer.from(readWhole(absolute, label, settingsBytes)).toString("utf8")
    : undefined;
  const { root, problems } = parseJson(new SourceText(before ?? ""));
  if (hasHook(root, hook.event)) return [];
  const command = hookCommand(hook, project, cwd);
  const after = problems.some(({ kind }) => kind === "depth")
    ? undefined
    : appendToJson(before ?? "", ["hooks", hook.event], {
        matcher: hook.tools,
        hooks: [{ type: "command", command }],
      });
  if (after === undefined)
    throw new SkillsError("unwritable", `${quote(label)} has no JSON object to which a hook can be added`, {
      hint: "nothing was written; correct the file first",
    });
  const slash = hook.file.lastIndexOf("/");
  const folder = placeIn(project, hook.file.slice(0, slash), cwd);
  const name = hook.file.slice(slash + 1);
  return [
    {
      directory: folder.absolute,
      label: folder.label,
      from: name,
      to: name,
      text: { before: before ?? "", after },
      ...(before === undefined && { existence: { state: "created", executable: false } }),
    },
  ];
}

/** Whether one of the commands that the settings name for an event starts `skillwright hook`. */
function hasHook(root: JsonNode | undefined, event: string): boolean {
  return itemsAt(valueAt(valueAt(root, "hooks"), event))
    .flatMap((group) => itemsAt(valueAt(group, "hooks")))
    .map((each) => valueAt(each, "command"))
    .some((command) => command?.kind === "string" && /\bskillwright hook\b/.test(command.value));
}

function valueAt(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === "object" ? memberOf(node, key)?.value : undefined;
}

function itemsAt(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === "array" ? node.items : [];
}

/** Starts the project's own copy, without npx, which takes longer than the check. */
function hookCommand({ project: variable }: ClientHook, project: string, cwd: string): string {
  const own = "node_modules/.bin/skillwright";
  if (!isThere(placeIn(project, own, cwd).absolute)) return "skillwright hook";
  return variable === undefined ? "npx --no-install skillwright hook" : `"$${variable}"/${own} hook`;
}

async function write(changes: readonly FileChange[], project: string): Promise<void> {
  const created = changes.filter(({ existence }) => existence);
  await createEntries(
    created.map(({ directory, label, to, text }) => ({
      root: { written: directory, label, within: project },
      name: to,
      files: [{ path: to, bytes: Buffer.from(text?.after ?? ""), executable: false }],
    })),
  );
  await uninterrupted(() => writeChanges(changes.filter(({ existence }) => !existence)));
}
