import type { UnexplainedRefusals } from "../../model/refusals.ts";
import type { Rule } from "../../model/rule.ts";
import allowedToolsFormat from "../allowed-tools-format.ts";
import angleBrackets from "../angle-brackets.ts";
import bodyEmpty from "../body-empty.ts";
import bodyLength from "../body-length.ts";
import bodyTokens from "../body-tokens.ts";
import byteOrderMark from "../byte-order-mark.ts";
import clientRefusal from "../client-refusal.ts";
import compatibilityFormat from "../compatibility-format.ts";
import controlCharacters from "../control-characters.ts";
import descriptionLength from "../description-length.ts";
import descriptionRequired from "../description-required.ts";
import fieldSpelling from "../field-spelling.ts";
import fieldType from "../field-type.ts";
import fileKind from "../file-kind.ts";
import frontmatterDashes from "../frontmatter-dashes.ts";
import frontmatterDuplicateField from "../frontmatter-duplicate-field.ts";
import frontmatterFence from "../frontmatter-fence.ts";
import frontmatterFlow from "../frontmatter-flow.ts";
import frontmatterIndentation from "../frontmatter-indentation.ts";
import frontmatterMapping from "../frontmatter-mapping.ts";
import frontmatterYaml from "../frontmatter-yaml.ts";
import frontmatterYamlFeatures from "../frontmatter-yaml-features.ts";
import licenseFormat from "../license-format.ts";
import lineEndings from "../line-endings.ts";
import linkOutside from "../link-outside.ts";
import metadataFormat from "../metadata-format.ts";
import nameFormat from "../name-format.ts";
import nameLength from "../name-length.ts";
import nameMatchesDirectory from "../name-matches-directory.ts";
import nameRequired from "../name-required.ts";
import nameReservedWord from "../name-reserved-word.ts";
import nestedSkill from "../nested-skill.ts";
import promptFrame from "../prompt-frame.ts";
import promptHiddenText from "../prompt-hidden-text.ts";
import promptMarkup from "../prompt-markup.ts";
import referenceAbsolute from "../reference-absolute.ts";
import referenceBroken from "../reference-broken.ts";
import referenceCase from "../reference-case.ts";
import referenceEscapes from "../reference-escapes.ts";
import skillFile from "../skill-file.ts";
import skillFileEncoding from "../skill-file-encoding.ts";
import skillFileSize from "../skill-file-size.ts";
import unknownField from "../unknown-field.ts";
import { withoutBackslashFollowUps } from "../parts/backslash-files.ts";
import { withoutFollowUps } from "../parts/follow-ups.ts";

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
export const refusalRules: readonly Rule<UnexplainedRefusals>[] = [clientRefusal];
