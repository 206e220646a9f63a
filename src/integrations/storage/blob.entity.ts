import { Check, Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** A stored blob, or one about to be. Foreign keys to this table protect blobs in use from deletion. */
@Entity('blobs')
@Check('ck_blobs_sha256', `sha256 ~ '^[0-9a-f]{64}$'`)
@Index('ix_blobs_stored', ['stored_at'])
@Index('ix_blobs_verified', { synchronize: false })
export class Blob {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_blobs' })
  sha256: string;

  /** Bytes; PostgreSQL's bigint is a string. */
  @Column('bigint')
  size: string;

  /** Last put: the blob may be about to come into use. */
  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  stored_at: Date;

  /** Puts that were not taken back. Without any, the blob is not about to come into use. */
  @Column({ type: 'integer', default: 1 })
  puts: number;

  /** When the last reference was removed, if known. Such blobs need not wait for a day. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  released_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_verified_at: Date | null;

  /** Since when the content is known to be damaged or missing. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  damaged_at: Date | null;
}
