import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  Unique,
  UpdateDateColumn,
} from 'typeorm';
import { Blob } from '../../../integrations/storage/blob.entity.js';
import { Organization } from '../../users/organization.entity.js';
import { Team } from '../../users/teams/team.entity.js';
import { User } from '../../users/user.entity.js';
import type { DocumentAccess } from '../document.entity.js';
import type { MemberKind } from './dto/member-kinds.js';

/** A publication module of S1000D: a collection of documents in an order. Its issues hold the order. */
@Entity('publications')
@Check('ck_publications_access', `access IN ('organization', 'team')`)
@Check('ck_publications_team', `access <> 'team' OR team_id IS NOT NULL`)
@Index('ix_publications_organization', ['organization_id', 'id'])
@Index('ix_publications_number', { synchronize: false })
@Index('ix_publications_team', ['team_id'])
@Index('ix_publications_creator', ['created_by'])
export class Publication {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_publications' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_publications_organization', onDelete: 'CASCADE' })
  organization_id: string;

  /** Publication module code; of translations with the language, as the numbers of documents. */
  @Column('text')
  number: string;

  @Column('text', { nullable: true })
  language: string | null;

  @Column('text')
  access: DocumentAccess;

  @Column('text', { nullable: true })
  @ForeignKey(() => Team, { name: 'fk_publications_team' })
  team_id: string | null;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_publications_creator', onDelete: 'SET NULL' })
  created_by: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}

/** A reference of an issue. */
export interface StoredMember {
  kind: MemberKind;
  /** Titles of the parts that contain it, outermost first. */
  path: string[];
  code: string | null;
  title: string | null;
  /** Issue that the reference states. */
  issue: string | null;
  language: string | null;
  /** Number of the document or publication that it means; null for an external publication. */
  number: string | null;
}

@Entity('publication_issues')
@Unique('uq_publication_issues_issue', ['publication_id', 'issue', 'in_work'])
@Index('uq_publication_issues_current', ['publication_id'], { unique: true, where: 'is_current' })
@Index('ix_publication_issues_content', ['content_sha256'])
@Index('ix_publication_issues_creator', ['created_by'])
export class PublicationIssue {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_publication_issues' })
  id: string;

  @Column('text')
  @ForeignKey(() => Publication, { name: 'fk_publication_issues_publication', onDelete: 'CASCADE' })
  publication_id: string;

  /** `003` */
  @Column('text')
  issue: string;

  /** `00` if released. */
  @Column('text')
  in_work: string;

  @Column('date', { nullable: true })
  issue_date: string | null;

  @Column('text')
  title: string;

  @Column('boolean')
  is_current: boolean;

  /** In order. */
  @Column('jsonb')
  members: StoredMember[];

  @Column('integer')
  member_count: number;

  @Column('text')
  @ForeignKey(() => Blob, { name: 'fk_publication_issues_blob' })
  content_sha256: string;

  @Column('text')
  file_name: string;

  @Column('text', { nullable: true })
  @ForeignKey(() => User, { name: 'fk_publication_issues_creator', onDelete: 'SET NULL' })
  created_by: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;
}
