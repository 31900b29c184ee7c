import type { Rule } from "../../model/rule.ts";
import bodyBytes from "../body-bytes.ts";
import bodyCompaction from "../body-compaction.ts";
import bodyWhenToUse from "../body-when-to-use.ts";
import booleanField from "../boolean-field.ts";
import claudeCodeFork from "../claude-code-fork.ts";
import claudeCodeHooks from "../claude-code-hooks.ts";
import claudeCodeSubstitution from "../claude-code-substitution.ts";
import claudeCodeValue from "../claude-code-value.ts";
import configInSkill from "../config-in-skill.ts";
import datedText from "../dated-text.ts";
import descriptionCut from "../description-cut.ts";
import descriptionKeywords from "../description-keywords.ts";
import descriptionLines from "../description-lines.ts";
import descriptionListing from "../description-listing.ts";
import descriptionLong from "../description-long.ts";
import descriptionPerson from "../description-person.ts";
import descriptionPhrases from "../description-phrases.ts";
import descriptionVague from "../description-vague.ts";
import descriptionWhen from "../description-when.ts";
import duplicatedText from "../duplicated-text.ts";
import emphasis from "../emphasis.ts";
import fileNameBackslash from "../file-name-backslash.ts";
import fileNameGeneric from "../file-name-generic.ts";
import frontmatterComment from "../frontmatter-comment.ts";
import genericAdvice from "../generic-advice.ts";
import gotchasElsewhere from "../gotchas-elsewhere.ts";
import homePath from "../home-path.ts";
import metadataInstalled from "../metadata-installed.ts";
import metadataKey from "../metadata-key.ts";
import nameGeneric from "../name-generic.ts";
import openaiMetadata from "../openai-metadata.ts";
import openclawMetadata from "../openclaw-metadata.ts";
import optionMenu from "../option-menu.ts";
import ownPathFixed from "../own-path-fixed.ts";
import pathBackslash from "../path-backslash.ts";
import placeholderText from "../placeholder-text.ts";
import scriptIntent from "../script-intent.ts";
import skillFileLength from "../skill-file-length.ts";
import starterBody from "../starter-body.ts";
import strayDocument from "../stray-document.ts";
import templateLong from "../template-long.ts";
import toolNameQualified from "../tool-name-qualified.ts";
import uploadFiles from "../upload-files.ts";
import uploadSize from "../upload-size.ts";

/**
 * Every rule about the text of a skill: advice, except for what some client truncates, ignores or reads differently.
 */
export const textRules: readonly Rule[] = [
  frontmatterComment,
  nameGeneric,
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
  metadataKey,
  metadataInstalled,
  openclawMetadata,
  openaiMetadata,
  booleanField,
  claudeCodeValue,
  claudeCodeFork,
  claudeCodeHooks,
  claudeCodeSubstitution,
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
  uploadSize,
  uploadFiles,
];
