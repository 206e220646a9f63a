/** Types of the API, in its order. */
// prettier-ignore
export const DOCUMENT_TYPES = [
  'AMM', 'CMM', 'EMM', 'SRM', 'IPC', 'WDM', 'FIM', 'TSM', 'MEL', 'MPD', 'NDT', 'SPM', 'SB', 'SL', 'AD', 'EO', 'TASK_CARD', 'FCOM', 'QRH', 'OTHER',
] as const;
