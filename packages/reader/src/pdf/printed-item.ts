import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { symbolOf } from '../text/symbol-fonts.js';
import { isSymbolBullet, UNKNOWN_CHARACTER } from '../text/text-cleanup.js';
import { NO_CHARACTER } from './font-trust.js';
import type { DrawnFont } from './ink.js';

const NO_CHARACTERS = new RegExp(NO_CHARACTER, 'gu');

/** A text item as displayed: a drawn soft hyphen is a hyphen, and an unnamed character is unknown, since its glyph is visible. */
export function printedItem(item: TextItem, font: DrawnFont | undefined): TextItem {
  const isUnreadable = font?.trust === 'unreadable';
  const str = isUnreadable ? item.str.replace(/\S/gu, UNKNOWN_CHARACTER) : printed(item.str, font?.name);
  return str === item.str ? item : { ...item, str };
}

function printed(text: string, font = ''): string {
  return text.replaceAll('\u00ad', '-').replace(NO_CHARACTERS, (character) => {
    if (/\s/.test(character) || isSymbolBullet(character)) return character;
    const family = font.replace(/^[A-Z]{6}\+/, '').replace(/-Regular$/i, '');
    return /\p{Co}/u.test(character) ? symbolOf(family, character.codePointAt(0)!) : UNKNOWN_CHARACTER;
  });
}
