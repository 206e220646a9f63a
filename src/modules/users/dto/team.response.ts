import { ApiProperty } from '@nestjs/swagger';
import { withEtag } from '../../../common/http/envelope.js';
import type { Team } from '../teams/team.entity.js';

/** A group of users, such as a line station. */
export class TeamResponse {
  id: string;
  name: string;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static from({ id, name, created_at, updated_at, row_version }: Team): TeamResponse {
    return withEtag(
      { id, name, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() },
      row_version,
    );
  }
}
