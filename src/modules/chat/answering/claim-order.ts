import { contentTerms } from './terms.js';

/** What joins two actions, and which of them comes first. */
const JOINTS: readonly [RegExp, 'left' | 'right'][] = [
  [/\b(?:before|prior to|until|and then|then)\b/iu, 'left'],
  [/\b(?:after|following|once|as soon as)\b/iu, 'right'],
];

interface Sequence {
  first: Set<string>;
  second: Set<string>;
}

/** Whether a text says what comes before what. */
export function hasOrder(text: string): boolean {
  return sequenceOf(text) !== null;
}

/**
 * Whether `sentence` has the same two actions in the other order than `source`: `Install the pin before you torque the nut`
 * of `Torque the nut before you install the pin`. False where either says nothing of an order.
 */
export function isReversed(sentence: string, source: string): boolean {
  const said = sequenceOf(sentence);
  const stated = sequenceOf(source);
  if (!said || !stated) return false;
  const straight = shared(said.first, stated.first) + shared(said.second, stated.second);
  const crossed = shared(said.first, stated.second) + shared(said.second, stated.first);
  return crossed > straight;
}

function sequenceOf(text: string): Sequence | null {
  for (const [pattern, earlier] of JOINTS) {
    const joint = pattern.exec(text);
    if (!joint) continue;
    let left = text.slice(0, joint.index);
    let right = text.slice(joint.index + joint[0].length);
    if (contentTerms(left.replace(/^\s*\(?\w{1,3}[.)]/u, '')).length === 0) {
      // "Before you do this, do that."
      const comma = right.indexOf(',');
      if (comma < 0) continue;
      [left, right] = [right.slice(comma + 1), right.slice(0, comma)];
    }
    const sides = { left: new Set(contentTerms(left)), right: new Set(contentTerms(right)) };
    if (sides.left.size === 0 || sides.right.size === 0) continue;
    return earlier === 'left' ? { first: sides.left, second: sides.right } : { first: sides.right, second: sides.left };
  }
  return null;
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((term) => other.has(term)).length;
}
