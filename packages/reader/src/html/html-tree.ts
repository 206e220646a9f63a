import {
  defaultTreeAdapter,
  parse,
  type DefaultTreeAdapterTypes,
  type TreeAdapter,
  type DefaultTreeAdapterMap,
} from 'parse5';
import { ExtractionError } from '../errors/extraction-error.js';
import type { HtmlLimits } from '../limits/extraction-limits.js';

export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
type Parent = DefaultTreeAdapterTypes.ParentNode;

/** Embedded pictures and fonts: megabytes without text. */
const INLINE_DATA = /(["'(]\s*)data:[\w/+.-]{1,80}(?:;[\w=.-]{1,80}){0,4},[\w+/=%\s-]{100,}/g;

/** Parses HTML as browsers do, without scripts or requests. @throws ExtractionError `html_nesting`, `html_elements` */
export function parseHtml(html: string, limits: HtmlLimits): DefaultTreeAdapterTypes.Document {
  return parse(html.replace(INLINE_DATA, '$1'), { scriptingEnabled: false, treeAdapter: boundedAdapter(limits) });
}

/** Checks the limits while the tree grows, because the parser slows down with depth. */
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
    // Comments are not page text.
    createCommentNode: () => defaultTreeAdapter.createCommentNode(''),
  };
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node;
}

export function attribute(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value;
}

/** Elements with one of these names inside `parent`, in order, not below one of `barriers`. */
export function* descendants(parent: Parent, names: RegExp, barriers: RegExp): Generator<HtmlElement> {
  for (const node of parent.childNodes) {
    if (!isElement(node)) continue;
    if (names.test(node.tagName)) yield node;
    if (!barriers.test(node.tagName)) yield* descendants(node, names, barriers);
  }
}
