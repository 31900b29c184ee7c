import type { Rule } from "../../model/rule.ts";
import agentSettingsWritten from "../agent-settings-written.ts";
import allowedToolsBroad from "../allowed-tools-broad.ts";
import allowedToolsShell from "../allowed-tools-shell.ts";
import archivePassword from "../archive-password.ts";
import blankRun from "../blank-run.ts";
import commentInstructions from "../comment-instructions.ts";
import compiledProgram from "../compiled-program.ts";
import concealment from "../concealment.ts";
import credentialPath from "../credential-path.ts";
import destructiveCommand from "../destructive-command.ts";
import downloadedProgram from "../downloaded-program.ts";
import dynamicContext from "../dynamic-context.ts";
import eicarText from "../eicar-text.ts";
import encodedBlob from "../encoded-blob.ts";
import encodedCommand from "../encoded-command.ts";
import environmentDump from "../environment-dump.ts";
import evaluatedInput from "../evaluated-input.ts";
import exfiltrationHost from "../exfiltration-host.ts";
import fileNameScript from "../file-name-script.ts";
import frontmatterHooks from "../frontmatter-hooks.ts";
import hiddenCharacters from "../hidden-characters.ts";
import hiddenMarkup from "../hidden-markup.ts";
import hiddenText from "../hidden-text.ts";
import installUnpinned from "../install-unpinned.ts";
import instructionOverride from "../instruction-override.ts";
import linkDisguised from "../link-disguised.ts";
import metadataAddress from "../metadata-address.ts";
import miningPool from "../mining-pool.ts";
import persistence from "../persistence.ts";
import plainHttpDownload from "../plain-http-download.ts";
import rawIpAddress from "../raw-ip-address.ts";
import remoteCode from "../remote-code.ts";
import reverseShell from "../reverse-shell.ts";
import safetySwitch from "../safety-switch.ts";
import secretLiteral from "../secret-literal.ts";
import strayFile from "../stray-file.ts";
import unreviewedFile from "../unreviewed-file.ts";

/** Rules that always run, then those that run only with --security. */
export const securityRules: readonly Rule[] = [
  hiddenText,
  hiddenCharacters,
  encodedCommand,
  destructiveCommand,
  rawIpAddress,
  metadataAddress,
  miningPool,
  eicarText,
  exfiltrationHost,
  secretLiteral,
  blankRun,
  encodedBlob,
  downloadedProgram,
  archivePassword,
  linkDisguised,
  agentSettingsWritten,
  allowedToolsBroad,
  compiledProgram,
  unreviewedFile,
  strayFile,
  instructionOverride,
  concealment,
  commentInstructions,
  hiddenMarkup,
  remoteCode,
  reverseShell,
  credentialPath,
  persistence,
  safetySwitch,
  installUnpinned,
  evaluatedInput,
  environmentDump,
  plainHttpDownload,
  dynamicContext,
  frontmatterHooks,
  allowedToolsShell,
  fileNameScript,
];
