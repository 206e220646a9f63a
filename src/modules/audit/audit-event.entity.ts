import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type AuditResult = 'success' | 'failure';
export type ActorType = 'user' | 'api_key' | 'system' | 'anonymous';

/** A security-relevant action. Never changed; deleted only after its retention period. */
@Entity('audit_events')
@Check('ck_audit_events_result', `result IN ('success', 'failure')`)
@Check('ck_audit_events_actor_type', `actor_type IN ('user', 'api_key', 'system', 'anonymous')`)
@Index('uq_audit_events_sequence', { synchronize: false })
@Index('ix_audit_events_action', { synchronize: false })
@Index('ix_audit_events_actor', ['organization_id', 'actor_id', 'sequence'])
@Index('ix_audit_events_target', ['organization_id', 'target_id', 'sequence'])
@Index('ix_audit_events_target_type', ['organization_id', 'target_type', 'sequence'])
@Index('ix_audit_events_failed', { synchronize: false })
@Index('ix_audit_events_occurred', ['organization_id', 'occurred_at'])
export class AuditEvent {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_audit_events' })
  id: string;

  /** Null without an organization, such as a failed login to an unknown account. */
  @Column('text', { nullable: true })
  organization_id: string | null;

  /** 1, 2, 3, … within the organization, without gaps. */
  @Column('bigint')
  sequence: number;

  @Column('text')
  action: string;

  @Column('text')
  result: AuditResult;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('text')
  actor_type: ActorType;

  /** The user; for an API key its owner. */
  @Column('text', { nullable: true })
  actor_id: string | null;

  @Column('text', { nullable: true })
  session_id: string | null;

  @Column('text', { nullable: true })
  api_key_id: string | null;

  @Column('text', { nullable: true })
  target_type: string | null;

  @Column('text', { nullable: true })
  target_id: string | null;

  @Column('text', { nullable: true })
  ip: string | null;

  @Column('text', { nullable: true })
  user_agent: string | null;

  @Column('text', { nullable: true })
  request_id: string | null;

  @Column('jsonb')
  details: Record<string, unknown>;

  @Column({ type: 'timestamptz', precision: 3 })
  occurred_at: Date;

  /** Hash of the previous event; 32 zero bytes for the first. */
  @Column('bytea')
  previous_hash: Buffer;

  @Column('bytea')
  hash: Buffer;
}
