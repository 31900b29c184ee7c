/**
 * Differences between PyYAML 6.0 and the ruamel.yaml 0.16.13 inside StrictYAML 1.7.3. Everything else is the same, as
 * ruamel.yaml is derived from PyYAML. Sources: "py" is lib/yaml of yaml/pyyaml@6.0, "rt" is strictyaml/ruamel of
 * crdoconnor/strictyaml@1.7.3.
 */
export interface Flavour {
  /** The YAML version without a %YAML directive; PyYAML ignores the directive. rt resolver.py processing_version. */
  readonly version: YamlVersion;
  readonly heedsVersion: boolean;
  /**
   * Whether comments are tokens, which makes the scanner read tokens earlier and can crash the parser. rt scanner.py
   * RoundTripScanner.
   */
  readonly keepsComments: boolean;
  /**
   * Whether NEL, LS and PS start a new line in positions. py reader.py forward; rt reader.py forward only counts LF
   * and CR.
   */
  readonly unicodeLines: boolean;
  /** Whether the line with the caret includes the line number. rt error.py get_snippet. */
  readonly numbersCaret: boolean;
  /** How the scanner spells this word in its messages. rt scanner.py. */
  readonly hexadecimal: "hexadecimal" | "hexdecimal";
  /**
   * Minimum indentation of a top-level block scalar that has no indentation indicator. rt scanner.py
   * scan_block_scalar.
   */
  readonly topLevelIndent: 0 | 1;
  /**
   * Whether an anchor's name can be any sequence without spaces and flow indicators. rt compat.py
   * check_anchorname_char.
   */
  readonly unicodeAnchors: boolean;
  /** Characters other than letters allowed in a directive's name. rt scanner.py scan_directive_name. */
  readonly directiveMarks: string;
  /** Whether ":" before one of ",[]{}" ends a plain scalar in flow context. py scanner.py scan_plain. */
  readonly flowColonEnds: boolean;
  /**
   * Whether an extra "]" or "}" makes the flow level negative, which counts as flow context. py scanner.py
   * fetch_flow_collection_end.
   */
  readonly flowUnderflows: boolean;
  /** Whether a duplicate anchor is an error. py composer.py; rt composer.py only warns. */
  readonly uniqueAnchors: boolean;
  /**
   * Whether the parser refuses tags, flow style and anchors as soon as it reads them. strictyaml/parser.py
   * check_token.
   */
  readonly refusesFeatures: boolean;
}

export type YamlVersion = readonly [major: number, minor: number];

export const pyYamlFlavour: Flavour = {
  version: [1, 1],
  heedsVersion: false,
  keepsComments: false,
  unicodeLines: true,
  numbersCaret: false,
  hexadecimal: "hexadecimal",
  topLevelIndent: 1,
  unicodeAnchors: false,
  directiveMarks: "",
  flowColonEnds: true,
  flowUnderflows: true,
  uniqueAnchors: true,
  refusesFeatures: false,
};

export const strictYamlFlavour: Flavour = {
  version: [1, 2],
  heedsVersion: true,
  keepsComments: true,
  unicodeLines: false,
  numbersCaret: true,
  hexadecimal: "hexdecimal",
  topLevelIndent: 0,
  unicodeAnchors: true,
  directiveMarks: ":.",
  flowColonEnds: false,
  flowUnderflows: false,
  uniqueAnchors: false,
  refusesFeatures: true,
};
