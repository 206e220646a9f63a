import type { SaxesTagNS } from 'saxes';
import { ProviderProblem } from '../provider-problem.js';

export interface XmlElement {
  /** Without prefix. */
  name: string;
  uri: string;
  attributes: XmlAttribute[];
  parent: XmlElement | null;
  children: XmlElement[];
  /** Without the text of children. */
  text: string;
}

interface XmlAttribute {
  name: string;
  uri: string;
  value: string;
}

/** Elements, and as many attributes. A response of a user with 900 groups; verifying takes longer than reading. */
const MAX_RESPONSE_NODES = 1_000;
const MAX_METADATA_NODES = 10_000;
const MAX_DEPTH = 32;

/**
 * Strict XML with namespaces. Document types, and with them entities, are refused; so are processing instructions.
 * @param isMetadata whether comments and CDATA sections are ignored instead of refused: a text that they split can be read in two ways
 * @throws ProviderProblem
 */
export async function xmlTree(text: string, { isMetadata = false } = {}): Promise<XmlElement> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: true });
  const refuse = (what: string) => (): never => {
    throw new ProviderProblem(`The XML contains ${what}`);
  };
  let root: XmlElement | null = null;
  let open: XmlElement | null = null;
  const most = isMetadata ? MAX_METADATA_NODES : MAX_RESPONSE_NODES;
  let [elements, attributes, depth] = [0, 0, 0];
  parser.on('error', refuse('a syntax error'));
  parser.on('doctype', refuse('a document type'));
  parser.on('processinginstruction', refuse('a processing instruction'));
  if (!isMetadata) {
    parser.on('comment', refuse('a comment'));
    parser.on('cdata', refuse('a CDATA section'));
  }
  parser.on('opentag', (tag) => {
    if (++elements > most || ++depth > MAX_DEPTH) refuse('too many elements')();
    const element = elementOf(tag, open);
    root ??= element;
    open?.children.push(element);
    open = element;
  });
  parser.on('attribute', () => {
    if (++attributes > most) refuse('too many attributes')();
  });
  parser.on('text', (part) => {
    if (open) open.text += part;
  });
  parser.on('closetag', () => {
    depth -= 1;
    open = open?.parent ?? null;
  });
  parser.write(text).close();
  return root ?? refuse('no element')();
}

function elementOf({ local, uri, attributes }: SaxesTagNS, parent: XmlElement | null): XmlElement {
  const own = Object.values(attributes).map((attribute) => ({
    name: attribute.local,
    uri: attribute.uri,
    value: attribute.value,
  }));
  return { name: local, uri, attributes: own, parent, children: [], text: '' };
}

/** The element and all below it, in document order. */
export function* elementsOf(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* elementsOf(child);
}

export function childrenOf({ children, uri }: XmlElement, name: string, namespace = uri): XmlElement[] {
  return children.filter((child) => child.name === name && child.uri === namespace);
}

/** @throws ProviderProblem unless there is exactly one */
export function onlyChild(element: XmlElement, name: string, namespace = element.uri): XmlElement {
  const [found, ...others] = childrenOf(element, name, namespace);
  if (!found || others.length > 0) throw new ProviderProblem(`${element.name} must have exactly one ${name}`);
  return found;
}

/** The value of an attribute without a prefix. */
export function attributeOf({ attributes }: XmlElement, name: string): string | null {
  return attributes.find((attribute) => attribute.name === name && attribute.uri === '')?.value ?? null;
}
