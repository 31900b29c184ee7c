import type { Rule } from "../../model/rule.ts";
import agentSettingsWritten from "../security/agent-settings-written.ts";
import allowedToolsBroad from "../security/allowed-tools-broad.ts";
import allowedToolsShell from "../security/allowed-tools-shell.ts";
import archivePassword from "../security/archive-password.ts";
import blankRun from "../security/hidden/blank-run.ts";
import commentInstructions from "../security/hidden/comment-instructions.ts";
import compiledProgram from "../security/compiled-program.ts";
import concealment from "../security/concealment.ts";
import credentialPath from "../security/credential-path.ts";
import destructiveCommand from "../security/destructive-command.ts";
import downloadedProgram from "../security/downloaded-program.ts";
import dynamicContext from "../security/dynamic-context.ts";
import eicarText from "../security/eicar-text.ts";
import encodedBlob from "../security/hidden/encoded-blob.ts";
import encodedCommand from "../security/encoded-command.ts";
import environmentDump from "../security/environment-dump.ts";
import evaluatedInput from "../security/evaluated-input.ts";
import exfiltrationHost from "../security/exfiltration-host.ts";
import fileNameScript from "../security/hidden/file-name-script.ts";
import frontmatterHooks from "../security/frontmatter-hooks.ts";
import hiddenCharacters from "../security/hidden/characters.ts";
import hiddenMarkup from "../security/hidden/markup.ts";
import hiddenText from "../security/hidden/text.ts";
import installUnpinned from "../security/install-unpinned.ts";
import instructionOverride from "../security/instruction-override.ts";
import linkDisguised from "../security/hidden/link-disguised.ts";
import metadataAddress from "../security/metadata-address.ts";
import miningPool from "../security/mining-pool.ts";
import persistence from "../security/persistence.ts";
import plainHttpDownload from "../security/plain-http-download.ts";
import rawIpAddress from "../security/raw-ip-address.ts";
import remoteCode from "../security/remote-code.ts";
import reverseShell from "../security/reverse-shell.ts";
import safetySwitch from "../security/safety-switch.ts";
import secretLiteral from "../security/secret-literal.ts";
import strayFile from "../security/stray-file.ts";
import unreviewedFile from "../security/unreviewed-file.ts";

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
