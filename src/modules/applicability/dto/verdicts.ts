export const VERDICTS = ['applicable', 'not_applicable', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why a verdict is as it is. All but `decided` leave it unknown. */
export const VERDICT_REASONS = [
  'decided',
  'no_statement',
  'not_understood',
  'contradictory',
  'ambiguous',
  'not_recorded',
] as const;
export type VerdictReason = (typeof VERDICT_REASONS)[number];

export const STATEMENT_SCOPES = ['aircraft_type', 'revision', 'page', 'section', 'block'] as const;
export type StatementScope = (typeof STATEMENT_SCOPES)[number];
