import type { AST } from "@eslint-community/regexpp";
import type { CharSet } from "refa";
import {
  Chars,
  getFirstConsumedCharAfter,
  hasSomeDescendant,
  type ReadonlyFlags,
  toUnicodeSet,
} from "regexp-ast-analysis";

/** One character of a pattern at its position; at an edge of the text, there is no character. */
export interface Position {
  readonly characters: CharSet;
  readonly edge?: "begin" | "end";
  readonly follow: Set<number>;
}

/** The positions of a pattern (Glushkov), those that begin a match, and those that may end it. */
export interface Automaton {
  readonly positions: readonly Position[];
  readonly first: ReadonlySet<number>;
  readonly last: ReadonlySet<number>;
  /** Lookbehinds that read back as far as they like, which they do again from every index. */
  readonly unboundedBehind: readonly string[];
}

interface Fragment {
  readonly nullable: boolean;
  readonly first: ReadonlySet<number>;
  readonly last: ReadonlySet<number>;
}

interface Making {
  readonly positions: Position[];
  readonly flags: ReadonlyFlags;
  readonly unboundedBehind: string[];
}

/** A repetition beyond this is as good as endless: 1,000 steps for each of 1,000,000 characters take seconds. */
const endless = 1000;

const nothing: Fragment = { nullable: true, first: new Set(), last: new Set() };

/**
 * Assertions are treated as the characters they read. Those at either end of the pattern are part of the match; inside
 * it, where they overlap with what follows, they are read and then have no continuation.
 */
export function automatonOf(pattern: AST.Pattern, flags: ReadonlyFlags): Automaton {
  const making: Making = { positions: [], flags, unboundedBehind: [] };
  const { first, last } = ofAlternatives(pattern.alternatives, making);
  return { positions: making.positions, first, last, unboundedBehind: making.unboundedBehind };
}

function ofAlternatives(alternatives: readonly AST.Alternative[], making: Making): Fragment {
  return alternatives.map((alternative) => ofSequence(alternative.elements, making)).reduce(either);
}

function ofSequence(elements: readonly AST.Element[], making: Making): Fragment {
  return elements.reduce<Fragment>(
    (before, element) => joined(before, ofElement(element, making), making),
    nothing,
  );
}

function ofElement(element: AST.Element, making: Making): Fragment {
  switch (element.type) {
    case "Group":
    case "CapturingGroup":
      return ofAlternatives(element.alternatives, making);
    case "Quantifier":
      return ofQuantifier(element, making);
    case "Assertion":
      return ofAssertion(element, making);
    case "Backreference": {
      const group = Array.isArray(element.resolved)
        ? element.resolved[0]!
        : (element.resolved as AST.CapturingGroup);
      return ofAlternatives(group.alternatives, making);
    }
    default:
      return reading(toUnicodeSet(element, making.flags).chars, making);
  }
}

function ofQuantifier({ element, min, max }: AST.Quantifier, making: Making): Fragment {
  if (max === 0) return nothing;
  const copy = () => ofElement(element, making);
  const body = copy();
  if (max <= 1) return min === 0 ? { ...body, nullable: true } : body;
  if (max <= endless) {
    const optional = { ...copy(), nullable: true };
    return joined(min === 0 ? { ...body, nullable: true } : body, optional, making);
  }
  for (const end of body.last) for (const start of body.first) making.positions[end]!.follow.add(start);
  if (min > 1) return joined(copy(), body, making);
  return min === 0 ? { ...body, nullable: true } : body;
}

