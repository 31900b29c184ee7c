import type { Rule } from "../../model/rule.ts";
import allowedToolsName from "../fields/allowed-tools-name.ts";
import bodyBytes from "../body/bytes.ts";
import bodyCompaction from "../body/compaction.ts";
import bodyWhenToUse from "../body/when-to-use.ts";
import booleanField from "../fields/boolean-field.ts";
import claudeCodeArgument from "../clients/claude-code-argument.ts";
import claudeCodeFork from "../clients/claude-code-fork.ts";
import claudeCodeHooks from "../clients/claude-code-hooks.ts";
import claudeCodeSubstitution from "../clients/claude-code-substitution.ts";
import claudeCodeValue from "../clients/claude-code-value.ts";
import configInSkill from "../files/config-in-skill.ts";
import datedText from "../body/dated-text.ts";
import descriptionCut from "../description/cut.ts";
import descriptionKeywords from "../description/keywords.ts";
import descriptionLines from "../description/lines.ts";
import descriptionListing from "../description/listing.ts";
import descriptionLong from "../description/long.ts";
import descriptionPerson from "../description/person.ts";
import descriptionPhrases from "../description/phrases.ts";
import descriptionVague from "../description/vague.ts";
import descriptionWhen from "../description/when.ts";
import duplicatedText from "../body/duplicated-text.ts";
import emphasis from "../body/emphasis.ts";
import fileNameBackslash from "../files/name-backslash.ts";
import fileNameGeneric from "../files/name-generic.ts";
import fileSymlink from "../files/symlink.ts";
import frontmatterComment from "../frontmatter/comment.ts";
import genericAdvice from "../body/generic-advice.ts";
import gotchasElsewhere from "../body/gotchas-elsewhere.ts";
import headingDuplicate from "../body/heading-duplicate.ts";
import homePath from "../body/home-path.ts";
import metadataInstalled from "../fields/metadata-installed.ts";
import metadataKey from "../fields/metadata-key.ts";
import nameGeneric from "../name/generic.ts";
import nameTaken from "../name/taken.ts";
import openaiMetadata from "../clients/openai-metadata.ts";
import openclawMetadata from "../clients/openclaw-metadata.ts";
import optionMenu from "../body/option-menu.ts";
import ownPathFixed from "../body/own-path-fixed.ts";
import pathBackslash from "../body/path-backslash.ts";
import placeholderText from "../body/placeholder-text.ts";
import scriptIntent from "../scripts/intent.ts";
import skillFileLength from "../document/length.ts";
import starterBody from "../body/starter-body.ts";
import strayDocument from "../files/stray-document.ts";
import templateLong from "../body/template-long.ts";
import toolNameQualified from "../body/tool-name-qualified.ts";
import uploadFiles from "../files/upload-files.ts";
import uploadSize from "../files/upload-size.ts";

/**
 * Every rule about the text of a skill: advice, except for what some client truncates, ignores or reads differently.
 */
export const textRules: readonly Rule[] = [
  frontmatterComment,
  nameGeneric,
  nameTaken,
  descriptionWhen,
  bodyWhenToUse,
  descriptionPerson,
  descriptionVague,
  descriptionCut,
  descriptionKeywords,
  descriptionLines,
  descriptionListing,
  descriptionLong,
  descriptionPhrases,
  allowedToolsName,
  metadataKey,
  metadataInstalled,
  openclawMetadata,
  openaiMetadata,
  booleanField,
  claudeCodeValue,
  claudeCodeFork,
  claudeCodeHooks,
  claudeCodeSubstitution,
  claudeCodeArgument,
  placeholderText,
  starterBody,
  pathBackslash,
  homePath,
  ownPathFixed,
  datedText,
  optionMenu,
  templateLong,
  scriptIntent,
  gotchasElsewhere,
  duplicatedText,
  headingDuplicate,
  genericAdvice,
  emphasis,
  toolNameQualified,
  bodyBytes,
  bodyCompaction,
  skillFileLength,
  strayDocument,
  configInSkill,
  fileNameBackslash,
  fileNameGeneric,
  fileSymlink,
  uploadSize,
  uploadFiles,
];
