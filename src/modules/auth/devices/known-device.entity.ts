import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { User } from '../../users/user.entity.js';

/** A client family and network that a user signed in from, stored as a hash only. */
@Entity('known_devices')
export class KnownDevice {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_known_devices' })
  @ForeignKey(() => User, { name: 'fk_known_devices_user', onDelete: 'CASCADE' })
  user_id: string;

  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'pk_known_devices' })
  fingerprint: Buffer;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  first_seen_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  last_seen_at: Date;
}
