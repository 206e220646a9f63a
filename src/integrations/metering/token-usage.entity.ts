import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** Language and embedding models. */
export type ModelKind = 'llm' | 'embedding';

const KEY = 'pk_token_usage';

/** Tokens of an organization's calls of one model on one day (UTC). Estimated counts are separate. */
@Entity('token_usage')
@Check('ck_token_usage_kind', `kind IN ('llm', 'embedding')`)
export class TokenUsage {
  @PrimaryColumn('text', { primaryKeyConstraintName: KEY })
  @ForeignKey('Organization', { name: 'fk_token_usage_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @PrimaryColumn('date', { primaryKeyConstraintName: KEY })
  day: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: KEY })
  kind: ModelKind;

  @PrimaryColumn('text', { primaryKeyConstraintName: KEY })
  model: string;

  /** Whether the count is estimated from text lengths, because the provider gave none. */
  @PrimaryColumn('boolean', { primaryKeyConstraintName: KEY })
  estimated: boolean;

  /** PostgreSQL's bigint is a string. */
  @Column('bigint')
  requests: string;

  @Column('bigint')
  prompt_tokens: string;

  @Column('bigint')
  completion_tokens: string;
}
