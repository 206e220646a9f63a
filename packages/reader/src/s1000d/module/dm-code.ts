import { child, elements, plainText, type XmlElement } from '../../xml/xml-tree.js';

/** Parts of a data module code (S1000D chapter 4.3), each with its name since issue 4.0 and before. */
const PARTS = {
  model: ['modelIdentCode', 'modelic'],
  difference: ['systemDiffCode', 'sdc'],
  system: ['systemCode', 'chapnum'],
  subsystem: ['subSystemCode', 'section'],
  subsubsystem: ['subSubSystemCode', 'subsect'],
  assembly: ['assyCode', 'subject'],
  disassembly: ['disassyCode', 'discode'],
  disassemblyVariant: ['disassyCodeVariant', 'discodev'],
  information: ['infoCode', 'incode'],
  informationVariant: ['infoCodeVariant', 'incodev'],
  location: ['itemLocationCode', 'itemloc'],
} as const;

/** A data module code in its usual spelling: `FALCON-A-32-11-00-00A-520A-A`. */
export interface DmCode {
  text: string;
  /** Model identification code: `FALCON`. */
  model: string;
  /** ATA chapter, section and subject, `32-11-00`, if the system is an ATA chapter. */
  ata: string | null;
}

/** Reads a `dmCode` of any issue; `extension` is its `identExtension` sibling. */
export function readDmCode(element: XmlElement, extension?: XmlElement): DmCode {
  const part = (key: keyof typeof PARTS) => {
    const [attribute, name] = PARTS[key];
    return (element.attributes[attribute] ?? plainText(child(element, name))).trim();
  };
  const [system, subsystem, assembly] = [part('system'), part('subsystem') + part('subsubsystem'), part('assembly')];
  const code = [
    part('model'),
    part('difference'),
    system,
    subsystem,
    assembly,
    part('disassembly') + part('disassemblyVariant'),
    part('information') + part('informationVariant'),
    part('location'),
  ];
  const { learnCode = '', learnEventCode = '' } = element.attributes;
  if (learnCode !== '') code.push(learnCode + learnEventCode);
  const { extensionProducer, extensionCode } = extension?.attributes ?? {};
  if (extensionProducer) code.unshift(extensionProducer, extensionCode ?? '');
  return {
    text: code.join('-').toUpperCase(),
    model: part('model').toUpperCase(),
    ata: toAta(system, subsystem, assembly),
  };
}

/** The chapter is the last two digits of the system. Assemblies of four characters have the subject in the first two. */
function toAta(system: string, subsystem: string, assembly: string): string | null {
  const chapter = /^[A-Z\d]?(\d\d)$/i.exec(system)?.[1];
  if (chapter === undefined || chapter === '00' || !/^\d\d$/.test(subsystem)) return null;
  const subject = /^\d\d/.exec(assembly)?.[0];
  return [chapter, subsystem, ...(subject === undefined ? [] : [subject])].join('-');
}

/** A publication module code: `FALCON-K1234-00001-00`; `extension` is its `identExtension` sibling. */
export function readPmCode(element: XmlElement, extension?: XmlElement): string {
  const { modelIdentCode, pmIssuer, pmNumber, pmVolume } = element.attributes;
  const parts =
    modelIdentCode === undefined ? elements(element).map(plainText) : [modelIdentCode, pmIssuer, pmNumber, pmVolume];
  const { extensionProducer, extensionCode } = extension?.attributes ?? {};
  return [extensionProducer, extensionCode, ...parts]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join('-')
    .toUpperCase();
}
