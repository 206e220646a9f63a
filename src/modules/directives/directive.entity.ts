import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  Unique,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';
import { Document } from '../documents/document.entity.js';
import { Organization } from '../users/organization.entity.js';
import { User } from '../users/user.entity.js';
import type { DirectiveKind, InitialCompliance, Interval } from './dto/directive-types.js';

/** An airworthiness directive or service bulletin that the organization follows. */
@Entity('directives')
@Check('ck_directives_kind', `kind IN ('airworthiness_directive', 'service_bulletin')`)
@Unique('uq_directives_number', ['organization_id', 'number_key', 'kind'])
@Index('ix_directives_organization', ['organization_id', 'id'])
@Index('ix_directives_document', ['document_id'])
@Index('ix_directives_creator', ['created_by'])
export class Directive {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_directives' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_directives_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text')
  kind: DirectiveKind;

  /** As its issuer writes it. */
  @Column('text')
  number: string;

  /** As it is compared. */
  @Column('text')
  number_key: string;

  @Column('text', { nullable: true })
  issuer: string | null;

  @Column('text')
  title: string;

  @Column('boolean')
  mandatory: boolean;

  @Column('boolean', { default: false })
  canceled: boolean;

  /** `YYYY-MM-DD` */
  @Column('date', { nullable: true })
  effective_date: string | null;

  /** The issuer's words. */
  @Column('text', { nullable: true })
  effectivity: string | null;

  @Column('text', { array: true, default: '{}' })
  aircraft_types: string[];

  @Column('jsonb', { nullable: true })
  initial_compliance: InitialCompliance | null;

  @Column('jsonb', { nullable: true })
  repetitive_interval: Interval | null;

  @Column('text', { nullable: true })
  terminating_action: string | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => Document, { name: 'fk_directives_document', onDelete: 'SET NULL' })
  document_id: string | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_directives_creator', onDelete: 'SET NULL' })
  created_by: string | null;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}

/** A directive that supersedes another one, or ends when another one is embodied. */
@Entity('directive_relations')
@Check('ck_directive_relations_kind', `kind IN ('supersedes', 'terminated_by')`)
@Check('ck_directive_relations_other', `other_id <> directive_id`)
@Index('ix_directive_relations_other', ['other_id', 'kind'])
export class DirectiveRelation {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_directive_relations' })
  @ForeignKey(() => Directive, { name: 'fk_directive_relations_directive', onDelete: 'CASCADE' })
  directive_id: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_directive_relations' })
  kind: 'supersedes' | 'terminated_by';

  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_directive_relations' })
  @ForeignKey(() => Directive, { name: 'fk_directive_relations_other', onDelete: 'CASCADE' })
  other_id: string;
}
