import { Check, Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A blob that is stored, or about to be. Every table that names a blob references this one by a foreign key: that is what
 * keeps a blob in use from being deleted.
 */
@Entity('blobs')
@Check('ck_blobs_sha256', `sha256 ~ '^[0-9a-f]{64}$'`)
@Index('ix_blobs_stored', ['stored_at'])
@Index('ix_blobs_verified', { synchronize: false })
export class Blob {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_blobs' })
  sha256: string;

  /** Bytes; PostgreSQL's bigint comes as a string. */
  @Column('bigint')
  size: string;

  /** When somebody put it for the last time: it may be about to come into use. */
  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  stored_at: Date;

  /** How often it was put and not taken back. With none left, nobody is about to use it, however lately it was put. */
  @Column({ type: 'integer', default: 1 })
  puts: number;

  /** Since when its last user is gone, where that is known: it need not wait for a day. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  released_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_verified_at: Date | null;

  /** Since when the stored content is known to be another than the hash says, or missing. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  damaged_at: Date | null;
}
