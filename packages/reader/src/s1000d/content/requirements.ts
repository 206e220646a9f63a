import { child, descendants, elements, plainText, type XmlElement } from '../../xml/xml-tree.js';
import { hasOwnText } from './inline-text.js';
import { isGrave } from './notice-ledger.js';
import { writeGrave, writeReferenced } from './notices.js';
import { within, writeParagraph } from './paragraphs.js';
import { otherTexts, writeBeneath } from './other-texts.js';
import { rowText } from './tables.js';
import type { Place, Writer } from './writer.js';

/** Titles of the specification for parts without a title (S1000D chapter 3.9.5.2.1.9). */
const GROUPS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    productionMaintData: 'Production maintenance data',
    reqCondGroup: 'Required conditions',
    reqPersons: 'Required persons',
    reqTechInfoGroup: 'Required technical information',
    reqSupportEquips: 'Support equipment',
    reqSupplies: 'Consumables, materials and expendables',
    reqSpares: 'Spares',
    reqSafety: 'Safety conditions',
  }),
);

/** Writes conditions, equipment and safety requirements before a procedure, and conditions after it, each under its heading. */
export function writeRequirements(w: Writer, requirements: XmlElement, place: Place): void {
  const title = requirements.name === 'closeRqmts' ? 'Requirements after job completion' : 'Preliminary requirements';
  w.emit({ kind: 'heading', text: title, level: place.heading });
  for (const group of elements(requirements)) {
    const groupTitle = GROUPS.get(group.name);
    if (groupTitle === undefined) w.write(group, { ...place, heading: place.heading + 1 });
    else if (isNone(group)) w.emit({ kind: 'paragraph', text: `${groupTitle}: none` });
    else {
      w.emit({ kind: 'heading', text: groupTitle, level: place.heading + 1 });
      const inside = { ...place, heading: place.heading + 2 };
      // Safety requirements govern the whole procedure, of which this is a section.
      if (group.name === 'reqSafety') writeSafety(w, group, inside, place.heading - 1);
      else w.write({ ...group, name: 'requirementGroup' }, inside);
    }
  }
}

function isNone(group: XmlElement): boolean {
  return (
    plainText(group) === '' && elements(group).every(({ name }) => /^no[A-Z]/.test(name)) && !refersToNotices(group)
  );
}

function refersToNotices(element: XmlElement): boolean {
  const { warningRefs, cautionRefs } = element.attributes;
  return Boolean(warningRefs ?? cautionRefs) || elements(element).some(refersToNotices);
}

function writeSafety(w: Writer, safety: XmlElement, place: Place, section: number): void {
  writeReferenced(w, safety, place, { section });
  for (const part of elements(safety)) {
    if (isGrave(part)) writeGrave(w, part, place, { section });
    else if (part.name === 'safetyRqmts') writeSafety(w, part, place, section);
    else w.write(part, place);
  }
}

/** A condition, and the module that describes how to meet it. */
export function writeCondition(w: Writer, condition: XmlElement, place: Place): void {
  const [first, ...rest] = elements(condition).map((part) => w.text(part));
  const text =
    first === undefined ? w.text(condition) : [first, rest.filter(Boolean).join('; ')].filter(Boolean).join(' ');
  w.emit({ kind: 'list_item', text: `• ${text}`, level: place.step + 1 }, place);
}

/** `Person A | Mechanic | skill sk02 | 0,5 h`. Before issue 4, details follow the person as siblings. */
export function writePersons(w: Writer, persons: XmlElement, place: Place): void {
  let row: string[] = [];
  const flush = () => {
    w.emit({ kind: 'table_row', text: rowText(row) }, place);
    row = [];
  };
  for (const part of elements(persons)) {
    if (part.name === 'person' || part.name === 'personnel') {
      flush();
      row = [
        `Person ${part.attributes.man ?? ''}`.trim(),
        ...elements(part)
          .map((detail) => personText(w, detail))
          .filter(Boolean),
      ];
    } else {
      row.push(personText(w, part));
    }
  }
  flush();
}

function personText(w: Writer, detail: XmlElement): string {
  const { personCategoryCode, skillLevelCode, unitOfMeasure = '' } = detail.attributes;
  if (detail.name === 'personCategory') return personCategoryCode ?? '';
  if (detail.name === 'personSkill') return skillLevelCode === undefined ? '' : `skill ${skillLevelCode}`;
  return `${w.text(detail)} ${unitOfMeasure}`.trim();
}

