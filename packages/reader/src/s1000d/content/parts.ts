import { AND_ALSO } from '@amks/language/applicability/conditions.js';
import { child, descendants, elements, plainText, type XmlElement } from '../../xml/xml-tree.js';
import { otherTexts, writeBeneath } from './other-texts.js';
import { rowText } from './tables.js';
import type { Place, Writer } from './writer.js';

/** Elements of a part with their own cell. */
const KNOWN = [
  ...['partNumber', 'manufacturerCode', 'quantityPerNextHigherAssy', 'descrForPart', 'partKeyword'],
  ...['natoStockNumber', 'fullNatoStockNumber', 'usableOnCodeAssy', 'usableOnCodeEquip'],
  ...['notIllustrated', 'optionalPart', 'alteredFromPart'],
];

/** Writes a parts catalog entry, a row per alternative: `Figure 01A | Item 002 | P/N … | Qty 1 | . . Wheel`. Dots show the depth. */
export function writePart(w: Writer, entry: XmlElement, place: Place): void {
  const {
    figureNumber = '',
    figureNumberVariant = '',
    item = '',
    indenture = '1',
    catalogSeqNumberValue,
  } = entry.attributes;
  const figure = [figureNumber, figureNumberVariant].join('');
  const dots = '. '.repeat(Math.max(0, Math.min((Number.parseInt(indenture, 10) || 1) - 1, 9)));
  for (const part of elements(entry, 'itemSeqNumber')) {
    const variant = part.attributes.itemSeqNumberValue ?? '';
    const position = item === '' ? (catalogSeqNumberValue ?? '') : item;
    w.emit(
      {
        kind: 'table_row',
        text: rowText(
          [
            figure && `Figure ${figure}`,
            [position && `Item ${position}`, /^0*A?$/.test(variant) ? '' : variant].filter(Boolean).join(' '),
            ...identity(part),
            label('Qty', first(part, 'quantityPerNextHigherAssy')),
            `${dots}${description(w, part)}`,
            label('NSN', first(part, 'fullNatoStockNumber', 'natoStockNumber')),
            descendants(part, 'notIllustrated').length > 0 ? 'not illustrated' : '',
            ...descendants(part, 'optionalPart').map((one) => label('Optional part P/N', numberOf(one))),
            ...descendants(part, 'alteredFromPart').map((one) => label('Altered from P/N', numberOf(one))),
            ...otherTexts(w, part, KNOWN),
            limitation(w, part),
          ].filter((cell) => cell.trim() !== ''),
        ),
      },
      place,
    );
    writeBeneath(w, part, place);
  }
  w.children(entry, place, 'itemSeqNumber');
}

function identity(part: XmlElement): string[] {
  const reference = child(part, 'partRef')?.attributes;
  const number =
    reference?.partNumberValue ?? plainText(elements(part, 'partNumber')[0] ?? descendants(part, 'partNumber')[0]);
  const maker = reference?.manufacturerCodeValue ?? first(part, 'manufacturerCode');
  return [label('P/N', number), label('CAGE', maker)];
}

function description(w: Writer, part: XmlElement): string {
  const [name] = descendants(part, 'descrForPart', 'partKeyword');
  const attached = child(part, 'partLocationSegment', 'attachStoreShipPart')?.attributes.attachStoreShipPartCode;
  const words = w.text(name);
  return attached === '1' ? `${words} (attaching part)` : words;
}

function limitation(w: Writer, part: XmlElement): string {
  const limited = [part, ...descendants(part, 'applicabilitySegment', 'partLocationSegment')];
  const conditions = limited.map(({ attributes }) => w.index.applicability(attributes.applicRefId ?? '') ?? '');
  const codes = descendants(part, 'usableOnCodeAssy', 'usableOnCodeEquip').map(plainText);
  const limits = [...new Set(conditions.filter(Boolean))].join(AND_ALSO);
  const all = [limits, ...new Set(codes)].filter(Boolean);
  return all.length === 0 ? '' : `Applicable to ${all.join(', ')}`;
}

/** Of a part that an entry names. */
function numberOf(named: XmlElement): string {
  const reference = child(named, 'partRef')?.attributes ?? named.attributes;
  return reference.partNumberValue ?? (first(named, 'partNumber') || plainText(named));
}

function first(part: XmlElement, ...names: string[]): string {
  return plainText(descendants(part, ...names)[0]);
}

function label(name: string, value: string): string {
  return value === '' ? '' : `${name} ${value}`;
}
