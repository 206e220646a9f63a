import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Organization } from '../users/organization.entity.js';

/** When one of an organization's files was last taken to be read: whoever was served longest ago is next. */
@Entity('ingestion_turns')
export class IngestionTurn {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_ingestion_turns' })
  @ForeignKey(() => Organization, { name: 'fk_ingestion_turns_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column({ type: 'timestamptz', precision: 3 })
  served_at: Date;
}
