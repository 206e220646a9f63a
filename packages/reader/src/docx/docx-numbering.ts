import { formatNumber } from '../text/list-marker.js';
import type { Attribute, PartHandler } from '../office/part-xml.js';

interface NumberingLevel {
  start: number;
  format: string;
  /** `%1.%2` */
  text: string;
}

interface List {
  definition: string;
  /** Start numbers by level, if this list restarts although it shares its definition. */
  restarts: Map<number, number>;
  own: Map<number, NumberingLevel>;
}

/** Word's formats by HTML's; others count in digits. */
const FORMATS: Readonly<Record<string, string>> = {
  decimalZero: '01',
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
};

const MAX_LEVEL = 8;

/** The lists of a document (ECMA-376-1, 17.9). Also counts, because Word stores no numbers. */
export class DocxNumbering implements PartHandler {
  private readonly definitions = new Map<string, Map<number, NumberingLevel>>();
  /** The list that supplies the levels of a definition without its own. */
  private readonly styleLinks = new Map<string, string>();
  private readonly styleDefinitions = new Map<string, string>();
  private readonly lists = new Map<string, List>();
  private readonly counters = new Map<string, number[]>();
  private readonly begun = new Set<string>();
  private definition = '';
  private list: List | null = null;
  private levels: Map<number, NumberingLevel> | null = null;
  private index = 0;

  open(name: string, attribute: Attribute): void {
    const value = attribute('val') ?? '';
    switch (name) {
      case 'w:abstractNum':
        this.definition = attribute('abstractNumId') ?? '';
        this.levels = new Map();
        this.definitions.set(this.definition, this.levels);
        break;
      case 'w:numStyleLink':
        this.styleLinks.set(this.definition, value);
        break;
      case 'w:styleLink':
        this.styleDefinitions.set(value, this.definition);
        break;
      case 'w:num':
        this.list = { definition: '', restarts: new Map(), own: new Map() };
        this.levels = this.list.own;
        this.lists.set(attribute('numId') ?? '', this.list);
        break;
      case 'w:abstractNumId':
        if (this.list) this.list.definition = value;
        break;
      case 'w:lvlOverride':
      case 'w:lvl':
        this.index = Number(attribute('ilvl'));
        if (name === 'w:lvl') this.levels?.set(this.index, { start: 1, format: 'decimal', text: '' });
        break;
      case 'w:startOverride':
        this.list?.restarts.set(this.index, Number(value));
        break;
      default:
        this.describe(name, value);
    }
  }

  text(): void {
    // Only elements and attributes matter.
  }

  close(name: string): void {
    if (name === 'w:num') this.list = null;
  }

  /** Counts a list paragraph. Returns its number as shown, `•` for bullets, '' if nothing is shown. */
  next(listId: string, level: number): string {
    const list = this.lists.get(listId);
    if (!list || level < 0 || level > MAX_LEVEL) return '';
    const own = this.levelOf(list, level);
    if (!own) return '';
    const counters = this.count(list, listId, level);
    if (own.format === 'bullet') return '•';
    return own.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const { format = 'decimal', start = 1 } = this.levelOf(list, at) ?? {};
      return format === 'none' ? '' : formatNumber(counters[at] ?? start, FORMATS[format] ?? '1');
    });
  }

  private count(list: List, listId: string, level: number): number[] {
    const counters = this.counters.get(list.definition) ?? [];
    this.counters.set(list.definition, counters);
    const restart = list.restarts.get(level);
    const first = `${listId} ${level}`;
    const isRestart = restart !== undefined && !this.begun.has(first);
    this.begun.add(first);
    const current = counters[level];
    const start = restart ?? this.levelOf(list, level)!.start;
    counters[level] = isRestart || current === undefined ? start : current + 1;
    // Deeper levels restart under the next number.
    counters.length = level + 1;
    return counters;
  }

  private levelOf(list: List, level: number): NumberingLevel | undefined {
    const link = this.styleLinks.get(list.definition);
    const definition = link === undefined ? list.definition : (this.styleDefinitions.get(link) ?? list.definition);
    return list.own.get(level) ?? this.definitions.get(definition)?.get(level);
  }

  private describe(name: string, value: string): void {
    const level = this.levels?.get(this.index);
    if (!level) return;
    if (name === 'w:start') level.start = Number(value);
    else if (name === 'w:numFmt') level.format = value;
    else if (name === 'w:lvlText') level.text = value;
  }
}
