import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A key pair that signs evidence. The public key is kept permanently, the private key while it signs. */
@Entity('evidence_keys')
export class EvidenceKey {
  /** JWK thumbprint (RFC 7638), base64url. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_evidence_keys' })
  id: string;

  /** SPKI, PEM. */
  @Column('text')
  public_key: string;

  /** PKCS #8, PEM, encrypted with SECRET_KEY; null after the key retired. */
  @Column('bytea', { nullable: true })
  sealed_private_key: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  retired_at: Date | null;

  /** When the operator declared that others may know the private key. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  compromised_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
