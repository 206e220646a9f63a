import { isBareLabel } from '../markers.js';
import { lowered, raised } from '../raised-text.js';
import { isHidden, shiftOf } from './html-hints.js';
import { attribute, isElement, type HtmlElement } from './html-tree.js';

/** What a picture says when it is the sign of a notice; other pictures are no text. */
export function labelOf(image: HtmlElement): string {
  const alternative = (attribute(image, 'alt') ?? '').trim();
  return isBareLabel(alternative) ? `\n${alternative}\n` : '';
}

/** All text that is seen of an element, as it stands. */
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
