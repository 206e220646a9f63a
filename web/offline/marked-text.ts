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

type ElementOf = (part: TextPart, nodes: (Node | string)[]) => Node;

/** Parts of a text that apply to different aircraft. */
interface Divided {
  parts: readonly TextPart[];
  /** Whether a part can be for the chosen aircraft. */
  applies: (part: TextPart) => boolean;
  elementOf: ElementOf;
}

/** The text with the terms marked. @param parts of the text, each an element; other text stays plain */
export function marked(
  text: string,
  terms: ReadonlySet<string>,
  parts: readonly TextPart[],
  elementOf: ElementOf,
): (Node | string)[] {
  return cut(text, 0, text.length, placesOf(text, terms), parts, elementOf);
}

/** Where the text has the most marks, if possible in parts that apply. @returns also the parts that are seen */
export function snippet(
  text: string,
  terms: ReadonlySet<string>,
  { parts, applies, elementOf }: Divided,
): { nodes: (Node | string)[]; parts: TextPart[] } {
  const places = placesOf(text, terms);
  const others = parts.filter((part) => !applies(part));
  const preferred = places.filter(({ start }) => !others.some((part) => part.start <= start && start < part.end));
  const best = densest(preferred.length > 0 ? preferred : places) ?? parts.find(applies)?.start ?? 0;
  const from = best === 0 ? 0 : Math.max(text.lastIndexOf(' ', Math.max(best - 30, 0)) + 1, best - 60, 0);
  const to = Math.min(text.length, from + SNIPPET);
  const shown = parts.filter(({ start, end }) => start < to && end > from);
  const nodes = [from > 0 ? '… ' : '', ...cut(text, from, to, places, shown, elementOf), to < text.length ? ' …' : ''];
  return { nodes, parts: shown };
}

/** Where the characters of a snippet have the most places. Null without a place. */
function densest(places: readonly Place[]): number | null {
  let [best, most] = [null as number | null, 0];
  for (let first = 0, last = 0; first < places.length; first += 1) {
    while (last < places.length && places[last]!.end - places[first]!.start <= SNIPPET) last += 1;
    if (last - first > most) [best, most] = [places[first]!.start, last - first];
  }
  return best;
}

/** A range of the text: what precedes its parts, and each of them. */
function cut(
  text: string,
  from: number,
  to: number,
  places: readonly Place[],
  parts: readonly TextPart[],
  elementOf: ElementOf,
): (Node | string)[] {
  const before = Math.max(from, Math.min(to, parts[0]?.start ?? to));
  return [
    ...nodesOf(text, from, before, places),
    ...parts.map((part) => elementOf(part, nodesOf(text, Math.max(from, part.start), Math.min(to, part.end), places))),
  ];
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
