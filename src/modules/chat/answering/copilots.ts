import type { CopilotType } from '../../../common/copilot-types.js';

export { COPILOT_TYPES, type CopilotType } from '../../../common/copilot-types.js';

/**
 * Form of an answer. `facts`: sentences, steps or rows. `checks`: the checks of a fault isolation procedure in order. `parts`: one line per
 * part. `directives`: ADs and SBs by document. `operations`: list items with their conditions and procedures.
 */
export type AnswerForm = 'facts' | 'checks' | 'parts' | 'directives' | 'operations';

export interface Copilot {
  copilot_type: CopilotType;
  name: string;
  description: string;
  /** Preferred if evidence is equal, best first. */
  preferred_document_types: readonly string[];
  /** The only types it answers from; null for all. Restricted if other types would give wrong answers. Notices come from any type. */
  allowed_document_types: readonly string[] | null;
  form: AnswerForm;
  /** Instructions for a language model. */
  instructions: string;
}

export const COPILOTS: readonly Copilot[] = [
  {
    copilot_type: 'mro',
    name: 'Maintenance',
    description:
      'General maintenance: removal, installation, servicing, inspection and adjustment procedures with their limits.',
    preferred_document_types: ['AMM', 'CMM', 'EMM', 'SRM', 'TASK_CARD', 'SPM', 'NDT'],
    allowed_document_types: null,
    form: 'facts',
    instructions:
      'The reader does the work on the aircraft. Give a value with what it belongs to and its tolerance, a procedure as its numbered steps.',
  },
  {
    copilot_type: 'troubleshooting',
    name: 'Troubleshooting',
    description: 'From a fault message or symptom to the isolation steps and the likely causes.',
    preferred_document_types: ['FIM', 'TSM', 'WDM', 'AMM', 'CMM'],
    allowed_document_types: null,
    form: 'checks',
    instructions:
      'The reader looks for the cause of a fault. List the checks of the fault isolation procedure in their printed order, each with what to do on each result. Do not guess causes.',
  },
  {
    copilot_type: 'parts',
    name: 'Parts',
    description: 'Part numbers, quantities, interchangeability and effectivity.',
    preferred_document_types: ['IPC', 'CMM', 'EMM', 'SB', 'SL'],
    allowed_document_types: ['IPC', 'CMM', 'EMM', 'WDM', 'SB', 'SL', 'AD', 'EO', 'OTHER'],
    form: 'parts',
    instructions:
      'The reader orders a part. One line per part: part number, figure, item, quantity and effectivity, copied character by character; never a part of another effectivity in place of one that is not listed.',
  },
  {
    copilot_type: 'compliance',
    name: 'Compliance',
    description: 'Airworthiness directives, service bulletins, intervals and dispatch limits.',
    preferred_document_types: ['AD', 'SB', 'MEL', 'MPD', 'EO', 'SL'],
    allowed_document_types: null,
    form: 'directives',
    instructions:
      'The reader shows compliance. List each AD and SB that concerns the subject with its status, what it supersedes or is superseded by, the aircraft it applies to and its compliance time, word for word.',
  },
  {
    copilot_type: 'flight_ops',
    name: 'Flight operations',
    description: 'Operating procedures, limitations and the minimum equipment list.',
    preferred_document_types: ['QRH', 'FCOM', 'MEL'],
    allowed_document_types: ['FCOM', 'QRH', 'MEL', 'AD', 'SB', 'OTHER'],
    form: 'operations',
    instructions:
      'The reader decides on a flight. Give the item with its dispatch category, numbers installed and required, and every condition, (O) and (M) included; a procedure as its steps.',
  },
];

export function findCopilot(copilotType: string): Copilot | null {
  return COPILOTS.find((copilot) => copilot.copilot_type === copilotType) ?? null;
}
