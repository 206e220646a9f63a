import { elements, type XmlElement } from '../xml/xml-tree.js';
import { hasOwnText } from './inline-text.js';
import type { Writer } from './writer.js';

/** References and notices have writers of their own; the text in them is no property. */
const WRITTEN_APART = /Refs?$|^(?:refs|warning|caution|note|footnote|remarks|applic|embedded\w+|removed|symbol)/;

/**
 * The texts of an entry that none of its known parts say, each behind the name of its element: `storage location: A2`. What
 * a project adds to the specification, or a later issue, is read rather than lost.
 *
 * @param known names of elements that are written otherwise, with all that is in them
 */
export function otherTexts(w: Writer, entry: XmlElement, known: readonly string[]): string[] {
  return elements(entry).flatMap((part) => {
    if (known.includes(part.name) || WRITTEN_APART.test(part.name)) return [];
    if (!hasOwnText(part)) return otherTexts(w, part, known);
    const text = w.text(part);
    return text === '' ? [] : [`${wordsOf(part.name)}: ${text}`];
  });
}

/** `descrForLocation` as `location`, `unitOfIssue` as `unit of issue`. */
function wordsOf(name: string): string {
  return name
    .replace(/^descrFor(?=[A-Z])/, '')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase();
}
