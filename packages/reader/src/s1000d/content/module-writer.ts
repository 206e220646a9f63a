import { AND_ALSO } from '@amks/language/applicability/conditions.js';
import type { Caveat } from '../../document/caveats.js';
import type { MarkupBlock } from '../../document/page-source.js';
import { characterCaveats, cleanCharacters } from '../../text/text-cleanup.js';
import { child, elements, plainText, type XmlElement } from '../../xml/xml-tree.js';
import { hasOwnText, InlineText, isAllInline, isInline } from './inline-text.js';
import { ModuleIndex } from '../module/module-index.js';
import { readApplicability, type ModuleHead } from '../module/module-head.js';
import { NOTICE_COLLECTIONS, NoticeLedger } from './notice-ledger.js';
import { writeForgotten, writeGrave, writeNote, writeReferenced, writeUnreferenced } from './notices.js';
import { writeDefinitions, writeList, writeParagraph } from './paragraphs.js';
import { writePart } from './parts.js';
import { writeCondition, writeItem, writeLimit, writePersons, writeRequirements } from './requirements.js';
import { writeFault, writeSection, writeTask } from './sections.js';
import { writeAnswer, writeCase, writeStep } from './steps.js';
import { writeCaptions, writeFigure, writeTable } from './tables.js';
import type { Library, Place, Writer } from './writer.js';

/** The blocks of a data module, and the numbers of referenced notices that are not available. */
export interface WrittenModule {
  blocks: MarkupBlock[];
  missing_notices: string[];
}

type Write = (w: Writer, element: XmlElement, place: Place) => void;

const nothing: Write = () => undefined;
const paragraph: Write = (w, element, place) => writeParagraph(w, element, place);

const WRITERS: Readonly<Record<string, Write>> = {
  para: paragraph,
  proceduralStep: writeStep,
  crewDrillStep: writeStep,
  isolationStep: writeStep,
  isolationProcedureEnd: writeStep,
  checkListStep: writeStep,
  if: writeCase,
  elseIf: writeCase,
  yesAnswer: writeAnswer,
  noAnswer: writeAnswer,
  choice: writeAnswer,
  randomList: writeList,
  sequentialList: writeList,
  definitionList: writeDefinitions,
  warning: writeGrave,
  caution: writeGrave,
  warningRef: writeGrave,
  cautionRef: writeGrave,
  note: writeNote,
  figure: writeFigure,
  multimedia: writeFigure,
  table: writeTable,
  captionGroup: writeCaptions,
  preliminaryRqmts: writeRequirements,
  closeRqmts: writeRequirements,
  reqCondNoRef: writeCondition,
  reqCondDm: writeCondition,
  reqCondExternalPub: writeCondition,
  reqCondPm: writeCondition,
  reqCond: writeCondition,
  catalogSeqNumber: writePart,
  limit: writeLimit,
  isolatedFault: writeFault,
  detectedFault: writeFault,
  observedFault: writeFault,
  correlatedFault: writeFault,
  faultIsolationProcedure: writeFault,
  taskDefinition: writeTask,
  mainProcedure: (w, element, place) => writeSection(w, element, place, 'Procedure'),
  isolationMainProcedure: (w, element, place) => writeSection(w, element, place, 'Fault isolation procedure'),
  refs: (w, refs, place) => {
    const texts = elements(refs).map((ref) => w.text({ ...refs, content: [ref] }));
    const all = texts.filter(Boolean).join('; ');
    if (all !== '') w.emit({ kind: 'paragraph', text: `Refer to ${all}` }, place);
  },
  referencedApplicGroup: nothing,
  referencedApplicGroupRef: nothing,
  applic: nothing,
  effect: nothing,
  hotspot: nothing,
  symbol: nothing,
  initialProvisioningProject: nothing,
};

/** Elements of an item with a name, a number and a quantity. */
const ITEMS = /^(?:supportEquipDescr|supplyDescr|spareDescr|lru|sru|equip|embedded\w+Descr)$/;

const REACHING =
  /^(?:proceduralStep|crewDrillStep|isolationStep|isolationProcedureEnd|checkListStep|(?:isolated|detected|observed|correlated)Fault|faultIsolationProcedure|taskDefinition|mainProcedure|isolationMainProcedure|preliminaryRqmts)$/;

/** Writes a data module as blocks: title, applicability, content. */
export function writeModule(root: XmlElement, head: ModuleHead, library: Library): WrittenModule {
  const writer = new ModuleWriter(root, library);
  const identifiers = [head.dmc, head.dmc && `DMC-${head.dmc}`, head.ata ?? ''].filter(Boolean);
  writer.emit({ kind: 'heading', text: head.title, level: 1, identifiers });
  writer.emit({ kind: 'paragraph', text: identity(head) });
  const applicability = readApplicability(root, library.properties);
  if (applicability !== null) writer.emit({ kind: 'paragraph', text: `Applicability: ${applicability}` });
  const start = writer.blocks.length;
  const content = child(root, 'content');
  for (const part of content ? elements(content) : []) {
    const place = { heading: 2, step: 0 };
    if (part.name === 'refs') writer.references(part, place);
    else if (NOTICE_COLLECTIONS.includes(part.name)) writeUnreferenced(writer, part, root, place);
    else writer.write(part, place);
  }
  writer.finish();
  if (content) writer.insert(start, () => writeForgotten(writer, content, { heading: 2, step: 0 }));
  return { blocks: writer.blocks, missing_notices: [...writer.missing] };
}

