import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { DocumentShare } from '../../documents/shares/document-share.entity.js';
import { Document } from '../../documents/document.entity.js';
import { Revision } from '../../documents/revision.entity.js';
import { User } from '../../users/user.entity.js';
import { Comment } from '../comments/comment.entity.js';
import type { NotificationKind } from './dto/notification-kinds.js';

/**
 * That somebody is to hear of something. It copies nothing of what it is about: that is read when the notification is shown,
 * as far as its owner may see it then, and the notification goes with it.
 */
@Entity('notifications')
@Check('ck_notifications_kind', `kind IN ('mention', 'reply', 'share', 'resolve', 'revision')`)
@Check('ck_notifications_object', 'num_nonnulls(comment_id, share_id, revision_id) = 1')
@Index('ix_notifications_user', { synchronize: false })
@Index('ix_notifications_position', ['user_id', 'position'])
@Index('ix_notifications_unread', { synchronize: false })
@Index('ix_notifications_digest', { synchronize: false })
@Index('uq_notifications_comment', { synchronize: false })
@Index('uq_notifications_share', { synchronize: false })
@Index('ix_notifications_created', ['created_at'])
@Index('ix_notifications_document', ['document_id'])
@Index('ix_notifications_revision', { synchronize: false })
@Index('ix_notifications_actor', ['actor_id'])
export class Notification {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_notifications' })
  id: string;

  /** Grows in the order of commits within an organization, as ids, which several clocks make, do not. */
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

  /** Of `mention` and `reply` the comment that says it, of `resolve` the root of the thread. */
  @Column('text', { nullable: true })
  @ForeignKey(() => Comment, { name: 'fk_notifications_comment', onDelete: 'CASCADE' })
  comment_id: string | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => DocumentShare, { name: 'fk_notifications_share', onDelete: 'CASCADE' })
  share_id: string | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => Revision, { name: 'fk_notifications_revision', onDelete: 'CASCADE' })
  revision_id: string | null;

  /** Who did it; null once the row of the account is gone. */
  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_notifications_actor', onDelete: 'SET NULL' })
  actor_id: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  read_at: Date | null;

  /** Whether the owner's next mail is to tell of it. */
  @Column('boolean', { default: false })
  awaits_digest: boolean;

  /** Of what is shown: another when it is read or unread. */
  @Column('integer', { default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
