import { elements, type XmlElement } from '../xml/xml-tree.js';
import { hasOwnText } from './inline-text.js';
import { within } from './paragraphs.js';
import type { Place, Writer } from './writer.js';

/** Blocks that stand beneath an entry. */
const BENEATH = /^(?:note|footnote|remarks)/;
/** What has a writer of its own; the text in it is no property. */
const WRITTEN_APART = /^(?:warning.*|caution.*|refs|applic|embedded\w+|removed|symbol)$/;
/** References are read by their attributes, unless they have words. */
const REFERENCE = /Refs?$/;

/**
 * The texts of an entry that none of its known parts say, each behind the name of its element: `storage location: A2`. What
 * a project adds to the specification, or a later issue, is read rather than lost.
 *
 * @param known names of elements that are written otherwise, with all that is in them
 */
export function otherTexts(w: Writer, entry: XmlElement, known: readonly string[]): string[] {
  return elements(entry).flatMap((part) => {
    if (known.includes(part.name) || WRITTEN_APART.test(part.name) || BENEATH.test(part.name)) return [];
    if (REFERENCE.test(part.name) && !hasOwnText(part)) return [];
    if (!hasOwnText(part)) return otherTexts(w, part, known);
    const text = w.text(part);
    return text === '' ? [] : [`${wordsOf(part.name)}: ${text}`];
  });
}

/** Writes the notes and remarks of an entry below it, wherever in it they stand; those of a set's parts are theirs. */
export function writeBeneath(w: Writer, entry: XmlElement, place: Place): void {
  for (const part of elements(entry)) {
    if (BENEATH.test(part.name)) w.write(part, within(place));
    else if (!WRITTEN_APART.test(part.name)) writeBeneath(w, part, place);
  }
}

/** `descrForLocation` as `location`, `unitOfIssue` as `unit of issue`. */
function wordsOf(name: string): string {
  return name
    .replace(/^descrFor(?=[A-Z])/, '')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase();
}
