/** Document types of the contract (section 3); see docs/glossary.md. */
// prettier-ignore
export const DOCUMENT_TYPES = [
  'AMM', 'CMM', 'EMM', 'SRM', 'IPC', 'WDM', 'FIM', 'TSM', 'MEL', 'MPD', 'NDT', 'SPM', 'SB', 'SL', 'AD', 'EO', 'TASK_CARD', 'FCOM', 'QRH', 'OTHER',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
