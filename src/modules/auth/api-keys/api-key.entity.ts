import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Organization } from '../../users/organization.entity.js';
import { User } from '../../users/user.entity.js';

/** A long-lived credential that acts as its owner. Only its hash is stored; the prefix lets people recognise it. */
@Entity('api_keys')
@Index('ix_api_keys_owner', ['owner_id', 'id'])
@Index('ix_api_keys_created_with', ['created_with_id'])
@Unique('uq_api_keys_hash', ['key_hash'])
export class ApiKey {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_api_keys' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_api_keys_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text')
  @ForeignKey(() => User, { name: 'fk_api_keys_owner', onDelete: 'CASCADE' })
  owner_id: string;

  /** The key that made this one, if one did: with it goes what it made. */
  @Column('text', { nullable: true })
  @ForeignKey(() => ApiKey, { name: 'fk_api_keys_created_with', onDelete: 'CASCADE' })
  created_with_id: string | null;

  @Column('text')
  name: string;

  /** First characters of the key. */
  @Column('text')
  prefix: string;

  /** SHA-256; the key has 256 random bits, so a slow hash would add nothing. */
  @Column('bytea', { select: false })
  key_hash: Buffer;

  @Column('text', { array: true })
  scopes: string[];

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expires_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_used_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
