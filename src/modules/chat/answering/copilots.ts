/** The copilots of the contract: what each is for, and which document types it reads first when evidence is otherwise equal. */
export const COPILOT_TYPES = ['mro', 'troubleshooting', 'parts', 'compliance', 'flight_ops'] as const;

export type CopilotType = (typeof COPILOT_TYPES)[number];

export interface Copilot {
  copilot_type: CopilotType;
  name: string;
  description: string;
  /** Preferred, never exclusive: an answer in another document is still an answer. */
  preferred_document_types: readonly string[];
}

export const COPILOTS: readonly Copilot[] = [
  {
    copilot_type: 'mro',
    name: 'Maintenance',
    description:
      'General maintenance: removal, installation, servicing, inspection and adjustment procedures with their limits.',
    preferred_document_types: ['AMM', 'CMM', 'EMM', 'SRM', 'TASK_CARD', 'SPM', 'NDT'],
  },
  {
    copilot_type: 'troubleshooting',
    name: 'Troubleshooting',
    description: 'From a fault message or symptom to the isolation steps and the likely causes.',
    preferred_document_types: ['FIM', 'TSM', 'WDM', 'AMM', 'CMM'],
  },
  {
    copilot_type: 'parts',
    name: 'Parts',
    description: 'Part numbers, quantities, interchangeability and effectivity.',
    preferred_document_types: ['IPC', 'CMM', 'SB', 'SL'],
  },
  {
    copilot_type: 'compliance',
    name: 'Compliance',
    description: 'Airworthiness directives, service bulletins, intervals and dispatch limits.',
    preferred_document_types: ['AD', 'SB', 'MEL', 'MPD', 'EO', 'SL'],
  },
  {
    copilot_type: 'flight_ops',
    name: 'Flight operations',
    description: 'Operating procedures, limitations and the minimum equipment list.',
    preferred_document_types: ['FCOM', 'QRH', 'MEL'],
  },
];

/** The copilot of that type, or null. */
export function findCopilot(copilotType: string): Copilot | null {
  return COPILOTS.find((copilot) => copilot.copilot_type === copilotType) ?? null;
}