/** Writes tools, supplies, spares and units: `Torque wrench | P/N TW-20 | CAGE K1234 | Qty 1 EA`, set contents below. */
export function writeItem(w: Writer, item: XmlElement, place: Place): void {
  const direct = { ...item, content: item.content.filter((node) => typeof node === 'string' || !isPartOfSet(node)) };
  w.emit({ kind: 'table_row', text: rowText(itemCells(w, direct)) }, place);
  for (const part of elements(item).filter(isPartOfSet)) writeReferenced(w, part, place);
  for (const part of elements(item).filter(isPartOfSet)) writeItem(w, part, w.limited(part, within(place)));
  for (const part of elements(item).filter(({ name }) => /^(?:warning|caution)/.test(name))) {
    w.write(part, within(place));
  }
  writeBeneath(w, item, place);
}

function isPartOfSet({ name }: XmlElement): boolean {
  return name.startsWith('embedded');
}

function itemCells(w: Writer, item: XmlElement): string[] {
  const texts = (label: string, ...names: string[]) =>
    descendants(item, ...names)
      .map(plainText)
      .filter(Boolean)
      .map((text) => `${label} ${text}`);
  const references = descendants(
    item,
    'toolRef',
    'supplyRef',
    'partRef',
    'materialSetRef',
    'functionalItemRef',
  ).flatMap(({ attributes }) => [
    ...[attributes.toolNumber, attributes.supplyNumber, attributes.partNumberValue]
      .filter(Boolean)
      .map((text) => `P/N ${text}`),
    ...[attributes.materialSetIdent].filter(Boolean).map((text) => `set ${text}`),
    ...[attributes.functionalItemNumber].filter(Boolean).map((text) => `item ${text}`),
  ]);
  const catalogue = descendants(item, 'catalogSeqNumberRef').map(
    ({ attributes: { figureNumber = '', figureNumberVariant = '', item: position = '' } }) =>
      `figure ${figureNumber}${figureNumberVariant} item ${position}`,
  );
  const [quantity] = descendants(item, 'reqQuantity');
  const amount = quantity ? `${w.text(quantity)} ${quantity.attributes.unitOfMeasure ?? ''}`.trim() : '';
  return [
    w.text(child(item, 'name')),
    ...texts('P/N', 'partNumber'),
    ...texts('CAGE', 'manufacturerCode'),
    ...references,
    ...texts('NSN', 'natoStockNumber', 'fullNatoStockNumber'),
    ...catalogue,
    ...(amount === '' ? [] : [`Qty ${amount}`]),
    ...otherTexts(w, item, [
      'name',
      'partNumber',
      'manufacturerCode',
      'natoStockNumber',
      'fullNatoStockNumber',
      'reqQuantity',
    ]),
  ];
}

/** Units of thresholds that all projects share (S1000D chapter 3.9.6.1, `thresholdUnitOfMeasure`). */
const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    th01: 'flight hours',
    th02: 'flight cycles',
    th03: 'months',
    th04: 'weeks',
    th05: 'years',
    th06: 'days',
  }),
);

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['plus', '+'],
  ['minus', '-'],
]);

/** A limit of scheduled maintenance: `Limit: 6 months ± 1 months; Monthly`. */
export function writeLimit(w: Writer, limit: XmlElement, place: Place): void {
  const thresholds = descendants(limit, 'threshold').map((threshold) => {
    const unit = threshold.attributes.thresholdUnitOfMeasure ?? '';
    const tolerance = child(threshold, 'tolerance')?.attributes;
    const sign = SIGNS.get(tolerance?.toleranceType ?? '') ?? '±';
    const value = [w.text(child(threshold, 'thresholdValue')), UNITS.get(unit) ?? unit].filter(Boolean).join(' ');
    return tolerance?.toleranceValue ? `${value} ${sign} ${tolerance.toleranceValue}` : value;
  });
  const isRange = child(limit, 'limitRange') !== undefined;
  const parts = [
    thresholds.join(isRange ? ' to ' : ', '),
    limit.attributes.limitCond ?? '',
    ...descendants(limit, 'inspectionType').map(({ attributes }) => attributes.inspectionTypeCategory ?? ''),
    ...otherTexts(w, limit, ['thresholdValue']),
  ].filter(Boolean);
  if (parts.length === 0 && hasOwnText(limit)) return writeParagraph(w, limit, place);
  if (parts.length > 0) w.emit({ kind: 'paragraph', text: `Limit: ${parts.join('; ')}` }, place);
  writeBeneath(w, limit, place);
}
