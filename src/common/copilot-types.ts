/** The copilots of the contract. */
export const COPILOT_TYPES = ['mro', 'troubleshooting', 'parts', 'compliance', 'flight_ops'] as const;

export type CopilotType = (typeof COPILOT_TYPES)[number];
