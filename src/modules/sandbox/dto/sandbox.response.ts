import { ApiProperty } from '@nestjs/swagger';
import { LIBRARY_STATES, type LibraryState, type Sandbox } from '../sandbox.entity.js';

export class SandboxResponse {
  organization_id: string;
  /** Whether the sample library is there: `filling` until it is. */
  @ApiProperty({ enum: LIBRARY_STATES, enumName: 'SandboxLibraryState' })
  library_state: LibraryState;
  /** How far its clock was advanced since the last reset, in seconds. */
  advanced_seconds: number;
  @ApiProperty({ format: 'date-time' })
  reset_at: string;
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  static from(sandbox: Sandbox): SandboxResponse {
    return {
      organization_id: sandbox.organization_id,
      library_state: sandbox.library_state,
      advanced_seconds: Number(sandbox.advanced_seconds),
      reset_at: sandbox.reset_at.toISOString(),
      created_at: sandbox.created_at.toISOString(),
    };
  }
}
