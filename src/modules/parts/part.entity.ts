import type { PartConditions, PartRelationKind } from '@amks/reader/parts/part.types.js';
import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Revision } from '../documents/revision.entity.js';
import { Organization } from '../users/organization.entity.js';

/** That the parts lists of a revision were read. Released revisions are read again only by another version of the reader; drafts can be reprocessed. */
@Entity('part_readings')
export class PartReading {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_part_readings' })
  @ForeignKey(() => Revision, { name: 'fk_part_readings_revision', onDelete: 'CASCADE' })
  revision_id: string;

  /** Of the revision, when its pages were read. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  reprocessed_at: Date | null;

  /** Of the reader of parts lists. */
  @Column('integer')
  reader_version: number;

  @Column('integer')
  part_count: number;

  /** Names of vendors by their codes. */
  @Column('jsonb', { default: {} })
  vendors: Record<string, string>;

  /** Attempts without success, the one that runs included. 0 once the lists are read. */
  @Column('integer', { default: 0 })
  failures: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}

/** A row of a parts list. Columns are null unless the row is understood. */
@Entity('revision_parts')
@Unique('uq_revision_parts_position', ['revision_id', 'position'])
@Check('ck_revision_parts_place', 'page_number > 0 AND end_offset > start_offset')
@Index('ix_revision_parts_key', ['organization_id', 'number_key', 'id'])
@Index('ix_revision_parts_organization', ['organization_id', 'id'])
@Index('ix_revision_parts_revision', ['revision_id', 'id'])
@Index('ix_revision_parts_terms', { synchronize: false })
export class RevisionPart {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_revision_parts' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_revision_parts_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text')
  @ForeignKey(() => Revision, { name: 'fk_revision_parts_revision', onDelete: 'CASCADE' })
  revision_id: string;

  /** 0-based, in the order of the document. */
  @Column('integer')
  position: number;

  @Column('text', { nullable: true })
  ata_chapter: string | null;

  @Column('text', { nullable: true })
  figure: string | null;

  @Column('text', { nullable: true })
  figure_title: string | null;

  @Column('integer', { nullable: true })
  figure_page: number | null;

  @Column('text', { nullable: true })
  item: string | null;

  @Column('boolean')
  not_illustrated: boolean;

  /** As printed. */
  @Column('text', { nullable: true })
  number: string | null;

  /** As it is compared. */
  @Column('text', { nullable: true })
  number_code: string | null;

  /** As it is looked for. */
  @Column('text', { nullable: true })
  number_key: string | null;

  @Column('text', { nullable: true })
  nomenclature: string | null;

  @Column('integer', { nullable: true })
  indenture: number | null;

  @Column('text', { nullable: true })
  quantity: string | null;

  @Column('text', { nullable: true })
  vendor: string | null;

  @Column('text', { nullable: true })
  stock_number: string | null;

  @Column('text', { nullable: true })
  effectivity: string | null;

  @Column('text', { nullable: true })
  usage_code: string | null;

  @Column('boolean')
  attaching: boolean;

  /** Positions of the next higher assembly. */
  @Column('integer', { array: true })
  assemblies: number[];

  /** Position of its condition in the revision. */
  @Column('integer')
  condition: number;

  @Column('integer')
  page_number: number;

  @Column('integer')
  start_offset: number;

  @Column('integer')
  end_offset: number;

  @Column('text')
  text: string;

  /** The words of the nomenclature, each after the id of the organization. */
  @Column('tsvector', { nullable: true, select: false })
  words?: string | null;
}

/** What rows of a revision depend on. */
@Entity('part_conditions')
export class PartConditionRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_part_conditions' })
  @ForeignKey(() => Revision, { name: 'fk_part_conditions_revision', onDelete: 'CASCADE' })
  revision_id: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_part_conditions' })
  position: number;

  @Column('jsonb')
  statements: PartConditions;
}

/** What a row says of two part numbers: `other` replaces `one`, or can be used for it. */
@Entity('part_relations')
@Check(
  'ck_part_relations_kind',
  `kind IN ('supersession', 'interchangeable', 'one_way', 'not_interchangeable', 'alternate', 'unclear')`,
)
@Index('ix_part_relations_part', ['revision_id', 'part_position'])
@Index('ix_part_relations_one', ['organization_id', 'one'])
@Index('ix_part_relations_other', ['organization_id', 'other'])
@Index('ix_part_relations_one_key', { synchronize: false })
@Index('ix_part_relations_other_key', { synchronize: false })
export class PartRelationRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_part_relations' })
  @ForeignKey(() => Revision, { name: 'fk_part_relations_revision', onDelete: 'CASCADE' })
  revision_id: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_part_relations' })
  position: number;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_part_relations_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('integer')
  part_position: number;

  @Column('text')
  kind: PartRelationKind;

  @Column('text')
  one: string;

  @Column('text')
  other: string;

  /** Bulletin that it depends on, verbatim. */
  @Column('text', { nullable: true })
  condition: string | null;

  @Column('integer')
  page_number: number;

  @Column('integer')
  start_offset: number;

  @Column('integer')
  end_offset: number;

  @Column('text')
  text: string;
}
