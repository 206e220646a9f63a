import type { Caveat } from '../../document/caveats.js';
import { elements, type XmlElement } from '../../xml/xml-tree.js';

/** Units of the specification; others are kept as written. */
const UNITS: Readonly<Record<string, string>> = { dega: '°', degC: '°C', degF: '°F', ohm: 'Ω', um: 'µm', us: 'µs' };

const BOUNDS = new Map([
  ['minimum', 'min. '],
  ['maximum', 'max. '],
]);

const NUMBER = /^[-−+]?[\d.,]+(?: \d+\/\d+|\/\d+)?$/;

/** Context of a quantity: how to read its parts, and the unit of the enclosing elements. */
interface Surroundings {
  text(element: XmlElement): string;
  addCaveat(caveat: Caveat): void;
}

/** Writes `quantity`: `40 Nm ± 2 Nm`, `12.5 +0.05/-0.02 mm`, `30 to 35 Nm`. A unit applies to nested values without one. */
export class QuantityText {
  constructor(private readonly around: Surroundings) {}

  of(element: XmlElement, inherited = ''): string {
    const unit = element.attributes.quantityUnitOfMeasure ?? inherited;
    switch (element.name) {
      case 'quantityValue':
        return this.value(element, unit);
      case 'quantityTolerance':
        return this.tolerance(element, unit);
      case 'quantityGroup':
        return this.group(element, unit);
    }
    const groups = elements(element, 'quantityGroup');
    const range = groups.length === 2 && isPlain(element, 'quantityGroup') ? this.range(element, unit) : null;
    if (range !== null) return range;
    if (groups.length > 0) return this.parts(element, unit, groups.some(isBound) ? ', ' : ' / ');
    const text = this.around.text(element);
    return /\d\s*$/.test(text) ? `${text.trimEnd()}${this.unit(unit)}` : text;
  }

  /** Parts in order; `joint` separates those with nothing between them. */
  private parts(element: XmlElement, unit: string, joint: string): string {
    let text = '';
    let isBehindPart = false;
    for (const node of element.content) {
      if (typeof node === 'string') {
        text += node;
        isBehindPart &&= node.trim() === '';
      } else {
        const isTolerance = node.name === 'quantityTolerance';
        const isPart = isTolerance || /^quantity(?:Group|Value)$/.test(node.name);
        const written = isPart ? this.of(node, unit) : this.around.text({ ...element, content: [node] });
        text = isBehindPart && isPart && !isTolerance ? text.trimEnd() + joint + written : text + written;
        isBehindPart = isPart;
      }
    }
    return text;
  }

  /** `30 to 35 Nm`; null unless it is a minimum with a maximum. */
  private range(element: XmlElement, unit: string): string | null {
    const bound = (type: string) => {
      const group = elements(element).find(({ attributes }) => attributes.quantityGroupType === type);
      const [value, ...others] = group && isPlain(group, 'quantityValue') ? elements(group) : [];
      if (!group || !value || others.length > 0) return null;
      const { quantityUnitOfMeasure: own = group.attributes.quantityUnitOfMeasure ?? unit } = value.attributes;
      return { value, unit: own, text: this.around.text(value).trim() };
    };
    const [low, high] = [bound('minimum'), bound('maximum')];
    if (!low || !high || low.unit !== high.unit || !NUMBER.test(low.text) || !NUMBER.test(high.text)) return null;
    return `${low.text} to ${this.value(high.value, high.unit)}`;
  }

  private group(group: XmlElement, unit: string): string {
    const bound = BOUNDS.get(group.attributes.quantityGroupType ?? '') ?? '';
    return `${bound}${this.uneven(group, unit) ?? this.parts(group, unit, ' / ')} `;
  }

  /** `12.5 +0.05/-0.02 mm`, if all parts have one unit. */
  private uneven(group: XmlElement, unit: string): string | null {
    const all = elements(group);
    const [value, ...tolerances] = all;
    const of = (type: string) => tolerances.find(({ attributes }) => attributes.quantityToleranceType === type);
    const [plus, minus] = [of('plus'), of('minus')];
    if (value?.name !== 'quantityValue' || !plus || !minus || tolerances.length > 2) return null;
    const own = value.attributes.quantityUnitOfMeasure ?? unit;
    const texts = all.map((part) => this.around.text(part).trim());
    if (!texts.every((text) => NUMBER.test(text)) || hasText(group)) return null;
    if (tolerances.some(({ attributes }) => (attributes.quantityUnitOfMeasure ?? own) !== own)) return null;
    const [number, above, below] = [value, plus, minus].map((part) => this.around.text(part).trim());
    return `${number} +${above}/-${below}${this.unit(own)}`;
  }

  private tolerance(element: XmlElement, unit: string): string {
    const { quantityToleranceType: type } = element.attributes;
    const sign = type === 'plus' ? ' +' : type === 'minus' ? ' -' : ' ± ';
    return sign + this.value(element, unit);
  }

  private value(element: XmlElement, unit: string): string {
    return this.around.text(element).trim() + this.unit(unit);
  }

  /** Units of project lists (`um51`) are kept as written: a number without a unit says less. */
  private unit(unit: string): string {
    if (/^um\d+$/.test(unit)) this.around.addCaveat('unit');
    return unit === '' ? '' : ` ${Object.hasOwn(UNITS, unit) ? UNITS[unit]! : unit}`;
  }
}

function isBound({ attributes }: XmlElement): boolean {
  return BOUNDS.has(attributes.quantityGroupType ?? '');
}

function isPlain(element: XmlElement, name: string): boolean {
  return !hasText(element) && elements(element).every((part) => part.name === name);
}

function hasText({ content }: XmlElement): boolean {
  return content.some((node) => typeof node === 'string' && node.trim() !== '');
}
