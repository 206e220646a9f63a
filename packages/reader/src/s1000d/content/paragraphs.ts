import type { MarkupBlock } from '../../document/page-source.js';
import { child, elements, type XmlElement } from '../../xml/xml-tree.js';
import { isInline } from './inline-text.js';
import { writeReferenced } from './notices.js';
import type { Place, Writer } from './writer.js';

/** A place whose applicability is already written. */
export function within({ heading, step, outer, applicability }: Place, deeper: Partial<Place> = {}): Place {
  const written = applicability ?? outer;
  return { heading, step, ...(written !== undefined && { outer: written }), ...deeper };
}

/** Writes text as one block, and its lists, tables and figures as separate blocks between its parts. */
export function writeParagraph(
  w: Writer,
  element: XmlElement,
  place: Place,
  first: (text: string) => MarkupBlock = (text) => ({ kind: 'paragraph', text }),
): void {
  let write = first;
  let at = place;
  for (const run of runsOf(element)) {
    if (!Array.isArray(run)) w.write(run, at);
    else {
      const text = w.text({ ...element, content: run });
      if (text === '') continue;
      w.emit(write(text), at);
      write = (rest) => ({ kind: 'paragraph', text: rest });
      at = within(place);
    }
  }
}

/** Text of an element before its first block, and the rest. */
export function opening(w: Writer, element: XmlElement): { text: string; rest: XmlElement } {
  const [first, ...others] = runsOf(element);
  if (!Array.isArray(first)) return { text: '', rest: element };
  return { text: w.text({ ...element, content: first }), rest: { ...element, content: others.flat() } };
}

/** Bulleted and numbered items. Inside a step they are one level deeper. */
export function writeList(w: Writer, list: XmlElement, place: Place): void {
  const isSequence = list.name === 'sequentialList';
  const title = w.text(child(list, 'title'));
  if (title !== '') w.emit({ kind: 'paragraph', text: title }, place);
  elements(list, 'listItem').forEach((item, i) => writeItem(w, item, isSequence ? `(${i + 1})` : '•', place));
}

/** `• term: definition`, both as items of one element (issue 4) and as siblings (issue 3). */
export function writeDefinitions(w: Writer, list: XmlElement, place: Place): void {
  let term = '';
  for (const item of elements(list).flatMap((part) =>
    part.name === 'definitionListItem' ? [part, ...elements(part)] : part,
  )) {
    if (item.name === 'definitionListItem') {
      writeReferenced(w, item, place, { step: place.step + 1 });
      continue;
    }
    if (item.name === 'listItemTerm') term = w.text(item);
    else if (item.name === 'listItemDefinition') writeItem(w, item, term === '' ? '•' : `• ${term}:`, place);
    else w.write(item, place);
  }
}

function writeItem(w: Writer, item: XmlElement, marker: string, place: Place): void {
  const level = place.step + 1;
  const inside = within(place, { step: level });
  writeReferenced(w, item, place, { step: level });
  const [head, ...others] = isWrapped(item) ? elements(item) : [item];
  const { text, rest } = opening(w, head!);
  w.emit({ kind: 'list_item', text: `${marker} ${text}`, level }, w.limited(item, place));
  if (rest.content.length > 0) writeParagraph(w, rest, inside);
  for (const other of others) w.write(other, inside);
}

/** Whether the text of an item is in paragraphs (since issue 3) rather than directly in the item. */
function isWrapped(item: XmlElement): boolean {
  return (
    elements(item)[0]?.name === 'para' && item.content.every((node) => typeof node !== 'string' || node.trim() === '')
  );
}

/** Content split at block elements: runs of text and inline elements, and blocks. */
function runsOf(element: XmlElement): ((XmlElement | string)[] | XmlElement)[] {
  const runs: ((XmlElement | string)[] | XmlElement)[] = [];
  for (const node of element.content) {
    const last = runs.at(-1);
    if (typeof node !== 'string' && !isInline(node)) runs.push(node);
    else if (Array.isArray(last)) last.push(node);
    else runs.push([node]);
  }
  const isBlank = (run: (XmlElement | string)[]) => run.every((node) => typeof node === 'string' && node.trim() === '');
  return runs.filter((run) => !Array.isArray(run) || !isBlank(run));
}
