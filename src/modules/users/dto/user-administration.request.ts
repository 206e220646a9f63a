import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayUnique, IsArray, IsBoolean, IsEmail, IsIn, IsString, Length, MaxLength } from 'class-validator';
import { GRANTS, ROLES, type Grant, type Role } from '../../../common/principal/permissions.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { IfPresent, IfPresentOrNull } from '../../../common/validation/if-present.decorator.js';
import { IsMailAddress } from '../../../common/validation/mail-address.js';
import { oneLine, trimmed, trueOrFalse } from '../../../common/validation/transforms.js';
import { USER_STATUSES, type UserStatus } from '../user.entity.js';

/** Domain of deleted users' addresses, which nobody can register in advance. */
const REMOVED_DOMAIN = 'removed.invalid';

/** Filters of the list of users, combined with AND. */
export class ListUsersQuery extends PageQuery {
  @ApiProperty({ enum: ROLES, enumName: 'Role', required: false })
  @IfPresent()
  @IsIn(ROLES)
  role?: Role;

  @ApiProperty({ enum: USER_STATUSES, enumName: 'UserStatus', required: false })
  @IfPresent()
  @IsIn(USER_STATUSES)
  status?: UserStatus;

  @IfPresent()
  @IsString()
  @Length(1, 64)
  team_id?: string;

  /** Whether the user has a second factor. */
  @IfPresent()
  @Transform(trueOrFalse)
  @IsBoolean()
  mfa_enabled?: boolean;

  /** Prefix of the name or email address, ignoring case. */
  @IfPresent()
  @IsString()
  @Length(1, 200)
  q?: string;
}

const IsGrants = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ enum: GRANTS, enumName: 'Grant', isArray: true, required: false }),
    IfPresent(),
    IsArray(),
    ArrayUnique(),
    IsIn(GRANTS, { each: true }),
  );

export class CreateUserRequest {
  /** Unique in the installation, ignoring case. */
  @ApiProperty({ format: 'email', maxLength: 254 })
  @Transform(trimmed)
  @IsEmail({ host_blacklist: [REMOVED_DOMAIN] })
  @IsMailAddress()
  @MaxLength(254)
  email: string;

  /** Display name. */
  @Transform(oneLine)
  @IsString()
  @Length(1, 200)
  name: string;

  /** `api_user` creates a service account, which is active immediately and has no invitation or password. */
  @ApiProperty({ enum: ROLES, enumName: 'Role' })
  @IsIn(ROLES)
  role: Role;

  /** Defaults to the calling manager's team; for administrators to no team. */
  @ApiProperty({ type: String, nullable: true, required: false, maxLength: 64 })
  @IfPresentOrNull()
  @IsString()
  @MaxLength(64)
  team_id?: string | null;

  /** For service accounts: permissions in addition to those of the role. */
  @IsGrants()
  grants?: Grant[];
}

export class UpdateUserRequest {
  /** Display name. */
  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 200)
  name?: string;

  /** A person cannot become a service account (`api_user`), or the reverse. */
  @ApiProperty({ enum: ROLES, enumName: 'Role', required: false })
  @IfPresent()
  @IsIn(ROLES)
  role?: Role;

  /** Null removes the user from the team. */
  @ApiProperty({ type: String, nullable: true, required: false, maxLength: 64 })
  @IfPresentOrNull()
  @IsString()
  @MaxLength(64)
  team_id?: string | null;

  /** All grants of a service account. Omitted grants end with its next request. */
  @IsGrants()
  grants?: Grant[];
}
