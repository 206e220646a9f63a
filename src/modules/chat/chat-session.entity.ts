import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';
import { Organization } from '../users/organization.entity.js';
import { User } from '../users/user.entity.js';
import type { SearchFilters } from '../search/search.service.js';
import type { CopilotType } from './answering/copilots.js';

/** A conversation of a user with a copilot; private to the user. */
@Entity('chat_sessions')
@Index('ix_chat_sessions_user', { synchronize: false })
@Index('ix_chat_sessions_used', ['organization_id', 'updated_at'])
export class ChatSession {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_chat_sessions' })
  id: string;

  @Column('text')
  @ForeignKey(() => Organization, { name: 'fk_chat_sessions_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column('text')
  @ForeignKey(() => User, { name: 'fk_chat_sessions_user', onDelete: 'CASCADE' })
  user_id: string;

  @Column('text')
  copilot_type: CopilotType;

  @Column('text')
  title: string;

  /** Restricts all answers. */
  @Column('jsonb', { default: {} })
  filters: SearchFilters;

  /** Answers are for this aircraft of the register, unless a question names another one. A deleted one is not replaced by none: answers fail. */
  @Column('text', { nullable: true })
  aircraft_id: string | null;

  /** When another aircraft, or none, was chosen: names in questions before do not count since. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  aircraft_chosen_at: Date | null;

  @VersionColumn({ default: 1 })
  row_version: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}
