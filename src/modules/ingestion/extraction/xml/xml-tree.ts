import { parseXml } from './xml-parser.js';
import type { XmlLimits } from './xml-limits.js';

/** An element with its content in order. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  content: (XmlElement | string)[];
}

/** Names and attributes as the reader wants to know them. */
export type Translate = (name: string, attributes: Readonly<Record<string, string>>) => Omit<XmlElement, 'content'>;

export interface TreeOptions {
  translate?: Translate;
  /** The element at whose start tag the reading ends, for those who want the head of a document only. */
  until?: string;
}

/**
 * Reads a document into a tree. Its depth is bounded by the limits, so whoever walks it may do so by recursion.
 *
 * @throws ExtractionError as `parseXml`
 */
export async function readTree(
  chunks: AsyncIterable<Uint8Array>,
  limits: XmlLimits,
  { translate = (name, attributes) => ({ name, attributes }), until }: TreeOptions = {},
): Promise<{ root: XmlElement; warnings: string[] }> {
  const top: XmlElement = { name: '', attributes: {}, content: [] };
  const open = [top];
  let isDone = false;
  const warnings = await parseXml(
    chunks,
    {
      open(name, attributes) {
        if (isDone) return;
        const element: XmlElement = { ...translate(name, attributes), content: [] };
        if (element.name === until) {
          isDone = true;
          return;
        }
        open.at(-1)!.content.push(element);
        open.push(element);
      },
      text(given) {
        // JavaScript takes the byte order mark for a space.
        const text = given.replaceAll('\ufeff', '');
        // White space between elements is the same everywhere; only its being there may matter.
        if (!isDone) open.at(-1)!.content.push(text.trim() === '' ? ' ' : text);
      },
      close() {
        if (!isDone) open.pop();
      },
      isDone: () => isDone,
    },
    limits,
  );
  return { root: elements(top)[0]!, warnings };
}

/** Child elements, all or those of one name. */
export function elements(parent: XmlElement, name?: string): XmlElement[] {
  return parent.content.filter(
    (node): node is XmlElement => typeof node !== 'string' && (name === undefined || node.name === name),
  );
}

/** The element at the end of a path of child names, or undefined. */
export function child(parent: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let at = parent;
  for (const name of path) {
    at = at?.content.find((node): node is XmlElement => typeof node !== 'string' && node.name === name);
  }
  return at;
}

/** Every element of one of these names inside of `parent`, in order. */
export function descendants(parent: XmlElement, ...names: string[]): XmlElement[] {
  return elements(parent).flatMap((element) => [
    ...(names.includes(element.name) ? [element] : []),
    ...descendants(element, ...names),
  ]);
}

/** All text in an element, white space folded. */
export function plainText(element: XmlElement | undefined): string {
  return element ? rawText(element).replace(/\s+/g, ' ').trim() : '';
}

function rawText(element: XmlElement): string {
  return element.content.map((node) => (typeof node === 'string' ? node : rawText(node))).join('');
}
