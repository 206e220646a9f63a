import { Check, Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';
import type { Role } from '../../common/principal/permissions.js';
import type { Plan } from '../../common/principal/principal.js';
import { COPILOT_TYPES, type CopilotType } from '../../common/copilot-types.js';
import { DOCUMENT_TYPES, type DocumentType } from '../../common/document-types.js';

/** `required` applies to the roles in `mfa_required_roles`. */
export type MfaPolicy = 'off' | 'optional' | 'required';

/** A customer: an airline or a repair station. All other data belongs to an organization. */
@Entity('organizations')
@Check('ck_organizations_mfa_policy', `mfa_policy IN ('off', 'optional', 'required')`)
@Check('ck_organizations_api_key_max_days', `api_key_max_days BETWEEN 1 AND 730`)
@Check('ck_organizations_plan', `plan IN ('standard', 'professional', 'enterprise')`)
@Check('ck_organizations_audit_retention', `audit_retention_days >= 365`)
@Check('ck_organizations_chat_retention', `chat_retention_days >= 1`)
export class Organization {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_organizations' })
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  plan: Plan;

  /** Lifetime of an access token in seconds. */
  @Column('integer', { default: 3600 })
  session_timeout: number;

  /** Maximum lifetime of a session in seconds, regardless of refreshes. */
  @Column('integer', { default: 2_592_000 })
  refresh_token_expiry: number;

  /** Open sessions per user; a further one ends the least recently used. */
  @Column('integer', { default: 5 })
  max_concurrent_sessions: number;

  /** Seconds without a request after which a session ends. */
  @Column('integer', { default: 1800 })
  idle_timeout: number;

  /** Maximum lifetime of an API key in days, from creation or last extension. */
  @Column('integer', { default: 365 })
  api_key_max_days: number;

  @Column('text', { default: 'optional' })
  mfa_policy: MfaPolicy;

  /** Roles that `required` applies to; empty means all. */
  @Column('text', { array: true, default: '{}' })
  mfa_required_roles: Role[];

  /** Lines such as `MLG, main landing gear` or `MLG => landing gear`, which add search terms. */
  @Column('text', { array: true, default: '{}' })
  search_synonyms: string[];

  /** Minimum retention of audit events in days. */
  @Column('integer', { default: 2555 })
  audit_retention_days: number;

  /** Retention of a conversation in days after its last question or renaming; null keeps it indefinitely. */
  @Column('integer', { nullable: true })
  chat_retention_days: number | null;

  @Column('text', { array: true, default: arrayLiteral(COPILOT_TYPES) })
  copilots_enabled: CopilotType[];

  /** Types allowed for new documents; existing documents keep theirs. */
  @Column('text', { array: true, default: arrayLiteral(DOCUMENT_TYPES) })
  document_types: DocumentType[];

  /** Minimum confidence of a quoted answer. Double precision, so that 0.7 is read as 0.7. */
  @Column('double precision', { default: 0.7 })
  answer_min_confidence: number;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}

function arrayLiteral(values: readonly string[]): string {
  return `{${values.join(',')}}`;
}
