/**
 * Differences between PyYAML 6.0 and the ruamel.yaml 0.16.13 inside StrictYAML 1.7.3. Everything else is the same, as
 * ruamel.yaml is derived from PyYAML. Sources: PyYAML is lib/yaml of yaml/pyyaml@6.0, ruamel is strictyaml/ruamel of
 * crdoconnor/strictyaml@1.7.3.
 */
export interface Flavour {
  /**
   * The YAML version without a %YAML directive; PyYAML ignores the directive. See processing_version in ruamel
   * resolver.py.
   */
  readonly version: YamlVersion;
  readonly heedsVersion: boolean;
  /**
   * Whether comments are tokens, which makes the scanner read tokens earlier and can crash the parser. See
   * RoundTripScanner in ruamel scanner.py.
   */
  readonly keepsComments: boolean;
  /**
   * Whether NEL, LS and PS start a new line in positions, as in forward in PyYAML reader.py; forward in ruamel
   * reader.py only counts LF and CR.
   */
  readonly unicodeLines: boolean;
  /** Whether the line with the caret includes the line number. See get_snippet in ruamel error.py. */
  readonly numbersCaret: boolean;
  /** How the scanner spells this word in its messages. See ruamel scanner.py. */
  readonly hexadecimal: "hexadecimal" | "hexdecimal";
  /**
   * Minimum indentation of a top-level block scalar that has no indentation indicator. See scan_block_scalar in ruamel
   * scanner.py.
   */
  readonly topLevelIndent: 0 | 1;
  /**
   * Whether an anchor's name can be any sequence without spaces and flow indicators. See check_anchorname_char in
   * ruamel compat.py.
   */
  readonly unicodeAnchors: boolean;
  /** Characters other than letters allowed in a directive's name. See scan_directive_name in ruamel scanner.py. */
  readonly directiveMarks: string;
  /** Whether ":" before one of ",[]{}" ends a plain scalar in flow context. See scan_plain in PyYAML scanner.py. */
  readonly flowColonEnds: boolean;
  /**
   * Whether an extra "]" or "}" makes the flow level negative, which counts as flow context. See
   * fetch_flow_collection_end in PyYAML scanner.py.
   */
  readonly flowUnderflows: boolean;
  /** Whether a duplicate anchor is an error, as in PyYAML composer.py; ruamel composer.py only warns. */
  readonly uniqueAnchors: boolean;
  /**
   * Whether the parser refuses tags, flow style and anchors as soon as it reads them. See check_token in
   * strictyaml/parser.py.
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
