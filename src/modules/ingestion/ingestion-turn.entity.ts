import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Organization } from '../users/organization.entity.js';

/** When ingestion last took a file of the organization. The organization that has waited longest is next. */
@Entity('ingestion_turns')
export class IngestionTurn {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_ingestion_turns' })
  @ForeignKey(() => Organization, { name: 'fk_ingestion_turns_organization', onDelete: 'CASCADE' })
  organization_id: string;

  @Column({ type: 'timestamptz', precision: 3 })
  served_at: Date;
}
