import { ExtractionError } from '../extraction-error.js';

/** An entity as a document type declaration names it. What lies outside of the document is a name, never read. */
export type Entity =
  { kind: 'internal'; text: string } | { kind: 'external'; system: string } | { kind: 'unparsed'; system: string };

/** What of a document type declaration matters to a reader that validates nothing. */
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
 * Reads what stands between `<!DOCTYPE` and its `>`. Parameter entities and the external subset are left alone, so
 * declarations in them count as missing.
 *
 * @throws ExtractionError `xml_malformed` for a reference to a character that is none
 */
export function readDoctype(declaration: string): Doctype {
  const [head = '', subset = ''] = splitSubset(declaration);
  const external = new RegExp(`^\\s*[^\\s"'<>]+\\s+${EXTERNAL_ID}`).exec(head)?.[1];
  const entities = new Map<string, Entity>();
  for (const [, name, value, system, notation] of subset.matchAll(DECLARATION)) {
    // The first declaration of a name is the one that counts (XML 1.0, 4.2).
    if (name === undefined || entities.has(name)) continue;
    if (value !== undefined) entities.set(name, { kind: 'internal', text: decodeCharacters(unquoted(value)) });
    else if (system !== undefined)
      entities.set(name, { kind: notation === undefined ? 'external' : 'unparsed', system: unquoted(system) });
  }
  return { external: external === undefined ? null : unquoted(external), entities };
}

/** Puts characters in the place of numeric references, as a declaration does with the value of its entity. */
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

/** Before the first bracket outside of quotes, and behind it. */
function splitSubset(declaration: string): string[] {
  const head = new RegExp(`^(?:${QUOTED}|[^"'[])*`).exec(declaration)![0];
  return [head, declaration.slice(head.length + 1)];
}

function unquoted(literal: string): string {
  return literal.slice(1, -1);
}
