import * as z from "zod";

/** Maximum number of paths, clients and targets in one call. */
const most = 1_000;

const words = z.array(z.string().min(1).max(500)).max(most);

/** What each tool may be asked about: paths on disk, or texts that are not saved. */
const asked = {
  paths: words
    .optional()
    .describe("Skill directories, or directories that contain skills. Default: all below the root."),
  files: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'Unsaved texts by path, each with its skill\'s directory: {"my-skill/SKILL.md": "…"}. Nothing on disk is read.',
    ),
};

const clients = words.optional().describe('Client ids, such as "claude-code" or "codex"; "common" or "all".');

export const checkInput = z.strictObject({
  ...asked,
  targets: words
    .optional()
    .describe('Whose refusals are errors, such as "spec" or "claude-api". Default: as configured.'),
  clients,
});

export const fixInput = z.strictObject({
  paths: asked.paths,
  rules: words.optional().describe("Make only the fixes of these rules."),
  unsafe: z.boolean().optional().describe("Also make fixes that change what is read. Default: false."),
  apply: z.boolean().optional().describe("Write the files. Default: false, which only returns the patch."),
});

export const explainInput = z.strictObject({
  rule: z.string().max(100).describe("The id of a rule, such as name-format."),
});

export const compatInput = z.strictObject({
  ...asked,
  clients,
  body: z
    .boolean()
    .optional()
    .describe("Also return each body as the named clients deliver it. Default: false."),
  args: z
    .string()
    .max(10_000)
    .optional()
    .describe("What the skill is called with, for clients that take arguments."),
});

const finding = z.object({
  skill: z.string(),
  file: z.string(),
  line: z.number().optional(),
  column: z.number().optional(),
  severity: z.enum(["error", "warning", "info"]),
  rule: z.string(),
  message: z.string(),
  refusedBy: z.array(z.string()),
  fix: z.string().optional(),
});

const load = z.object({
  skill: z.string(),
  client: z.string(),
  version: z.string(),
  outcome: z.enum(["as-written", "differs", "not-loaded", "unknown"]),
  hidden: z.boolean(),
  reasons: z.array(z.string()),
  listed: z.string().nullable(),
});

const unread = z.array(z.object({ path: z.string(), reason: z.string() }));

export const checkOutput = z.object({
  outcome: z.number(),
  checked: z.number(),
  findings: z.array(finding),
  loads: z.array(load),
  unread,
  omitted: z.number(),
});

export const fixOutput = z.object({
  patch: z.string(),
  applied: z.boolean(),
  fixed: z.array(z.object({ skill: z.string(), rule: z.string(), fix: z.string() })),
});

export const explainOutput = z.object({
  rule: z.string(),
  severity: z.string(),
  text: z.string(),
});

export const compatOutput = z.object({
  outcome: z.number(),
  loads: z.array(load),
  bodies: z.array(
    z.object({
      skill: z.string(),
      client: z.string(),
      version: z.string(),
      body: z.string().nullable(),
      changes: z.array(
        z.object({ line: z.number(), written: z.array(z.string()), delivered: z.array(z.string()) }),
      ),
    }),
  ),
  unread,
  omitted: z.number(),
});
