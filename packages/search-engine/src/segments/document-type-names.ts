/** Names of document types, for queries that spell them out. */
const NAMES: Readonly<Record<string, string>> = {
  AMM: 'aircraft maintenance manual',
  CMM: 'component maintenance manual',
  EMM: 'engine maintenance manual',
  SRM: 'structural repair manual',
  IPC: 'illustrated parts catalog',
  WDM: 'wiring diagram manual',
  FIM: 'fault isolation manual',
  TSM: 'trouble shooting manual',
  MEL: 'minimum equipment list',
  MPD: 'maintenance planning document',
  NDT: 'nondestructive testing manual',
  SPM: 'standard practices manual',
  SB: 'service bulletin',
  SL: 'service letter',
  AD: 'airworthiness directive',
  EO: 'engineering order',
  TASK_CARD: 'task card',
  FCOM: 'flight crew operating manual',
  QRH: 'quick reference handbook',
};

/** Abbreviation and name; empty for types without a name. */
export function documentTypeName(documentType: string): string {
  const name = NAMES[documentType];
  return name === undefined ? '' : `${documentType} ${name}`;
}
