/**
 * The simulated shell. It is bundled as a file of its own, with only the commands of commands.json, and loaded when a
 * shell is played.
 */
export { Bash, defineCommand } from "just-bash";
export type {
  CommandContext,
  ExecResult,
  FileContent,
  FsStat,
  IFileSystem,
  ScriptNode,
  SimpleCommandNode,
  WordNode,
} from "just-bash";
