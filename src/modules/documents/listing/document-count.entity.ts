import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { DocumentAccess } from '../document.entity.js';

/** Part of the number of documents with the same key: rows of a key are added up. Kept by triggers on `documents`. */
@Entity('document_counts')
@Index('ix_document_counts_organization', ['organization_id', 'document_type', 'aircraft_type', 'access'])
export class DocumentCount {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'pk_document_counts',
  })
  id: string;

  @Column('text')
  organization_id: string;

  @Column('text')
  access: DocumentAccess;

  @Column('text', { nullable: true })
  team_id: string | null;

  /** Null, like the next two, in rows for all types, aircraft and states. */
  @Column('text', { nullable: true })
  document_type: string | null;

  @Column('text', { nullable: true })
  aircraft_type: string | null;

  @Column('text', { nullable: true })
  inactive_status: string | null;

  @Column('bigint')
  documents: string;
}
