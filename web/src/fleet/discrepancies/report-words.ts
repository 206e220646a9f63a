import type { Schema } from 'aviation-maintenance-knowledge-client';

export const KINDS: Readonly<Record<Schema<'DiscrepancyKind'>, string>> = {
  inaccurate: 'Inaccurate',
  incomplete: 'Incomplete',
  ambiguous: 'Ambiguous',
};

export const SEVERITIES: Readonly<Record<Schema<'DiscrepancySeverity'>, string>> = {
  critical: 'Critical',
  major: 'Major',
  minor: 'Minor',
};

export const CHANNELS: Readonly<Record<Schema<'SendingChannel'>, string>> = {
  mail: 'Mail of this service, with the form',
  form: 'The form, given in another way',
  webhook: 'A program that receives webhooks',
};

export const MAIL_STATES: Readonly<Record<Schema<'DiscrepancyMailState'>, string>> = {
  queued: 'Not sent yet',
  delivered: 'Sent',
  failed: 'Failed',
};
