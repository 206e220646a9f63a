import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { DocumentShare } from '../../documents/shares/document-share.entity.js';
import { Discrepancy } from '../../documents/discrepancies/discrepancy.entity.js';
import { Document } from '../../documents/document.entity.js';
import { Revision } from '../../documents/revision.entity.js';
import { TemporaryRevision } from '../../documents/temporary-revisions/temporary-revision.entity.js';
import { User } from '../../users/user.entity.js';
import { Comment } from '../comments/comment.entity.js';
import type { TemporaryRevisionAct } from '../../documents/temporary-revisions/temporary-revision.events.js';
import type { DiscrepancyAct } from '../discrepancies/discrepancy.events.js';
import type { NotificationKind } from './dto/notification-kinds.js';

/**
 * A notification of a user. It stores references only: content is read when it is shown, with the access that its owner
 * has then. It is deleted with its subject.
 */
@Entity('notifications')
@Check(
  'ck_notifications_kind',
  `kind IN ('mention', 'reply', 'share', 'resolve', 'revision', 'temporary_revision', 'assignment', 'reminder', 'overdue', 'discrepancy')`,
)
@Check(
  'ck_notifications_object',
  'num_nonnulls(comment_id, share_id, revision_id, temporary_revision_id, discrepancy_id) = 1',
)
@Index('ix_notifications_user', { synchronize: false })
@Index('ix_notifications_position', ['user_id', 'position'])
@Index('ix_notifications_unread', { synchronize: false })
@Index('ix_notifications_digest', { synchronize: false })
@Index('uq_notifications_comment', { synchronize: false })
@Index('uq_notifications_share', { synchronize: false })
@Index('ix_notifications_created', ['created_at'])
@Index('ix_notifications_document', ['document_id'])
@Index('ix_notifications_revision', { synchronize: false })
@Index('ix_notifications_temporary_revision', { synchronize: false })
@Index('ix_notifications_discrepancy', { synchronize: false })
@Index('ix_notifications_actor', ['actor_id'])
export class Notification {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_notifications' })
  id: string;

  /** Grows in commit order within an organization. Ids do not, since they come from several clocks. */
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' })
  position: string;

  @Column('text')
  @ForeignKey(() => User, { name: 'fk_notifications_user', onDelete: 'CASCADE' })
  user_id: string;

  @Column('text')
  kind: NotificationKind;

  @Column('text')
  @ForeignKey(() => Document, { name: 'fk_notifications_document', onDelete: 'CASCADE' })
  document_id: string;

  /** For `mention` and `reply` the comment, for `resolve` the first comment of the thread. */
  @Column('text', { nullable: true })
  @ForeignKey(() => Comment, { name: 'fk_notifications_comment', onDelete: 'CASCADE' })
  comment_id: string | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => DocumentShare, { name: 'fk_notifications_share', onDelete: 'CASCADE' })
  share_id: string | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => Revision, { name: 'fk_notifications_revision', onDelete: 'CASCADE' })
  revision_id: string | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => TemporaryRevision, { name: 'fk_notifications_temporary_revision', onDelete: 'CASCADE' })
  temporary_revision_id: string | null;

  /** What happened to the temporary revision. */
  @Column('text', { nullable: true })
  temporary_revision_event: TemporaryRevisionAct | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => Discrepancy, { name: 'fk_notifications_discrepancy', onDelete: 'CASCADE' })
  discrepancy_id: string | null;

  /** What happened to the report. */
  @Column('text', { nullable: true })
  discrepancy_event: DiscrepancyAct | null;

  /** Null after the account's row was deleted. */
  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_notifications_actor', onDelete: 'SET NULL' })
  actor_id: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  read_at: Date | null;

  /** Whether the next digest should include it. */
  @Column('boolean', { default: false })
  awaits_digest: boolean;

  /** Changes when it is marked as read or unread. */
  @Column('integer', { default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
