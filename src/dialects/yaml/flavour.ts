/**
 * Where PyYAML 6.0 and the ruamel.yaml 0.16.13 inside StrictYAML 1.7.3 read one text differently. All else they share,
 * ruamel.yaml being grown from PyYAML. Sources: "py" is lib/yaml of yaml/pyyaml@6.0, "rt" is strictyaml/ruamel of
 * crdoconnor/strictyaml@1.7.3.
 */
export interface Flavour {
  /** The YAML version that holds without a %YAML directive; PyYAML heeds no directive. rt resolver.py processing_version. */
  readonly version: YamlVersion;
  readonly heedsVersion: boolean;
  /** Comments are tokens, which pulls tokens in earlier and can crash the parser. rt scanner.py RoundTripScanner. */
  readonly keepsComments: boolean;
  /** NEL, LS and PS begin a new line in positions. py reader.py forward; rt reader.py forward knows LF and CR only. */
  readonly unicodeLines: boolean;
  /** The caret line says which line it is. rt error.py get_snippet. */
  readonly numbersCaret: boolean;
  /** How the scanner spells it. rt scanner.py. */
  readonly hexadecimal: "hexadecimal" | "hexdecimal";
  /** The least indentation of a block scalar at the top level without an indicator. rt scanner.py scan_block_scalar. */
  readonly topLevelIndent: 0 | 1;
  /** An anchor's name is any run without blanks and flow marks. rt compat.py check_anchorname_char. */
  readonly unicodeAnchors: boolean;
  /** What may follow a directive's name besides letters. rt scanner.py scan_directive_name. */
  readonly directiveMarks: string;
  /** In flow, ":" before one of ",[]{}" ends a plain scalar. py scanner.py scan_plain. */
  readonly flowColonEnds: boolean;
  /** A "]" or "}" too many counts the flow level below zero, where all is flow. py scanner.py fetch_flow_collection_end. */
  readonly flowUnderflows: boolean;
  /** A second anchor of one name is an error. py composer.py; rt composer.py warns. */
  readonly uniqueAnchors: boolean;
  /** Tags, flow and anchors are refused where the parser meets them. strictyaml/parser.py check_token. */
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
