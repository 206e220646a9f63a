import { GRANTS, ROLES, type Grant, type Role } from '../../../common/principal/permissions.js';
import { listPermissions, type Principal } from '../../../common/principal/principal.js';
import { withEtag, withRowEtag } from '../../../common/http/envelope.js';
import { USER_STATUSES, type User, type UserStatus } from '../user.entity.js';
import type { Profile } from '../user.repository.js';
import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';

/** The user as returned by login (spec 2.2). */
export class UserSummaryResponse {
  id: string;
  /** Email address. */
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
  /** Permissions of a service account in addition to those of its role. */
  @ApiProperty({ enum: GRANTS, enumName: 'Grant', isArray: true })
  grants: Grant[];
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
        grants: user.grants,
        mfa_enabled: user.mfa_enabled,
        last_login_at: user.last_login_at?.toISOString() ?? null,
        created_at: user.created_at.toISOString(),
        updated_at: user.updated_at.toISOString(),
      },
      user.row_version,
    );
  }
}

const PROFILE = [
  'name',
  'role',
  'organization_id',
  'status',
  'team_id',
  'team',
  'grants',
  'created_at',
  'updated_at',
] as const;

export class OwnTeamResponse {
  id: string;
  name: string;
}

/** The caller's profile. Fields that the credential does not cover are absent. */
export class OwnProfileResponse extends PartialType(OmitType(UserResponse, ['id'])) {
  id: string;
  @ApiProperty({ type: OwnTeamResponse, nullable: true, required: false })
  team?: OwnTeamResponse | null;
  /** False for an account that signs in at an identity provider only. */
  has_password?: boolean;

  static of(user: Profile, principal: Principal): OwnProfileResponse {
    const { team_id: id, team_name: name, has_password } = user;
    const team = id === null ? null : { id, name: name ?? '' };
    const whole: OwnProfileResponse & UserResponse = withRowEtag(
      { ...UserResponse.from(user), team, has_password },
      user.row_version,
    );
    if (principal.credential.type === 'session') return whole;
    const fields = [
      'id' as const,
      ...(seesProfile(principal) ? PROFILE : []),
      ...(seesAddress(principal) ? (['email'] as const) : []),
    ];
    const shown = Object.fromEntries(fields.map((field) => [field, whole[field]])) as unknown as OwnProfileResponse;
    return withRowEtag(shown, user.row_version);
  }
}

/** The caller's role and permissions. */
export class PermissionsResponse {
  /** Absent for an OAuth token without the scope `profile`. */
  @ApiProperty({ enum: ROLES, enumName: 'Role', required: false })
  role?: Role;
  permissions: string[];

  static of(principal: Principal): PermissionsResponse {
    const permissions = listPermissions(principal.permissions);
    return seesProfile(principal) ? { role: principal.role, permissions } : { permissions };
  }
}

/** An API key belongs to its account; an application sees only what its scopes cover. */
function seesProfile({ credential }: Principal): boolean {
  return credential.type !== 'oauth' || credential.scopes.has('profile');
}

/** A service account's address belongs to no person. */
function seesAddress({ credential, role }: Principal): boolean {
  return credential.type === 'oauth' ? credential.scopes.has('email') : role === 'api_user';
}
