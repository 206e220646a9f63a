import type { PageBlock } from '../document/document.types.js';
import { stepMarker } from '../notices/markers.js';
import type { TaskSection } from './task.types.js';

const MAX_HEADING = 120;
/** Words that name a list, in the order of the standards' headings: `Fixtures, Tools, Test and Support Equipment`. */
const NAMES: readonly [TaskSection, RegExp][] = [
  ['consumables', /\b(?:consumables?|expendables?|materials?)\b/i],
  ['tools', /\b(?:tools?|tooling|fixtures?|support equipment|test equipment)\b/i],
  ['references', /\b(?:references|reference information|referenced information|references data)\b/i],
];
const SETUP = /\bjob set-?up\b/i;
/** Words of instructions, which name no list. */
const ORDER =
  /\b(?:remove|install|put|get|use|prepare|connect|disconnect|clean|do|make|attach|return|collect|check)\b/i;
/** Titles of work on a tool, and steps below the title of a list: they are no items. */
const WORK = /\b(?:removal|installation|cleaning|checks?|inspection|adjustment|calibration|replacement|procedure)\b/i;
const INSTRUCTION =
  /^(?:[Rr]emove|[Ii]nstall|[Pp]ut|[Gg]et|[Uu]se|[Pp]repare|[Cc]onnect|[Dd]isconnect|[Cc]lean|[Dd]o|[Mm]ake|[Aa]ttach|[Rr]eturn|[Cc]ollect|[Cc]heck|[Tt]orque|[Tt]ighten|[Ll]oosen|[Aa]pply|[Oo]pen|[Cc]lose|[Ss]et|[Ll]ower|[Ll]ift|[Rr]aise|[Dd]rain|[Ff]ill|[Rr]eplace|[Ll]ubricate|[Ee]xamine|[Ii]nspect|[Tt]est|[Mm]easure|[Tt]urn|[Ss]afety|[Ii]f|[Ll]et|[Hh]old|[Pp]ush|[Pp]ull|[Mm]ove|[Ss]top|[Ss]tart|[Dd]iscard|[Kk]eep|[Oo]bey|[Rr]elease|[Ee]nsure|[Vv]erify)\s/;
const INLINE =
  /^(tools?(?:, [a-z ]{1,40})?|consumables?(?:, materials and expendables| materials?)?|materials|references?)\s?:/i;
const TASK_NUMBER = /^(?:TASK |Task )?[A-Z]{0,3}-?\d\d-\d\d-\d\d-\d{3}-[A-Z0-9]{3,6}/;
const MATERIAL = /^(?:MAT|CML|CMS|Material|MATERIAL|Consumable)\b/;

/** Tells to which list of a task its blocks belong. */
export class TaskSections {
  private open: { section: TaskSection | 'setup'; level: number; isStep: boolean } | null = null;

  get isOfReferences(): boolean {
    return this.open?.section === 'references' || this.open?.section === 'setup';
  }

  /** The list that a block is an item of; null for the heading of a list and for other text. */
  enter(block: PageBlock): TaskSection | null {
    const { kind, text } = block;
    const isStep = kind === 'list_item' && (stepMarker(text)?.style ?? '•') !== '•';
    const level = block.level ?? 1;
    if (kind === 'heading' || (isStep && (this.open === null || (this.open.isStep && level <= this.open.level)))) {
      const section = named(text);
      if (kind === 'heading' || section !== null || this.open?.isStep)
        this.open = section === null ? null : { section, level, isStep };
      return null;
    }
    if (/^(?:warning|caution|note|figure)$/.test(kind)) return null;
    const inline = kind === 'paragraph' ? labelled(text) : null;
    if (inline !== null || this.open === null) return inline;
    if (block.header === true || (isStep && INSTRUCTION.test(text.slice(stepMarker(text)!.length)))) return null;
    if (this.open.section === 'setup') return ofSetup(block);
    return this.open.section === 'tools' && MATERIAL.test(text) ? 'consumables' : this.open.section;
  }
}

/** The list of a line such as `Tools: TT32-1131 dial gauge`. */
function labelled(text: string): TaskSection | null {
  const label = INLINE.exec(text)?.[1];
  if (label === undefined) return null;
  return /^reference/i.test(label) ? 'references' : (NAMES.find(([, name]) => name.test(label))?.[0] ?? null);
}

function named(text: string): TaskSection | 'setup' | null {
  if (text.length > MAX_HEADING || ORDER.test(text) || WORK.test(text) || /[.;]$/.test(text.trim())) return null;
  if (SETUP.test(text)) return 'setup';
  const found = NAMES.filter(([, name]) => name.test(text));
  if (found.length > 0) return found.some(([section]) => section === 'tools') ? 'tools' : found[0]![0];
  return null;
}

/** A table of everything that a job needs. */
function ofSetup({ kind, text }: PageBlock): TaskSection | null {
  if (kind !== 'table_row') return null;
  if (TASK_NUMBER.test(text)) return 'references';
  if (MATERIAL.test(text)) return 'consumables';
  return /^[A-Z0-9][A-Z0-9 ./-]{2,39} \| /.test(text) && /\d/.test(text.split(' | ')[0]!) ? 'tools' : null;
}
