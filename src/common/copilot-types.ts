/** The copilots of the contract; what each is for stands with the answering of questions. */
export const COPILOT_TYPES = ['mro', 'troubleshooting', 'parts', 'compliance', 'flight_ops'] as const;

export type CopilotType = (typeof COPILOT_TYPES)[number];
