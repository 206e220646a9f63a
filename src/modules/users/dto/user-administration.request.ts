import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayUnique, IsArray, IsBoolean, IsEmail, IsIn, IsString, Length, MaxLength } from 'class-validator';
import { GRANTS, ROLES, type Grant, type Role } from '../../../common/auth/permissions.js';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { IfPresent, IfPresentOrNull } from '../../../common/validation/if-present.decorator.js';
import { IsMailAddress } from '../../../common/validation/mail-address.js';
import { oneLine, trimmed } from '../../../common/validation/trimmed.js';
import { trueOrFalse } from '../../../common/validation/true-or-false.js';
import { USER_STATUSES, type UserStatus } from '../user.entity.js';

/** Where the addresses of removed users lie: nobody may take one before its time. */
const REMOVED_DOMAIN = 'removed.invalid';

/** Filters of the list of users; all given must hold. */
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

  /** Whether they have a second factor. */
  @IfPresent()
  @Transform(trueOrFalse)
  @IsBoolean()
  mfa_enabled?: boolean;

  /** Start of the name or of the e-mail address, in any case. */
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
  /** Unique in the whole installation, whatever the case. */
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

  /** `api_user` makes a service account: active at once, without invitation or password. */
  @ApiProperty({ enum: ROLES, enumName: 'Role' })
  @IsIn(ROLES)
  role: Role;

  /** When left out: the team of the manager who asks; none for administrators. */
  @ApiProperty({ type: String, nullable: true, required: false, maxLength: 64 })
  @IfPresentOrNull()
  @IsString()
  @MaxLength(64)
  team_id?: string | null;

  /** For a service account alone: what it may do beside the rights of its role. */
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

  /** A person cannot become a service account (`api_user`), nor the other way round. */
  @ApiProperty({ enum: ROLES, enumName: 'Role', required: false })
  @IfPresent()
  @IsIn(ROLES)
  role?: Role;

  /** Null takes the user out of the team. */
  @ApiProperty({ type: String, nullable: true, required: false, maxLength: 64 })
  @IfPresentOrNull()
  @IsString()
  @MaxLength(64)
  team_id?: string | null;

  /** All grants of a service account; what is left out of the list ends with its next request. */
  @IsGrants()
  grants?: Grant[];
}
