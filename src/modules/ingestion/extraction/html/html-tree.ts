import {
  defaultTreeAdapter,
  parse,
  type DefaultTreeAdapterTypes,
  type TreeAdapter,
  type DefaultTreeAdapterMap,
} from 'parse5';
import { ExtractionError } from '../extraction-error.js';
import type { HtmlLimits } from './html-limits.js';

export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
type Parent = DefaultTreeAdapterTypes.ParentNode;

/** Pictures and fonts written into the file: megabytes that no text comes of. */
const INLINE_DATA = /(["'(]\s*)data:[\w/+.-]{1,80}(?:;[\w=.-]{1,80}){0,4},[\w+/=%\s-]{100,}/g;

/**
 * Parses HTML as browsers do. Nothing is run and nothing fetched: the parser only builds a tree.
 *
 * @throws ExtractionError `html_nesting`, `html_elements`
 */
export function parseHtml(html: string, limits: HtmlLimits): DefaultTreeAdapterTypes.Document {
  return parse(html.replace(INLINE_DATA, '$1'), { scriptingEnabled: false, treeAdapter: boundedAdapter(limits) });
}

/** Refuses while the tree grows: what a parser does per element takes the longer the deeper it stands. */
function boundedAdapter({ max_nesting, max_elements }: HtmlLimits): TreeAdapter<DefaultTreeAdapterMap> {
  const depths = new WeakMap<object, number>();
  let elements = 0;
  const place = (parent: Parent, node: HtmlNode): void => {
    if (!('tagName' in node)) return;
    const depth = (depths.get(parent) ?? 0) + 1;
    if (depth > max_nesting) throw new ExtractionError('html_nesting', `${depth}`);
    depths.set(node, depth);
  };
  return {
    ...defaultTreeAdapter,
    createElement: (...element) => {
      elements += 1;
      if (elements > max_elements) throw new ExtractionError('html_elements', `${elements}`);
      return defaultTreeAdapter.createElement(...element);
    },
    appendChild: (parent, node) => {
      place(parent, node);
      defaultTreeAdapter.appendChild(parent, node);
    },
    insertBefore: (parent, node, reference) => {
      place(parent, node);
      defaultTreeAdapter.insertBefore(parent, node, reference);
    },
    // Comments are text that nobody is to see.
    createCommentNode: () => defaultTreeAdapter.createCommentNode(''),
  };
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node;
}

export function attribute(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value;
}

/** Elements of one of these names inside of `parent`, in order, not below one of `barriers`. */
export function* descendants(parent: Parent, names: RegExp, barriers: RegExp): Generator<HtmlElement> {
  for (const node of parent.childNodes) {
    if (!isElement(node)) continue;
    if (names.test(node.tagName)) yield node;
    if (!barriers.test(node.tagName)) yield* descendants(node, names, barriers);
  }
}
