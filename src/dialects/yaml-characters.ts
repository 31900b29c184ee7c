/** LF, CR, NEL, LS and PS: YAML 1.1's line breaks, which ruamel.yaml keeps for 1.2 too. */
export function isBreak(code: number): boolean {
  return code === 10 || code === 13 || code === 0x85 || code === 0x2028 || code === 0x2029;
}

/** A line break or the NUL that ends every text. */
export function isLineEnd(code: number): boolean {
  return code === 0 || isBreak(code);
}

/** A space, a tab, a line break or the end. */
export function isSpaceOrEnd(code: number): boolean {
  return code <= 32
    ? code === 32 || code === 9 || code === 10 || code === 13 || code === 0
    : code >= 0x85 && isBreak(code);
}

/** As `isSpaceOrEnd`, but no tab. */
export function isGapOrEnd(code: number): boolean {
  return code === 32 || isLineEnd(code);
}

/** "," "[" "]" "{" "}" */
export function isFlowMark(code: number): boolean {
  return code === 0x2c || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** ASCII letters, digits, "-" and "_". */
export function isWord(code: number): boolean {
  return (
    isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 45 || code === 95
  );
}

export function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}
