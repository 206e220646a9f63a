import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../../../users/user.entity.js';
import type { Digest, NotificationWay } from '../dto/notification-kinds.js';

const ways = (kind: string): string => `${kind} IN ('off', 'in_app', 'email')`;

/** Notification preferences of a user, and the state of their digest. Defaults apply without a row. */
@Entity('notification_preferences')
@Check('ck_notification_preferences_mention', ways('mention'))
@Check('ck_notification_preferences_reply', ways('reply'))
@Check('ck_notification_preferences_share', ways('share'))
@Check('ck_notification_preferences_resolve', ways('resolve'))
@Check('ck_notification_preferences_revision', ways('revision'))
@Check('ck_notification_preferences_temporary_revision', ways('temporary_revision'))
@Check('ck_notification_preferences_assignment', ways('assignment'))
@Check('ck_notification_preferences_reminder', ways('reminder'))
@Check('ck_notification_preferences_overdue', ways('overdue'))
@Check('ck_notification_preferences_discrepancy', ways('discrepancy'))
@Check('ck_notification_preferences_digest', `digest IN ('off', 'hourly', 'daily')`)
@Check('ck_notification_preferences_hour', 'digest_hour BETWEEN 0 AND 23')
@Index('ix_notification_preferences_due', { synchronize: false })
export class NotificationPreferences {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_notification_preferences' })
  @ForeignKey(() => User, { name: 'fk_notification_preferences_user', onDelete: 'CASCADE' })
  user_id: string;

  @Column('text', { default: 'email' })
  mention: NotificationWay;

  @Column('text', { default: 'email' })
  reply: NotificationWay;

  @Column('text', { default: 'email' })
  share: NotificationWay;

  @Column('text', { default: 'email' })
  resolve: NotificationWay;

  @Column('text', { default: 'email' })
  revision: NotificationWay;

  @Column('text', { default: 'email' })
  temporary_revision: NotificationWay;

  @Column('text', { default: 'email' })
  assignment: NotificationWay;

  @Column('text', { default: 'email' })
  reminder: NotificationWay;

  @Column('text', { default: 'email' })
  overdue: NotificationWay;

  @Column('text', { default: 'email' })
  discrepancy: NotificationWay;

  @Column('text', { default: 'daily' })
  digest: Digest;

  /** Hour of the day (UTC) for the daily digest. */
  @Column('integer', { default: 6 })
  digest_hour: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  digest_sent_at: Date | null;

  /** Lease of the process that sends the digest, or pause after a failure. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  digest_not_before: Date | null;

  /** Time of the next digest; null if nothing is pending. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  digest_due_at: Date | null;

  /** Version of the preferences; digests do not change it. */
  @Column('integer', { default: 1 })
  row_version: number;
}
