import { child, descendants, plainText, type XmlElement } from '../../xml/xml-tree.js';
import { applicabilityText, type Properties } from './applicability.js';
import { readDmCode, readPmCode } from './dm-code.js';

/** Metadata of a data or publication module, stored with the revision. */
export interface S1000dMetadata {
  /** Code without its prefix: `FALCON-A-32-11-00-00A-520A-A`, of publications `FALCON-K1234-00001-00`. */
  dmc: string;
  /** `003`; empty if missing. */
  issue: string;
  in_work: string;
  /** `YYYY-MM-DD`, or null. */
  issue_date: string | null;
  /** Code of the security classification: `01`. */
  security?: string;
  applicability: string | null;
  /** Name of the content element since issue 4.0 (`procedure`, `illustratedPartsCatalog`), or `pm`. */
  type: string;
}

export interface ModuleHead extends S1000dMetadata {
  /** Model identification code; empty if missing. */
  model: string;
  /** `techName - infoName`, or the title of the publication. */
  title: string;
  language: string | null;
  ata: string | null;
}

/** Children of `content` that are not its subject. */
const BESIDES = /^(?:refs|referencedApplicGroup|warningsAndCautions|warningsAndCautionsRef|rdf:.*)$/;

/** The stored part of a head. */
export function toMetadata({
  title: _title,
  language: _language,
  ata: _ata,
  model: _model,
  ...metadata
}: ModuleHead): S1000dMetadata {
  return metadata;
}

/** Reads identification and status of a `dmodule` or `pm`. The content may be missing. */
export function readHead(root: XmlElement): ModuleHead {
  const section = child(root, 'identAndStatusSection') ?? root;
  const isPublication = root.name === 'pm';
  const address = child(section, isPublication ? 'pmAddress' : 'dmAddress') ?? section;
  const first = (name: string) => descendants(address, name)[0];
  const code = first(isPublication ? 'pmCode' : 'dmCode');
  const dmCode = code && !isPublication ? readDmCode(code, first('identExtension')) : null;
  const status = child(section, isPublication ? 'pmStatus' : 'dmStatus');
  const { issueNumber = '', inWork = '' } = first('issueInfo')?.attributes ?? {};
  const security = status && child(status, 'security')?.attributes.securityClassification;
  const dmc = dmCode?.text ?? (code ? readPmCode(code, first('identExtension')) : '');
  return {
    dmc,
    model: dmCode?.model ?? dmc.split('-', 1)[0]!,
    issue: issueNumber === '' ? '' : issueNumber.padStart(3, '0'),
    in_work: inWork === '' ? '' : inWork.padStart(2, '0'),
    issue_date: dateOf(first('issueDate')),
    ...(security !== undefined && { security }),
    applicability: readApplicability(root),
    type: isPublication ? 'pm' : typeOf(root),
    title: (isPublication ? plainText(first('pmTitle')) : titleOf(first('dmTitle'))) || dmc || 'Data module',
    language: languageOf(first('language')),
    ata: dmCode?.ata ?? null,
  };
}

/** Of the whole module. */
export function readApplicability(root: XmlElement, properties?: Properties): string | null {
  const section = child(root, 'identAndStatusSection') ?? root;
  const status = child(section, root.name === 'pm' ? 'pmStatus' : 'dmStatus');
  return applicabilityText(status && child(status, 'applic'), properties);
}

/** `techName - infoName`, with the variant if present. */
export function titleOf(title: XmlElement | undefined): string {
  if (!title) return '';
  const information = ['infoName', 'infoNameVariant'].map((name) => plainText(child(title, name))).filter(Boolean);
  return [plainText(child(title, 'techName')), information.join(', ')].filter(Boolean).join(' - ') || plainText(title);
}

function typeOf(root: XmlElement): string {
  const content = child(root, 'content');
  return (
    content?.content.find((node): node is XmlElement => typeof node !== 'string' && !BESIDES.test(node.name))?.name ??
    'dmodule'
  );
}

function dateOf(date: XmlElement | undefined): string | null {
  const { year = '', month = '', day = '' } = date?.attributes ?? {};
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const parsed = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? text : NaN);
  // JavaScript takes the 30th of February for the 1st of March.
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text) ? text : null;
}

/** BCP 47 tag, or null for invalid codes (`sx`, simplified English of issue 3, is English). */
export function languageOf(language: XmlElement | undefined): string | null {
  const { languageIsoCode = '', countryIsoCode = '' } = language?.attributes ?? {};
  const code = languageIsoCode.toLowerCase() === 'sx' ? 'en' : languageIsoCode.toLowerCase();
  if (!/^[a-z]{2,3}$/.test(code)) return null;
  return /^[a-z]{2}$/i.test(countryIsoCode) ? `${code}-${countryIsoCode.toUpperCase()}` : code;
}
