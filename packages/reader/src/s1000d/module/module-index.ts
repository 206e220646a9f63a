import { child, descendants, elements, plainText, type XmlElement } from '../../xml/xml-tree.js';
import { applicabilityText, type Properties } from './applicability.js';
import { readDmCode } from './dm-code.js';
import { titleOf } from './module-head.js';

const STEPS = /^(?:proceduralStep|crewDrillStep|isolationStep|isolationProcedureEnd|checkListStep)$/;
/** Elements in which the numbering of steps restarts. */
const STEP_ROOTS = /^(?:mainProcedure|isolationMainProcedure|crewDrill|subCrewDrill|checkListProcedure|checkListItem)$/;

/** Names of elements in references: their numbers, titles and conditions. */
export class ModuleIndex {
  /** As written: `2.1` for the first step in the second. */
  readonly numbers = new Map<XmlElement, string>();
  private readonly byId = new Map<string, XmlElement>();
  private readonly labels = new Map<string, string>();
  private readonly titles = new Map<string, string>();
  /** Number of listed items with a name. */
  private readonly names = new Map<string, number>();
  private figures = 0;
  private tables = 0;

  constructor(
    root: XmlElement,
    private readonly properties?: Properties,
  ) {
    this.visit(root, { prefix: '', count: 0 });
  }

  element(id: string): XmlElement | undefined {
    return this.byId.get(id);
  }

  /** Name of an element in references: `Figure 2`, `step 3.1`, `Torque wrench`, or `Bulb (P/N BL-2)` if the name is ambiguous. */
  label(id: string): string {
    const known = this.labels.get(id);
    if (known !== undefined) return known;
    const element = this.byId.get(id);
    if (!element) return '';
    const name = ['title', 'name', 'workArea'].map((part) => plainText(child(element, part))).find(Boolean);
    const { hotspotTitle, applicationStructureName } = element.attributes;
    const [part] = descendants(element, 'partNumber');
    if (name !== undefined && part && (this.names.get(name) ?? 0) > 1) return `${name} (P/N ${plainText(part)})`;
    return name ?? hotspotTitle ?? applicationStructureName ?? '';
  }

  /** Text of a condition, or null. */
  applicability(id: string): string | null {
    return applicabilityText(this.byId.get(id), this.properties);
  }

  /** Text of the condition in an element, before issue 4; or null. */
  applicabilityIn(element: XmlElement): string | null {
    return applicabilityText(child(element, 'applic') ?? child(element, 'effect'), this.properties);
  }

  /** Title of another data module, from a reference in this one. */
  titleOfModule(dmc: string): string | undefined {
    return this.titles.get(dmc);
  }

  private visit(element: XmlElement, steps: { prefix: string; count: number }, figure = ''): void {
    let own = steps;
    let inside = figure;
    let label = '';
    if (STEPS.test(element.name)) {
      steps.count += 1;
      const number = `${steps.prefix}${steps.count}`;
      this.numbers.set(element, number);
      label = `step ${number}`;
      own = { prefix: `${number}.`, count: 0 };
    } else if (STEP_ROOTS.test(element.name)) {
      own = { prefix: '', count: 0 };
    } else if (element.name === 'figure' || element.name === 'multimedia') {
      label = inside = `Figure ${(this.figures += 1)}`;
      this.numbers.set(element, String(this.figures));
    } else if (element.name === 'table' && child(element, 'title')) {
      label = `Table ${(this.tables += 1)}`;
      this.numbers.set(element, String(this.tables));
    } else if (element.name === 'hotspot') {
      const { hotspotTitle, applicationStructureName } = element.attributes;
      label = [figure, hotspotTitle ?? applicationStructureName].filter(Boolean).join(', ');
    } else if (element.name === 'graphic') {
      label = figure;
    } else if (element.name === 'dmRef') {
      this.learn(element);
    }
    const { id } = element.attributes;
    if (id !== undefined && !this.byId.has(id)) {
      this.byId.set(id, element);
      if (label !== '') this.labels.set(id, label);
      const name = plainText(child(element, 'name'));
      if (name !== '') this.names.set(name, (this.names.get(name) ?? 0) + 1);
    }
    for (const inner of elements(element)) this.visit(inner, own, inside);
  }

  private learn(reference: XmlElement): void {
    const [dmc, title] = [referencedCode(reference), referencedTitle(reference)];
    if (dmc !== null && title !== '') this.titles.set(dmc, title);
  }
}

export function referencedCode(reference: XmlElement): string | null {
  const ident = child(reference, 'dmRefIdent') ?? child(reference, 'dmc') ?? reference;
  const code = child(ident, 'dmCode');
  return code ? readDmCode(code, child(ident, 'identExtension')).text : null;
}

/** Empty if the reference has none. */
export function referencedTitle(reference: XmlElement): string {
  return titleOf(child(reference, 'dmRefAddressItems', 'dmTitle') ?? child(reference, 'dmTitle'));
}
