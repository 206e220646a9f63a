import { isMeasure, levelTypography } from './facts.js';
import { tokensOf, type PatternPart, type Token } from './claim-tokens.js';

/** Verbs that a step begins with. A word that is missing here only makes a sentence indivisible. */
const ACTIONS =
  'adjust|align|apply|assemble|attach|bleed|calculate|carry|charge|clean|close|collect|connect|cut|discard|disconnect|do|drain|energize|examine|fill|find|flush|hold|identify|inflate|inspect|install|keep|lift|lock|look|loosen|lower|lubricate|make|measure|move|open|operate|perform|pressurize|pull|push|put|raise|read|record|release|remove|repair|replace|rotate|safety|seal|secure|set|shim|start|stop|support|tighten|torque|turn|use|weigh|wipe';
const ACTION_ON = String.raw`(?:${ACTIONS}) (?:the|a|an|all|each|both)\b`;
const BEGINS_WITH_ACTION = new RegExp(String.raw`^(?:${ACTIONS})\b`, 'iu');
/** Where a new action begins: `…, and torque the nut`. `The washers and the bolts` are of one action. */
const NEXT_ACTION = new RegExp(String.raw`(?:[,;] (?:and )?(?:then )?| and (?:then )?)(?=${ACTION_ON})`, 'giu');

/** Words that limit what stands beside them: condition, exception, prohibition, time, place, means. */
const LIMITS =
  /\b(?:not|no|nor|never|neither|cannot|without|unless|except\w*|exclud\w*|only|until|till|if|when\w*|where\w*|while|whilst|during|before|after|prior|once|soon|long|provided|case|otherwise|instead|however|but|than|least|most|min|minimum|max|maximum|limit\w*|within|exceed\w*|must|shall|may|sure|ensure|avoid|prohibited|forbidden|pre|post|each|every|with|by|using|at|per|for|in|on|from|under|over|above|below)\b|n't\b/iu;
/** Words that mean what the other half says. */
const POINTERS = /\b(?:it|its|them|they|their|this|these|those|that|same|other|again|both)\b/iu;

/** What a manual puts in parentheses beside a value or a part and what may be left out: a conversion, a reference. */
const REFERENCE =
  /^(?:refer to|ref\.?|see|amm|cmm|fim|ipc|task|subtask|fig(?:ure|\.)?|table|item|detail|view|sheet|step|para(?:graph)?)\b/iu;

/** Whether a text has a word that limits; the `in` of `lbf·in` is none. */
export function isLimiting(text: string): boolean {
  return LIMITS.test(wordsOf(text));
}

function wordsOf(text: string): string {
  return tokensOf(text)
    .flatMap(({ word, isFact }) => (isFact ? [] : word))
    .join(' ');
}

/**
 * What may be said of a unit, as patterns to follow: the whole of it; and where it is several actions (`Turn the wheel and torque
 * the nut`), those of them that follow each other, as long as what is left out neither limits nor shares a word with what is said. What
 * stands before the first action (`If the light is on, …`) is always said.
 */
export function patternsOf(text: string): PatternPart[][] {
  const levelled = levelTypography(text).trim();
  const tokens = tokensOf(levelled);
  const between = (start: number, end: number): Token[] => tokens.filter(({ at }) => at >= start && at < end);
  const joints = [...levelled.matchAll(NEXT_ACTION)].map((match) => ({
    end: match.index,
    start: match.index + match[0].length,
  }));
  const hasHead = !BEGINS_WITH_ACTION.test(levelled);
  const head = hasHead && joints[0] ? between(0, joints[0].end) : [];
  const starts = [...(hasHead ? [] : [0]), ...joints.map(({ start }) => start)];
  const ends = [...joints.slice(hasHead ? 1 : 0).map(({ end }) => end), levelled.length];
  const first = hasHead ? (joints[0]?.start ?? 0) : 0;
  const patterns: PatternPart[][] = [withParentheses(tokens, levelled)];
  if (joints.length === 0) return patterns;
  starts.forEach((start, from) => {
    ends.slice(from).forEach((end) => {
      if (start === first && end === levelled.length) return;
      const said = levelled.slice(start, end);
      const left = [levelled.slice(first, start), levelled.slice(end)];
      if (start !== first && POINTERS.test(said)) return;
      if (left.some((part) => isLimiting(part) || POINTERS.test(part) || sharesWord(part, said))) return;
      patterns.push(withParentheses([...head, ...between(start, end)], levelled));
    });
  });
  return patterns;
}

function sharesWord(one: string, other: string): boolean {
  const words = new Set(tokensOf(other).flatMap(({ word, isFree }) => (isFree || word === 'and' ? [] : [word])));
  return tokensOf(one).some(({ word }) => words.has(word) && word !== 'to');
}

/** The tokens with those in parentheses together, where these may be left out. */
function withParentheses(tokens: readonly Token[], levelled: string): PatternPart[] {
  const parts: PatternPart[] = [];
  let rest = [...tokens];
  for (const match of levelled.matchAll(/\(([^()]*)\)/gu)) {
    const end = match.index + match[0].length;
    if (!mayBeLeftOut(match[1] ?? '')) continue;
    parts.push(...rest.filter(({ at }) => at < match.index));
    const optional = rest.filter(({ at }) => at >= match.index && at < end);
    if (optional.length > 0) parts.push({ optional });
    rest = rest.filter(({ at }) => at >= end);
  }
  return [...parts, ...rest];
}

function mayBeLeftOut(inside: string): boolean {
  if (REFERENCE.test(inside)) return !/\b(?:not|no|only|if|when|unless|until|except|for|before|after)\b/iu.test(inside);
  const tokens = tokensOf(inside);
  // `(± 5 N·m)` is no conversion.
  return tokens.length > 0 && /^\d/u.test(inside) && tokens.every(({ word, isFact }) => isFact && isMeasure(word));
}
