import { analyze } from '@amks/language/terms/text-analysis.js';
import type { TextPart } from './document-parts.js';
import { element } from './dom.js';

/** Characters of a passage in a list of hits. */
const SNIPPET = 240;

interface Place {
  start: number;
  end: number;
}

const placesOf = (text: string, terms: ReadonlySet<string>): Place[] =>
  terms.size === 0 ? [] : analyze(text).filter(({ term }) => terms.has(term));

/** The text with the terms marked. @param parts of the text, each an element; text outside of them is none */
export function marked(
  text: string,
  terms: ReadonlySet<string>,
  parts: readonly TextPart[] = [],
  elementOf: (part: TextPart, nodes: (Node | string)[]) => Node = (_, nodes) => element('span', {}, ...nodes),
): (Node | string)[] {
  const places = placesOf(text, terms);
  const before = parts[0]?.start ?? text.length;
  return [
    ...nodesOf(text, 0, before, places),
    ...parts.map((part) => elementOf(part, nodesOf(text, part.start, part.end, places))),
  ];
}

/** The part of the text with the most marks, and the offset of the first of them. */
export function snippet(text: string, terms: ReadonlySet<string>): { nodes: (Node | string)[]; at: number } {
  const places = placesOf(text, terms);
  let [best, most] = [0, 0];
  for (let first = 0, last = 0; first < places.length; first += 1) {
    while (last < places.length && places[last]!.end - places[first]!.start <= SNIPPET) last += 1;
    if (last - first > most) [best, most] = [places[first]!.start, last - first];
  }
  const from = best === 0 ? 0 : Math.max(text.lastIndexOf(' ', Math.max(best - 30, 0)) + 1, best - 60, 0);
  const to = Math.min(text.length, from + SNIPPET);
  const nodes = [from > 0 ? '… ' : '', ...nodesOf(text, from, to, places), to < text.length ? ' …' : ''];
  return { nodes, at: best };
}

function nodesOf(text: string, from: number, to: number, places: readonly Place[]): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let at = from;
  for (const { start, end } of places) {
    if (start < at || end > to) continue;
    nodes.push(text.slice(at, start), element('mark', {}, text.slice(start, end)));
    at = end;
  }
  nodes.push(text.slice(at, to));
  return nodes;
}
