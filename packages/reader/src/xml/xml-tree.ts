import { parseXml } from './xml-parser.js';
import type { XmlLimits } from '../limits/extraction-limits.js';

export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  content: (XmlElement | string)[];
}

/** Renames elements and attributes. */
export type Translate = (name: string, attributes: Readonly<Record<string, string>>) => Omit<XmlElement, 'content'>;

export interface TreeOptions {
  translate?: Translate;
  /** The reading ends at the start tag of this element; for readers of the head only. */
  until?: string;
}

/** Parses a document into a tree of limited depth, so callers may recurse. @throws ExtractionError as `parseXml` */
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
        // JavaScript treats the byte order mark as a space.
        const text = given.replaceAll('\ufeff', '');
        // White space between elements is reduced to one space.
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

/** Every descendant with one of these names, in order. */
export function descendants(parent: XmlElement, ...names: string[]): XmlElement[] {
  return elements(parent).flatMap((element) => [
    ...(names.includes(element.name) ? [element] : []),
    ...descendants(element, ...names),
  ]);
}

export function plainText(element: XmlElement | undefined): string {
  return element ? rawText(element).replace(/\s+/g, ' ').trim() : '';
}

function rawText(element: XmlElement): string {
  return element.content.map((node) => (typeof node === 'string' ? node : rawText(node))).join('');
}
