import { ApiProperty } from '@nestjs/swagger';
import type { OrganizationDeletion } from '../organization-deletion.service.js';

/** That the organization is to be deleted. */
export class OrganizationDeletionResponse {
  /** The administrator; null for an operator of the installation. */
  @ApiProperty({ type: String, nullable: true })
  requested_by: string | null;
  @ApiProperty({ format: 'date-time' })
  requested_at: string;
  /** From this moment on nobody is let in and everything is removed; until then it can be cancelled. */
  @ApiProperty({ format: 'date-time' })
  due_at: string;

  static from({ requested_by, requested_at, due_at }: OrganizationDeletion): OrganizationDeletionResponse {
    return { requested_by, requested_at: requested_at.toISOString(), due_at: due_at.toISOString() };
  }
}
