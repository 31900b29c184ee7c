import type { LooseSkill, UnexplainedRefusals } from "../../model/refusals.ts";
import type { Rule } from "../../model/rule.ts";
import allowedToolsFormat from "../fields/allowed-tools-format.ts";
import angleBrackets from "../description/angle-brackets.ts";
import bodyEmpty from "../body/empty.ts";
import bodyLength from "../body/length.ts";
import bodyTokens from "../body/tokens.ts";
import byteOrderMark from "../document/byte-order-mark.ts";
import targetAnswer from "../clients/target-answer.ts";
import compatibilityFormat from "../fields/compatibility-format.ts";
import controlCharacters from "../document/control-characters.ts";
import descriptionLength from "../description/length.ts";
import descriptionRequired from "../description/required.ts";
import fieldSpelling from "../fields/spelling.ts";
import fieldType from "../fields/type.ts";
import fileKind from "../files/kind.ts";
import frontmatterDashes from "../frontmatter/dashes.ts";
import frontmatterDuplicateField from "../frontmatter/duplicate-field.ts";
import frontmatterFence from "../frontmatter/fence.ts";
import frontmatterFlow from "../frontmatter/flow.ts";
import frontmatterIndentation from "../frontmatter/indentation.ts";
import frontmatterMapping from "../frontmatter/mapping.ts";
import frontmatterYaml from "../frontmatter/yaml.ts";
import frontmatterYamlFeatures from "../frontmatter/yaml-features.ts";
import licenseFormat from "../fields/license-format.ts";
import lineEndings from "../document/line-endings.ts";
import looseSkill from "../files/loose-skill.ts";
import linkOutside from "../files/link-outside.ts";
import metadataFormat from "../fields/metadata-format.ts";
import nameFormat from "../name/format.ts";
import nameLength from "../name/length.ts";
import nameMatchesDirectory from "../name/matches-directory.ts";
import nameRequired from "../name/required.ts";
import nameReservedWord from "../name/reserved-word.ts";
import nestedSkill from "../files/nested-skill.ts";
import promptFrame from "../security/hidden/prompt-frame.ts";
import promptHiddenText from "../security/hidden/prompt-hidden-text.ts";
import promptMarkup from "../security/hidden/prompt-markup.ts";
import referenceAbsolute from "../references/absolute.ts";
import referenceBroken from "../references/broken.ts";
import referenceCase from "../references/case.ts";
import referenceEscapes from "../references/escapes.ts";
import skillFile from "../document/skill-file.ts";
import skillFileEncoding from "../document/encoding.ts";
import skillFileSize from "../document/size.ts";
import unknownField from "../fields/unknown-field.ts";
import { withoutBackslashFollowUps } from "../files/parts/backslash-files.ts";
import { withoutFollowUps } from "./follow-ups.ts";

/** Every rule of `skills validate`, in the order of the documentation. */
export const skillRules: readonly Rule[] = [
  skillFile,
  skillFileSize,
  skillFileEncoding,
  byteOrderMark,
  lineEndings,
  controlCharacters,
  frontmatterFence,
  frontmatterYaml,
  frontmatterYamlFeatures,
  frontmatterFlow,
  frontmatterDashes,
  frontmatterDuplicateField,
  frontmatterMapping,
  frontmatterIndentation,
  fieldSpelling,
  unknownField,
  fieldType,
  nameRequired,
  nameFormat,
  nameLength,
  nameMatchesDirectory,
  nameReservedWord,
  descriptionRequired,
  descriptionLength,
  promptFrame,
  promptMarkup,
  promptHiddenText,
  angleBrackets,
  compatibilityFormat,
  licenseFormat,
  metadataFormat,
  allowedToolsFormat,
  bodyEmpty,
  bodyLength,
  bodyTokens,
  withoutBackslashFollowUps(referenceBroken),
  referenceCase,
  referenceEscapes,
  referenceAbsolute,
  nestedSkill,
  fileKind,
  linkOutside,
].map(withoutFollowUps);

/** Run after the others, on the refusals that no other rule explains. */
export const refusalRules: readonly Rule<UnexplainedRefusals>[] = [targetAnswer];

/** Run on files in a client's directory of skills that are no skill. */
export const looseRules: readonly Rule<LooseSkill>[] = [looseSkill];
