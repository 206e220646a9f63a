import { ExtractionError } from '../errors/extraction-error.js';
import { CHARACTER_ENTITIES } from './character-entities.js';
import { decodeCharacters, type Doctype } from './doctype.js';
import type { XmlLimits } from '../limits/extraction-limits.js';

/** The predefined entities (XML 1.0, 4.6). */
const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const REFERENCE = /&([^\s&;#<>"']+);/g;

/** Expands internal general entities within limits. References to external ones stay as written, and `unresolved` names them. */
export class Entities {
  readonly unresolved = new Set<string>();
  private references = 0;
  private characters = 0;

  constructor(
    private readonly doctype: Doctype | null,
    private readonly limits: XmlLimits,
  ) {}

  /** Markup of an entity, with only predefined entities left. @throws ExtractionError `xml_entities`, also for recursion */
  expand(name: string, depth = 1): string {
    if (Object.hasOwn(PREDEFINED, name)) return `&${name};`;
    const entity = this.doctype?.entities.get(name);
    if (entity?.kind === 'internal') {
      this.count(entity.text, depth);
      return entity.text.replace(REFERENCE, (_, inner: string) => this.expand(inner, depth + 1));
    }
    // A graphic is represented by its name.
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

/** Text of markup without tags, with character references replaced. */
export function decodePredefined(markup: string): string {
  return markup
    .split(/(&(?:amp|lt|gt|quot|apos);)/)
    .map((part, i) => (i % 2 === 1 ? PREDEFINED[part.slice(1, -1)]! : decodeCharacters(part)))
    .join('');
}
