import { ExtractionError } from '../errors/extraction-error.js';

/** An entity of a document type declaration. External entities are only names and are never read. */
export type Entity =
  { kind: 'internal'; text: string } | { kind: 'external'; system: string } | { kind: 'unparsed'; system: string };

export interface Doctype {
  /** Address of the external subset, which is never read. */
  external: string | null;
  entities: ReadonlyMap<string, Entity>;
}

const QUOTED = `"[^"]*"|'[^']*'`;
const EXTERNAL_ID = `(?:SYSTEM|PUBLIC\\s+(?:${QUOTED}))\\s+(${QUOTED})`;

/** Comments, instructions and declarations of an internal subset (XML 1.0, 2.8); groups are those of a general entity. */
const DECLARATION = new RegExp(
  [
    '<!--[^]*?-->',
    '<\\?[^]*?\\?>',
    `<!ENTITY\\s+([^\\s"'<>%&;]+)\\s+(?:(${QUOTED})|${EXTERNAL_ID}(?:\\s+NDATA\\s+([^\\s"'<>]+))?)\\s*>`,
    `<![A-Z]+(?:${QUOTED}|[^"'<>])*>`,
  ].join('|'),
  'g',
);

/**
 * Parses the content between `<!DOCTYPE` and its `>`. Parameter entities and the external subset are ignored, so their declarations are
 * missing.
 * @throws ExtractionError `xml_malformed` for an invalid character reference
 */
export function readDoctype(declaration: string): Doctype {
  const [head = '', subset = ''] = splitSubset(declaration);
  const external = new RegExp(`^\\s*[^\\s"'<>]+\\s+${EXTERNAL_ID}`).exec(head)?.[1];
  const entities = new Map<string, Entity>();
  for (const [, name, value, system, notation] of subset.matchAll(DECLARATION)) {
    // The first declaration of a name counts (XML 1.0, 4.2).
    if (name === undefined || entities.has(name)) continue;
    if (value !== undefined) entities.set(name, { kind: 'internal', text: decodeCharacters(unquoted(value)) });
    else if (system !== undefined)
      entities.set(name, { kind: notation === undefined ? 'external' : 'unparsed', system: unquoted(system) });
  }
  return { external: external === undefined ? null : unquoted(external), entities };
}

/** Replaces numeric references, as a declaration does in the value of an entity. */
export function decodeCharacters(text: string): string {
  return text.replace(/&#(?:x([\da-f]+)|(\d+));/gi, (_, hex: string | undefined, decimal: string | undefined) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter =
      code === 9 ||
      code === 10 ||
      code === 13 ||
      (code >= 0x20 && code < 0xd800) ||
      (code > 0xdfff && code < 0xfffe) ||
      (code > 0xffff && code <= 0x10ffff);
    if (!isCharacter) throw new ExtractionError('xml_malformed', `character ${code}`);
    return String.fromCodePoint(code);
  });
}

/** The parts before and after the first bracket outside of quotes. */
function splitSubset(declaration: string): string[] {
  const head = new RegExp(`^(?:${QUOTED}|[^"'[])*`).exec(declaration)![0];
  return [head, declaration.slice(head.length + 1)];
}

function unquoted(literal: string): string {
  return literal.slice(1, -1);
}
