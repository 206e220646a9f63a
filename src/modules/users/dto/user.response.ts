import { ROLES, type Role } from '../../../common/auth/permissions.js';
import { withEtag } from '../../../common/http/envelope.js';
import { USER_STATUSES, type User, type UserStatus } from '../user.entity.js';
import { ApiProperty } from '@nestjs/swagger';

/** User as login answers it (spec 2.2). */
export class UserSummaryResponse {
  id: string;
  /** E-mail address. */
  email: string;
  /** Display name. */
  name: string;
  @ApiProperty({ enum: ROLES, enumName: 'Role' })
  role: Role;

  static from(user: User): UserSummaryResponse {
    return { id: user.id, email: user.email, name: user.name, role: user.role };
  }
}

/** A user's profile. */
export class UserResponse extends UserSummaryResponse {
  organization_id: string;
  @ApiProperty({ enum: USER_STATUSES, enumName: 'UserStatus' })
  status: UserStatus;
  @ApiProperty({ type: String, nullable: true })
  team_id: string | null;
  mfa_enabled: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_login_at: string | null;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static override from(user: User): UserResponse {
    return withEtag(
      {
        ...UserSummaryResponse.from(user),
        organization_id: user.organization_id,
        status: user.status,
        team_id: user.team_id,
        mfa_enabled: user.mfa_enabled,
        last_login_at: user.last_login_at?.toISOString() ?? null,
        created_at: user.created_at.toISOString(),
        updated_at: user.updated_at.toISOString(),
      },
      user.row_version,
    );
  }
}

/** What the caller may do. */
export class PermissionsResponse {
  @ApiProperty({ enum: ROLES, enumName: 'Role' })
  role: Role;
  permissions: string[];
}
