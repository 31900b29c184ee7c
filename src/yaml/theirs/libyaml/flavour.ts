/**
 * Differences between PyYAML 6.0, the ruamel.yaml 0.16.13 inside StrictYAML 1.7.3, and the libyaml 0.2.5 inside
 * serde_yaml 0.9.34 and in Go. Everything else is the same: ruamel.yaml is derived from PyYAML, and PyYAML and libyaml have one
 * author. Sources: PyYAML is lib/yaml of yaml/pyyaml@6.0, ruamel is strictyaml/ruamel of crdoconnor/strictyaml@1.7.3,
 * libyaml is src of dtolnay/unsafe-libyaml@0.2.11, a translation into Rust.
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
  /**
   * What ":" before one of ",[]{}" is in a plain scalar in flow context: its end, text, or an error (also before "?").
   * See scan_plain in PyYAML scanner.py and yaml_parser_scan_plain_scalar in libyaml scanner.rs.
   */
  readonly flowColon: "ends" | "text" | "error";
  /** Whether "?" ends a plain scalar in flow context in YAML 1.1. */
  readonly flowQuestionEnds: boolean;
  /**
   * Whether tabs separate tokens and words like spaces, except where they would be indentation. See
   * yaml_parser_scan_to_next_token and yaml_parser_scan_block_scalar_breaks in libyaml scanner.rs.
   */
  readonly tabsSeparate: boolean;
  /** Whether tabs are part of plain scalars, like spaces between words. */
  readonly tabsInPlain: boolean;
  /** Whether "\\/" and an escaped tab are valid in double quotes, as in YAML 1.2. */
  readonly escapesSlash: boolean;
  /** Whether digits with an exponent are a number without a dot, and collections can be keys, as in SnakeYAML. */
  readonly javaValues: boolean;
  /** Whether an unknown directive is an error. */
  readonly refusesDirectives: boolean;
  /** Characters other than letters allowed in a tag after its handle. */
  readonly tagMarks: string;
  /** Whether a byte-order mark is skipped at the start of any line, and has a column. */
  readonly skipsMarks: boolean;
  /** Unit of the length of a simple key. See SKIP in libyaml scanner.rs. */
  readonly keyUnit: "code points" | "bytes";
  /** Whether the end of a text without a last line break is on a line of its own, as in libyaml. */
  readonly endsLine: boolean;
  /** Whether an escaped half of a surrogate pair is an error, as in libyaml. */
  readonly refusesSurrogates: boolean;
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
  /**
   * How many tokens the scanner reads beyond the one that the parser asks for, so that its errors come first. See
   * yaml_parser_fetch_more_tokens in yaml.v3 scannerc.go.
   */
  readonly lookahead: 0 | 2;
}

export type YamlVersion = readonly [major: number, minor: number];

const uriMarks = ";/?:@&=+$,.!~*'()[]";

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
  flowColon: "ends",
  flowQuestionEnds: true,
  tabsSeparate: false,
  tabsInPlain: false,
  escapesSlash: true,
  javaValues: false,
  refusesDirectives: false,
  tagMarks: uriMarks,
  skipsMarks: false,
  keyUnit: "code points",
  endsLine: false,
  refusesSurrogates: false,
  flowUnderflows: true,
  uniqueAnchors: true,
  refusesFeatures: false,
  lookahead: 0,
};

export const strictYamlFlavour: Flavour = {
  ...pyYamlFlavour,
  version: [1, 2],
  heedsVersion: true,
  keepsComments: true,
  unicodeLines: false,
  numbersCaret: true,
  hexadecimal: "hexdecimal",
  topLevelIndent: 0,
  unicodeAnchors: true,
  directiveMarks: ":.",
  flowColon: "text",
  flowUnderflows: false,
  uniqueAnchors: false,
  refusesFeatures: true,
};

export const libYamlFlavour: Flavour = {
  ...pyYamlFlavour,
  flowColon: "error",
  flowQuestionEnds: false,
  flowUnderflows: false,
  uniqueAnchors: false,
  tabsSeparate: true,
  tabsInPlain: true,
  refusesDirectives: true,
  tagMarks: ";/?:@&=+$.!~*'()",
  skipsMarks: true,
  keyUnit: "bytes",
  endsLine: true,
  refusesSurrogates: true,
};

/** PyYAML's `CSafeLoader`, which scans with libyaml. Its messages are given in the words of PyYAML. */
export const cSafeLoaderFlavour: Flavour = { ...libYamlFlavour, uniqueAnchors: true };

/**
 * Go's gopkg.in/yaml.v3 3.0.1, a translation of libyaml with comments. It finds a byte-order mark only at the start of
 * the text. See is_bom in yamlprivateh.go.
 */
export const goYamlFlavour: Flavour = {
  ...libYamlFlavour,
  escapesSlash: false,
  skipsMarks: false,
  lookahead: 2,
};

/** SnakeYAML 1.33 with its default options. */
export const snakeYamlFlavour: Flavour = {
  ...pyYamlFlavour,
  uniqueAnchors: false,
  tabsInPlain: true,
  escapesSlash: false,
  javaValues: true,
};
