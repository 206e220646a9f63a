import { ExtractionError } from '../extraction-error.js';
import { CHARACTER_ENTITIES } from './character-entities.js';
import { decodeCharacters, type Doctype } from './doctype.js';
import type { XmlLimits } from './xml-limits.js';

/** The five that every document has (XML 1.0, 4.6). */
const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const REFERENCE = /&([^\s&;#<>"']+);/g;

/**
 * Expands references to the internal general entities of a document, within bounds of number, depth and size. What
 * lies outside of the document is never read: its reference stays in the text as it is written, and `unresolved` names it.
 */
export class Entities {
  readonly unresolved = new Set<string>();
  private references = 0;
  private characters = 0;

  constructor(
    private readonly doctype: Doctype | null,
    private readonly limits: XmlLimits,
  ) {}

  /**
   * What a reference stands for, as markup in which only the five predefined entities are left.
   *
   * @throws ExtractionError `xml_entities`, also for an entity that holds itself
   */
  expand(name: string, depth = 1): string {
    if (Object.hasOwn(PREDEFINED, name)) return `&${name};`;
    const entity = this.doctype?.entities.get(name);
    if (entity?.kind === 'internal') {
      this.count(entity.text, depth);
      return entity.text.replace(REFERENCE, (_, inner: string) => this.expand(inner, depth + 1));
    }
    // The name of a graphic is all that can be said of it in words.
    if (entity?.kind === 'unparsed') return name;
    const character = CHARACTER_ENTITIES.get(name);
    if (!entity && character !== undefined) return character;
    this.unresolved.add(name);
    return `&amp;${name};`;
  }

  private count(text: string, depth: number): void {
    this.references += 1;
    this.characters += text.length;
    const { max_entity_depth, max_entity_references, max_entity_characters } = this.limits;
    if (depth > max_entity_depth || this.references > max_entity_references || this.characters > max_entity_characters)
      throw new ExtractionError('xml_entities', `${this.references} references, ${this.characters} characters`);
  }
}

/** Text of markup without tags: what its references to characters stand for. */
export function decodePredefined(markup: string): string {
  return markup
    .split(/(&(?:amp|lt|gt|quot|apos);)/)
    .map((part, i) => (i % 2 === 1 ? PREDEFINED[part.slice(1, -1)]! : decodeCharacters(part)))
    .join('');
}
