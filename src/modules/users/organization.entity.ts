import { Check, Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn, VersionColumn } from 'typeorm';
import type { Role } from '../../common/auth/permissions.js';
import type { Plan } from '../../common/auth/principal.js';
import { COPILOT_TYPES, type CopilotType } from '../../common/copilot-types.js';
import { DOCUMENT_TYPES, type DocumentType } from '../../common/document-types.js';

/** Second factors: nobody may have one, whoever wants to may, or the roles listed must. */
export type MfaPolicy = 'off' | 'optional' | 'required';

/** A customer: an airline or a repair station. Everything else belongs to one. */
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

  /** Seconds that an access token lives. */
  @Column('integer', { default: 3600 })
  session_timeout: number;

  /** Seconds from login to the end of a session, however often it is refreshed. */
  @Column('integer', { default: 2_592_000 })
  refresh_token_expiry: number;

  /** Open sessions a user; one more ends the least recently used. */
  @Column('integer', { default: 5 })
  max_concurrent_sessions: number;

  /** Seconds without a request after which a session is over. */
  @Column('integer', { default: 1800 })
  idle_timeout: number;

  /** Days from its making or last renewal that an API key works at most. */
  @Column('integer', { default: 365 })
  api_key_max_days: number;

  @Column('text', { default: 'optional' })
  mfa_policy: MfaPolicy;

  /** Whom `required` means; nobody listed means everybody. */
  @Column('text', { array: true, default: '{}' })
  mfa_required_roles: Role[];

  /** Lines like `MLG, main landing gear` or `MLG => landing gear`: what a search for the one also searches for. */
  @Column('text', { array: true, default: '{}' })
  search_synonyms: string[];

  /** How long events of the audit trail are kept at least. */
  @Column('integer', { default: 2555 })
  audit_retention_days: number;

  /** How long a conversation is kept after its last question or renaming; null for ever. */
  @Column('integer', { nullable: true })
  chat_retention_days: number | null;

  /** The copilots that people of the organization may ask. */
  @Column('text', { array: true, default: arrayLiteral(COPILOT_TYPES) })
  copilots_enabled: CopilotType[];

  /** What new documents may be; what was filed under another type before stays. */
  @Column('text', { array: true, default: arrayLiteral(DOCUMENT_TYPES) })
  document_types: DocumentType[];

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
