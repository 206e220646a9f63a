import { elements, type XmlElement } from '../../xml/xml-tree.js';
import { hasOwnText } from './inline-text.js';
import { within } from './paragraphs.js';
import type { Place, Writer } from './writer.js';

/** Blocks below an entry. */
const BENEATH = /^(?:note|footnote|remarks)/;
const WRITTEN_APART = /^(?:warning.*|caution.*|refs|applic|embedded\w+|removed|symbol)$/;
/** References are read from their attributes, unless they have text. */
const REFERENCE = /Refs?$/;

/** Texts of unknown elements with their names: `storage location: A2`. @param known names of elements that are written elsewhere */
export function otherTexts(w: Writer, entry: XmlElement, known: readonly string[]): string[] {
  return elements(entry).flatMap((part) => {
    if (known.includes(part.name) || WRITTEN_APART.test(part.name) || BENEATH.test(part.name)) return [];
    if (REFERENCE.test(part.name) && !hasOwnText(part)) return [];
    if (!hasOwnText(part)) return otherTexts(w, part, known);
    const text = w.text(part);
    return text === '' ? [] : [`${wordsOf(part.name)}: ${text}`];
  });
}

/** Writes notes and remarks at any depth below their entry; those of set parts are written with the parts. */
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
