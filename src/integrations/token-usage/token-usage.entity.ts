import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** What the models cost: language models, and those that turn texts into vectors. */
export type ModelKind = 'llm' | 'embedding';

const KEY = 'pk_token_usage';

/** Tokens that an organization's calls of one model took on one day (UTC), those that a provider counted apart from those it did not. */
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

  /** Whether the tokens are our count, from the length of the texts, where the provider gave none. */
  @PrimaryColumn('boolean', { primaryKeyConstraintName: KEY })
  estimated: boolean;

  /** PostgreSQL's bigint comes as a string. */
  @Column('bigint')
  requests: string;

  @Column('bigint')
  prompt_tokens: string;

  @Column('bigint')
  completion_tokens: string;
}
