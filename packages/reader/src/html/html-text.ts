import { isBareLabel } from '../notices/markers.js';
import { lowered, raised } from '../text/raised-text.js';
import { isHidden, shiftOf } from './html-hints.js';
import { attribute, isElement, type HtmlElement } from './html-tree.js';

/** Alternative text of a notice symbol; other pictures have no text. */
export function labelOf(image: HtmlElement): string {
  const alternative = (attribute(image, 'alt') ?? '').trim();
  return isBareLabel(alternative) ? `\n${alternative}\n` : '';
}

export function plainText(element: HtmlElement): string {
  return element.childNodes
    .map((node) => {
      if (isElement(node))
        return isHidden(node)
          ? ''
          : shiftOf(node) === 'up'
            ? raised(plainText(node))
            : shiftOf(node) === 'down'
              ? lowered(plainText(node))
              : node.tagName === 'br'
                ? '\n'
                : plainText(node);
      return 'value' in node ? node.value : '';
    })
    .join('');
}