/** `DMC-FALCON-A-32-11-00-00A-520A-A, issue 003-00, 2024-05-01` */
export function identity({ dmc, issue, in_work, issue_date, type }: ModuleHead): string {
  const code = dmc === '' ? '' : `${type === 'pm' ? 'PMC' : 'DMC'}-${dmc}`;
  const number = [issue, in_work].filter(Boolean).join('-');
  return [code, number && `issue ${number}`, issue_date].filter(Boolean).join(', ');
}

class ModuleWriter implements Writer {
  blocks: MarkupBlock[] = [];
  readonly notices = new NoticeLedger();
  readonly missing = new Set<string>();
  private readonly caveats = new Set<Caveat>();
  /** Notices in the footnotes of the next block. */
  private footnotes: MarkupBlock[] = [];
  readonly index: ModuleIndex;
  private readonly inline: InlineText;

  constructor(
    root: XmlElement,
    readonly library: Library,
  ) {
    this.index = new ModuleIndex(root, library.properties);
    this.inline = new InlineText(this.index, library, {
      addCaveat: (caveat) => this.caveats.add(caveat),
      meet: (element) => this.notices.meet(element),
      notice: (kind, text) => this.footnotes.push({ kind, text }),
    });
  }

  emit(block: MarkupBlock, place?: Place): void {
    if (block.text.trim() === '') return;
    const limit = place?.applicability === undefined ? '' : `[Applicable to: ${place.applicability}] `;
    const caveats = [...new Set([...this.caveats, ...characterCaveats(block.text)])];
    this.caveats.clear();
    const told = caveats.length > 0 ? { caveats } : {};
    const reach = block.kind === 'list_item' && block.level !== undefined ? { step: block.level } : undefined;
    for (const element of this.notices.take()) writeReferenced(this, element, place ?? { heading: 2, step: 0 }, reach);
    this.blocks.push(...this.footnotes.splice(0));
    const text = cleanCharacters(block.text).replace(MARKER, (marker) => marker + limit);
    this.blocks.push({ ...block, ...told, text });
  }

  write(element: XmlElement, place: Place): void {
    const at = this.limited(element, place);
    if (!hasReach(element)) writeReferenced(this, element, at);
    if (ITEMS.test(element.name) || child(element, 'identNumber')) return writeItem(this, element, at);
    if (Object.hasOwn(WRITERS, element.name)) return WRITERS[element.name]!(this, element, at);
    if (elements(element).some(({ name }) => name === 'person')) return writePersons(this, element, at);
    if (isInline(element)) return this.emit({ kind: 'paragraph', text: this.text(element) }, at);
    if (hasOwnText(element)) return writeParagraph(this, element, at);
    if (child(element, 'title')) return writeSection(this, element, at);
    if (elements(element).length > 0 && isAllInline(element)) {
      const texts = elements(element).map((part) => this.text(part));
      return this.emit({ kind: 'paragraph', text: texts.filter(Boolean).join(' ') }, at);
    }
    this.children(element, at);
  }

  /** Writes blocks before the block at `index`. */
  insert(index: number, write: () => void): void {
    const [before, after] = [this.blocks.slice(0, index), this.blocks.slice(index)];
    this.blocks = before;
    write();
    this.blocks = [...this.blocks, ...after];
  }

  /** Adds caveats that no block reports yet. */
  finish(): void {
    const last = this.blocks.at(-1);
    if (last && this.caveats.size > 0) last.caveats = [...new Set([...(last.caveats ?? []), ...this.caveats])];
  }

  children(element: XmlElement, place: Place, ...except: string[]): void {
    for (const part of elements(element)) if (!except.includes(part.name)) this.write(part, place);
  }

  text(element: XmlElement | undefined): string {
    return this.inline.of(element);
  }

  miss(reference: string): void {
    this.missing.add(reference);
  }

  references(refs: XmlElement, place: Place): void {
    if (plainText(refs) === '' && elements(refs).every(({ name }) => name === 'noRefs')) return;
    this.emit({ kind: 'heading', text: 'References', level: place.heading });
    for (const ref of elements(refs)) this.emit({ kind: 'paragraph', text: this.text({ ...refs, content: [ref] }) });
  }

  /** Applicability by reference or, before issue 4, by a child element. That of the place comes first. */
  limited(element: XmlElement, place: Place): Place {
    const ids = element.attributes.applicRefId?.split(/\s+/).filter(Boolean) ?? [];
    const conditions = ids.map((id) => this.index.applicability(id) ?? `condition ${id}, which cannot be read`);
    const own = conditions.join(AND_ALSO) || this.index.applicabilityIn(element);
    const around = (place.applicability ?? place.outer)?.split(AND_ALSO) ?? [];
    if (!own || around.includes(own)) return place;
    return { ...place, applicability: [...around, own].join(AND_ALSO) };
  }
}

/** Number, bullet or label at the start of a block; its applicability follows. */
const MARKER = /^(?:(?:\d+(?:\.\d+)*\.?|•|(?:WARNING|CAUTION|NOTE):) )?/;

/** Elements whose writers know the reach of referenced notices: steps, sections, safety conditions. */
function hasReach(element: XmlElement): boolean {
  if (REACHING.test(element.name)) return true;
  return !Object.hasOwn(WRITERS, element.name) && !isInline(element) && child(element, 'title') !== undefined;
}