function ofAssertion(assertion: AST.Assertion, making: Making): Fragment {
  const { flags } = making;
  const atStart = isAt("start", assertion);
  const atEnd = isAt("end", assertion);
  switch (assertion.kind) {
    case "start":
      if (!flags.multiline) return edge("begin", making);
      return atStart ? either(edge("begin", making), reading(Chars.lineTerminator(flags), making)) : nothing;
    case "end":
      if (!flags.multiline) return edge("end", making);
      return atEnd ? either(edge("end", making), reading(Chars.lineTerminator(flags), making)) : nothing;
    case "word": {
      if (!atStart || assertion.negate) return nothing;
      const word = Chars.word(flags);
      const next = getFirstConsumedCharAfter(assertion, "ltr", flags).char;
      if (next.isSubsetOf(word)) return either(edge("begin", making), reading(word.negate(), making));
      return next.isDisjointWith(word) ? reading(word, making) : nothing;
    }
    case "lookbehind": {
      if (isUnbounded(assertion)) making.unboundedBehind.push(assertion.raw);
      if (!atStart) return nothing;
      if (!assertion.negate) return ofAlternatives(assertion.alternatives, making);
      const one = singleCharacter(assertion.alternatives, making);
      return one ? either(edge("begin", making), reading(one.negate(), making)) : nothing;
    }
    case "lookahead": {
      const inside = ofAlternatives(assertion.alternatives, making);
      if (!atEnd) return { nullable: true, first: inside.first, last: new Set() };
      if (!assertion.negate) return inside;
      const barred = Array.from(inside.first, (at) => making.positions[at]!.characters);
      const rest = barred.reduce((one, other) => one.union(other), emptySet(making)).negate();
      const dead = { nullable: false, first: inside.first, last: new Set<number>() };
      return either(dead, either(edge("end", making), reading(rest, making)));
    }
  }
}

function joined(before: Fragment, after: Fragment, { positions }: Making): Fragment {
  for (const end of before.last) for (const start of after.first) positions[end]!.follow.add(start);
  return {
    nullable: before.nullable && after.nullable,
    first: before.nullable ? new Set([...before.first, ...after.first]) : before.first,
    last: after.nullable ? new Set([...before.last, ...after.last]) : after.last,
  };
}

function either(one: Fragment, other: Fragment): Fragment {
  return {
    nullable: one.nullable || other.nullable,
    first: new Set([...one.first, ...other.first]),
    last: new Set([...one.last, ...other.last]),
  };
}

function reading(characters: CharSet, { positions }: Making, at?: Position["edge"]): Fragment {
  const here = new Set([positions.length]);
  positions.push({ characters, follow: new Set(), ...(at && { edge: at }) });
  return { nullable: false, first: here, last: here };
}

function edge(at: "begin" | "end", making: Making): Fragment {
  return reading(emptySet(making), making, at);
}

/** Whether nothing but assertions can be read before it, or after it. */
function isAt(end: "start" | "end", node: AST.Assertion): boolean {
  let child: AST.Node = node;
  for (
    let parent: AST.Node | null = node.parent;
    parent && parent.type !== "Pattern";
    parent = parent.parent
  ) {
    if (parent.type === "Quantifier" || parent.type === "Assertion") return false;
    if (parent.type === "Alternative") {
      const at = parent.elements.indexOf(child as AST.Element);
      const beyond = end === "start" ? parent.elements.slice(0, at) : parent.elements.slice(at + 1);
      if (beyond.length > 0) return false;
    }
    child = parent;
  }
  return true;
}

function isUnbounded(assertion: AST.Assertion): boolean {
  return hasSomeDescendant(assertion, (node) => node.type === "Quantifier" && node.max > endless);
}

/** What the alternatives read, where each of them reads one character. */
function singleCharacter(alternatives: readonly AST.Alternative[], making: Making): CharSet | undefined {
  let all = emptySet(making);
  for (const { elements } of alternatives) {
    const [element, ...others] = elements;
    if (others.length > 0) return undefined;
    if (element?.type === "Assertion" && element.kind === "start") continue;
    if (
      element?.type !== "Character" &&
      element?.type !== "CharacterSet" &&
      element?.type !== "CharacterClass"
    )
      return undefined;
    all = all.union(toUnicodeSet(element, making.flags).chars);
  }
  return all;
}

function emptySet({ flags }: Making): CharSet {
  return Chars.empty(flags);
}
