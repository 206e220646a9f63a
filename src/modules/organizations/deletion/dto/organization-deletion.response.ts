import { ApiProperty } from '@nestjs/swagger';
import type { OrganizationDeletion } from '../organization-deletion.service.js';

/** Scheduled deletion of the organization. */
export class OrganizationDeletionResponse {
  /** The administrator; null for an operator of the installation. */
  @ApiProperty({ type: String, nullable: true })
  requested_by: string | null;
  @ApiProperty({ format: 'date-time' })
  requested_at: string;
  /** Access ends and removal starts at this time. The deletion can be canceled until then. */
  @ApiProperty({ format: 'date-time' })
  due_at: string;

  static from({ requested_by, requested_at, due_at }: OrganizationDeletion): OrganizationDeletionResponse {
    return { requested_by, requested_at: requested_at.toISOString(), due_at: due_at.toISOString() };
  }
}
