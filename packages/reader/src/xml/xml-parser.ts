import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { ExtractionError } from '../errors/extraction-error.js';
import { readDoctype, type Doctype } from './doctype.js';
import { decodePredefined, Entities } from './entities.js';
import { decodeXml } from './xml-encoding.js';
import type { XmlLimits } from '../limits/extraction-limits.js';

/** Receives the content of a document in order. Names are as written, with prefixes. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(): void;
  /** Called for a document type, which formats without one may reject. */
  doctype?(): void;
  /** Called after each piece of the file; true ends the reading. */
  isDone?(): boolean;
}

/** Maximum characters of one tag, text, comment or declaration. */
const MAX_CONSTRUCT = 1024 ** 2;
/** Characters per call of the parser, which enforces that limit. */
const PIECE = 64 * 1024;
/** Replaces an entity with markup. A noncharacter, so no document contains it. */
const MARKUP = '\uffff';
const NAME = /^[^\s&;#<>"'%]+$/;
const MAX_NAMED = 10;

/** Shared: most of up to a million elements have none. */
const NO_ATTRIBUTES: Readonly<Record<string, string>> = {};

/**
 * Reads an XML document as it comes. Nothing outside of the document is ever read: external entities, external document types, parameter
 * entities, XInclude and style sheets are left as they are.
 * @returns sentences for the reader on what was left out
 * @throws ExtractionError `empty` or an `XmlProblem`
 */
export async function parseXml(
  chunks: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
  limits: XmlLimits,
): Promise<string[]> {
  const parser = new BoundedParser(handler, limits);
  for await (const text of decodeXml(chunks)) {
    for (let at = 0; at < text.length; at += PIECE) {
      parser.write(text.slice(at, at + PIECE));
      if (handler.isDone?.()) return parser.warnings();
    }
  }
  parser.close();
  return parser.warnings();
}

class BoundedParser {
  private readonly parser = new SaxesParser();
  private entities: Entities;
  private doctype: Doctype | null = null;
  /** Markup of entities in the current text. */
  private readonly pending: string[] = [];
  private depth = 0;
  private elements = 0;
  /** Characters since the last event of the parser. */
  private silent = 0;

  constructor(
    private readonly handler: XmlHandler,
    private readonly limits: XmlLimits,
  ) {
    this.entities = new Entities(null, limits);
    this.listen(this.parser);
    this.parser.on('doctype', (declaration) => {
      this.silent = 0;
      this.handler.doctype?.();
      this.doctype = readDoctype(declaration);
      this.entities = new Entities(this.doctype, limits);
    });
    this.parser.ENTITIES = new Proxy({}, { get: (_, name) => this.replacement(String(name)) });
  }

  write(piece: string): void {
    this.silent += piece.length;
    this.parser.write(piece);
    if (this.silent > MAX_CONSTRUCT + PIECE) throw new ExtractionError('too_complex', 'a single XML construct');
  }

  close(): void {
    this.parser.close();
  }

  warnings(): string[] {
    const warnings: string[] = [];
    if (this.doctype?.external) warnings.push('The external document type that the XML names was not read.');
    const names = [...this.entities.unresolved];
    if (names.length > 0) {
      const shown = names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ' and more' : '');
      warnings.push(`Entities that the XML does not define itself were not resolved: ${shown}.`);
    }
    return warnings;
  }

  private listen(parser: SaxesParser): void {
    parser.on('error', (error) => {
      throw new ExtractionError('xml_malformed', error.message);
    });
    parser.on('opentag', (tag) => this.open(tag));
    parser.on('closetag', () => {
      this.silent = 0;
      this.depth -= 1;
      this.handler.close();
    });
    parser.on('text', (text) => this.text(text));
    parser.on('cdata', (text) => this.text(text));
    for (const event of ['comment', 'processinginstruction'] as const) parser.on(event, () => (this.silent = 0));
  }

  private open({ name, attributes }: SaxesTagPlain): void {
    this.silent = 0;
    this.depth += 1;
    this.elements += 1;
    if (this.depth > this.limits.max_nesting) throw new ExtractionError('xml_nesting', `${this.depth} levels`);
    if (this.elements > this.limits.max_elements)
      throw new ExtractionError('xml_elements', `${this.elements} elements`);
    let count = 0;
    for (const key in attributes) {
      count += 1;
      // XML 1.0, 3.1: an entity in an attribute must not contain a tag.
      if (attributes[key]!.includes(MARKUP)) throw new ExtractionError('xml_malformed', 'entity in attribute');
    }
    if (count > this.limits.max_attributes) throw new ExtractionError('xml_elements', `${count} attributes`);
    this.handler.open(name, count === 0 ? NO_ATTRIBUTES : attributes);
  }

  private text(text: string): void {
    this.silent = 0;
    const [first = '', ...rest] = text.split(MARKUP);
    if (first !== '') this.handler.text(first);
    for (const part of rest) {
      this.readFragment(this.pending.shift()!);
      if (part !== '') this.handler.text(part);
    }
  }

  /** An entity must consist of whole elements and text (XML 1.0, 4.3.2), so it is read separately. */
  private readFragment(markup: string): void {
    const parser = new SaxesParser({ fragment: true });
    this.listen(parser);
    parser.write(markup).close();
  }

  private replacement(name: string): string | undefined {
    if (!NAME.test(name)) return undefined;
    const markup = this.entities.expand(name);
    if (!markup.includes('<')) return decodePredefined(markup);
    this.pending.push(markup);
    return MARKUP;
  }
}
