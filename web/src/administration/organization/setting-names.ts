import type { Schema } from 'aviation-maintenance-knowledge-client';

export const MFA_POLICIES = [
  { value: 'off', label: 'Off: nobody can set one up' },
  { value: 'optional', label: 'Optional' },
  { value: 'required', label: 'Required' },
] satisfies { value: Schema<'MfaPolicy'>; label: string }[];

export const ROLES = [
  { value: 'admin', label: 'Administrators' },
  { value: 'manager', label: 'Managers' },
  { value: 'engineer', label: 'Engineers' },
  { value: 'viewer', label: 'Viewers' },
];

export const COPILOTS = [
  { value: 'mro', label: 'Maintenance' },
  { value: 'troubleshooting', label: 'Troubleshooting' },
  { value: 'parts', label: 'Parts' },
  { value: 'compliance', label: 'Compliance' },
  { value: 'flight_ops', label: 'Flight operations' },
] satisfies { value: Schema<'CopilotType'>; label: string }[];

export const DOCUMENT_TYPES: Schema<'DocumentType'>[] = [
  ...(['AMM', 'CMM', 'EMM', 'SRM', 'IPC', 'WDM', 'FIM', 'TSM', 'MEL', 'MPD'] as const),
  ...(['NDT', 'SPM', 'SB', 'SL', 'AD', 'EO', 'TASK_CARD', 'FCOM', 'QRH', 'OTHER'] as const),
];

export interface NumberSetting {
  name: 'session_timeout' | 'refresh_token_expiry' | 'idle_timeout' | 'max_concurrent_sessions' | 'api_key_max_days';
  label: string;
  about: string;
  unit: string;
  min: number;
  max: number;
}

/** Bounds are those of the service. */
export const NUMBERS: NumberSetting[] = [
  {
    name: 'session_timeout',
    label: 'Access tokens last',
    about: 'Issued tokens keep theirs.',
    unit: 'seconds',
    min: 60,
    max: 86_400,
  },
  {
    name: 'idle_timeout',
    label: 'Sessions end when idle for',
    about: 'Applies to open sessions at once.',
    unit: 'seconds',
    min: 60,
    max: 86_400,
  },
  {
    name: 'refresh_token_expiry',
    label: 'Sessions end after',
    about: 'A longer time applies to new sessions only.',
    unit: 'seconds',
    min: 300,
    max: 7_776_000,
  },
  {
    name: 'max_concurrent_sessions',
    label: 'Open sessions of a user',
    about: 'The next sign-in ends the oldest ones.',
    unit: 'sessions',
    min: 1,
    max: 100,
  },
  {
    name: 'api_key_max_days',
    label: 'API keys last at most',
    about: 'Existing keys keep theirs.',
    unit: 'days',
    min: 1,
    max: 730,
  },
];
