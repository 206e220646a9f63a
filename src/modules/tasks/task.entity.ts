import type { Effectivity } from '@amks/language/facts/passage-facts.js';
import type { InheritedNotice, TaskPart } from '@amks/reader/tasks/task.types.js';
import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Revision } from '../documents/revision.entity.js';

/** That the tasks of a revision were found. Released revisions never change, so it is done once; drafts can be reprocessed. */
@Entity('task_readings')
export class TaskReading {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_task_readings' })
  @ForeignKey(() => Revision, { name: 'fk_task_readings_revision', onDelete: 'CASCADE' })
  revision_id: string;

  /** Of the revision, when its pages were read. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  reprocessed_at: Date | null;

  @Column('integer')
  task_count: number;

  /** Attempts without success, the one that runs included. 0 once the tasks are read. */
  @Column('integer', { default: 0 })
  failures: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}

/** A task of a revision. Job cards print its parts, so those of a released revision never change. */
@Entity('revision_tasks')
@Unique('uq_revision_tasks_number', ['revision_id', 'number'])
@Check('ck_revision_tasks_pages', 'first_page > 0 AND last_page >= first_page')
@Index('ix_revision_tasks_number', ['number'])
export class RevisionTask {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_revision_tasks' })
  @ForeignKey(() => Revision, { name: 'fk_revision_tasks_revision', onDelete: 'CASCADE' })
  revision_id: string;

  /** 0-based, in the order of the document. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'pk_revision_tasks' })
  position: number;

  /** As the publisher writes it. A second task of the number ends in ` (2)`. */
  @Column('text')
  number: string;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  ata_chapter: string | null;

  @Column('integer')
  first_page: number;

  @Column('integer')
  last_page: number;

  /** Offset into the text of the first page. */
  @Column('integer')
  start_offset: number;

  /** Offset into the text of the last page. */
  @Column('integer')
  end_offset: number;

  /** In force in the whole task. */
  @Column('jsonb')
  effectivity: Effectivity[];

  @Column('jsonb')
  parts: TaskPart[];

  @Column('jsonb')
  inherited: InheritedNotice[];

  /** Of the text and its effectivity, without page numbers. */
  @Column('text')
  content_sha256: string;
}
