import { createReadStream } from 'node:fs';
import { cutText } from '@amks/language/text/cut-text.js';
import { ExtractionError } from '../errors/extraction-error.js';
import { FileRefusedError, type PublicationProblem } from '../errors/file-refusal.js';
import { DEFAULT_XML_LIMITS, type XmlLimits } from '../limits/extraction-limits.js';
import { child, descendants, elements, plainText, type XmlElement } from '../xml/xml-tree.js';
import { readPmCode } from './module/dm-code.js';
import { languageOf, type ModuleHead } from './module/module-head.js';
import { referencedCode, referencedTitle } from './module/module-index.js';
import { readS1000d } from './s1000d-file.js';

/** What a publication module refers to. */
export interface PublicationMember {
  kind: 'data_module' | 'publication' | 'external';
  /** Titles of the parts that contain it, outermost first. */
  path: string[];
  /** Without `DMC-` or `PMC-`; null for an external publication without one. */
  code: string | null;
  title: string | null;
  /** Issue that the reference states: `003`, or `003-01` in work. */
  issue: string | null;
  /** BCP 47 tag that the reference states. */
  language: string | null;
}

/** A publication module: its head, and its references in order. */
export interface Publication {
  head: ModuleHead;
  members: PublicationMember[];
}

export const PUBLICATION_LIMITS = {
  /** Parts and references. */
  max_entries: 20_000,
  /** Levels of parts in parts. */
  max_depth: 32,
  /** With a language, a document number. */
  max_code_length: 90,
  /** Longer titles are cut. */
  max_title_length: 300,
  /** Of all members, with their paths. */
  max_characters: 4 * 1024 ** 2,
};

/** A reference has up to 20 elements. */
const XML_LIMITS: XmlLimits = { ...DEFAULT_XML_LIMITS, max_elements: 500_000 };

/** An issue as S1000D numbers it. */
const ISSUE = /^\d{3,5}$/;
const IN_WORK = /^\d{2}$/;

const MESSAGES: Record<PublicationProblem, string> = {
  publication_identity:
    'The publication module has no valid code, issue number or in-work number. Get a new copy from its publisher.',
  publication_size: `The publication module has more than ${PUBLICATION_LIMITS.max_entries} entries or too long titles. Split it into several publication modules.`,
  publication_nesting: `The entries of the publication module are nested in more than ${PUBLICATION_LIMITS.max_depth} levels. Get a new copy from its publisher.`,
  publication_reference: `A reference of the publication module has no code, or a code of more than ${PUBLICATION_LIMITS.max_code_length} characters. Get a new copy from its publisher.`,
};

/** @throws FileRefusedError a `PublicationProblem`, an `XmlProblem`, `empty` */
export async function readPublication(file: string): Promise<Publication> {
  try {
    const { root, head } = await readS1000d(createReadStream(file), XML_LIMITS);
    if (root.name !== 'pm') throw new ExtractionError('xml_unknown', root.name.slice(0, 100));
    requireIdentity(head);
    return { head: { ...head, in_work: head.in_work || '00' }, members: new Members().of(root) };
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    throw new FileRefusedError(error.code as FileRefusedError['reason'], error.message, {}, { cause: error });
  }
}

function requireIdentity({ dmc, issue, in_work }: ModuleHead): void {
  const isNumbered = ISSUE.test(issue) && (in_work === '' || IN_WORK.test(in_work));
  if (!isNumbered || dmc === '' || dmc.length > PUBLICATION_LIMITS.max_code_length)
    throw refused('publication_identity');
}

function refused(problem: PublicationProblem): FileRefusedError {
  return new FileRefusedError(problem, MESSAGES[problem]);
}

/** Collects the references of the entries, of any issue. */
class Members {
  private readonly found: PublicationMember[] = [];
  private entries = 0;
  private characters = 0;

  of(root: XmlElement): PublicationMember[] {
    const content = child(root, 'content');
    if (content) this.visit(content, []);
    return this.found;
  }

  private visit(parent: XmlElement, path: string[], depth = 0): void {
    for (const element of elements(parent)) {
      if (element.name === 'pmEntry') {
        this.count();
        if (depth === PUBLICATION_LIMITS.max_depth) throw refused('publication_nesting');
        const title = titleText(plainText(child(element, 'pmEntryTitle') ?? child(element, 'title')));
        this.visit(element, title === null ? path : [...path, title], depth + 1);
      } else if (parent.name === 'pmEntry') {
        const member = memberOf(element);
        if (member) this.add({ ...member, path });
      }
    }
  }

  private add(member: PublicationMember): void {
    this.count();
    const texts = [...member.path, member.code, member.title];
    for (const text of texts) this.characters += text?.length ?? 0;
    if (this.characters > PUBLICATION_LIMITS.max_characters) throw refused('publication_size');
    this.found.push(member);
  }

  private count(): void {
    this.entries += 1;
    if (this.entries > PUBLICATION_LIMITS.max_entries) throw refused('publication_size');
  }
}

/** Null for an element that is no reference. */
function memberOf(element: XmlElement): Omit<PublicationMember, 'path'> | null {
  if (element.name === 'dmRef') {
    const title = titleText(referencedTitle(element));
    return { kind: 'data_module', code: usableCode(referencedCode(element)), title, ...statedBy(element) };
  }
  if (element.name === 'pmRef') {
    const ident = child(element, 'pmRefIdent') ?? element;
    const code = child(ident, 'pmCode');
    const title = child(element, 'pmRefAddressItems', 'pmTitle') ?? child(element, 'pmTitle');
    return {
      kind: 'publication',
      code: usableCode(code ? readPmCode(code, child(ident, 'identExtension')) : null),
      title: titleText(plainText(title)),
      ...statedBy(element),
    };
  }
  if (element.name !== 'externalPubRef') return null;
  const ident = child(element, 'externalPubRefIdent') ?? element;
  const [code, title] = ['externalPubCode', 'externalPubTitle'].map((name) => plainText(child(ident, name)));
  return {
    kind: 'external',
    code: cutText(code!, PUBLICATION_LIMITS.max_code_length) || null,
    title: titleText(title!),
    ...{ issue: null, language: null },
  };
}

function usableCode(code: string | null): string {
  if (!code || code.length > PUBLICATION_LIMITS.max_code_length) throw refused('publication_reference');
  return code;
}

function statedBy(reference: XmlElement): Pick<PublicationMember, 'issue' | 'language'> {
  const [issueInfo] = descendants(reference, 'issueInfo');
  const { issueNumber = '', inWork = '' } = issueInfo?.attributes ?? {};
  const [issue, inWorkNumber] = [issueNumber.padStart(3, '0'), inWork.padStart(2, '0')];
  const isStated = issueNumber !== '' && ISSUE.test(issue) && IN_WORK.test(inWorkNumber);
  return {
    issue: isStated ? [issue, ...(inWorkNumber === '00' ? [] : [inWorkNumber])].join('-') : null,
    language: languageOf(descendants(reference, 'language')[0]),
  };
}

function titleText(text: string): string | null {
  return cutText(text, PUBLICATION_LIMITS.max_title_length) || null;
}
