import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { PERMISSIONS, type Permission } from '../../../../common/auth/permissions.js';
import { PageQuery } from '../../../../common/pagination/page-query.js';
import { IfPresent, IfPresentOrNull } from '../../../../common/validation/if-present.decorator.js';
import { IsTimestamp } from '../../../../common/validation/is-timestamp.js';
import { oneLine } from '../../../../common/validation/trimmed.js';
import { IsCidr } from '../is-cidr.decorator.js';

const MAX_CIDRS = 50;
const MAX_GRACE_SECONDS = 604_800;
const ID_MAX_CHARS = 100;

export class ListApiKeysQuery extends PageQuery {
  /** For administrators: a service account (role api_user), whose keys are listed instead of the caller's. */
  @IfPresent()
  @IsString()
  @MaxLength(ID_MAX_CHARS)
  owner_id?: string;
}

const IsName = (): PropertyDecorator => applyDecorators(Transform(oneLine), IsString(), Length(1, 100));
const IsScopes = (): PropertyDecorator =>
  applyDecorators(IsArray(), ArrayMinSize(1), ArrayUnique(), IsIn(PERMISSIONS, { each: true }));

/** Where and how long a key works. */
class ApiKeyTerms {
  /**
   * When the key stops working; as late as the organization's `api_key_max_days` allows, when null, and no later. A key made with
   * another ends with that at the latest.
   */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, required: false })
  @IfPresentOrNull()
  @IsTimestamp()
  expires_at?: string | null;

  /**
   * Addresses and CIDR blocks, IPv4 or IPv6, that the key may be used from; from anywhere, when null. The address is the
   * client's as TRUST_PROXY lets the service see it.
   */
  @ApiProperty({ type: [String], nullable: true, required: false, maxItems: MAX_CIDRS, example: ['192.0.2.0/24'] })
  @IfPresentOrNull()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_CIDRS)
  @IsCidr({ each: true })
  allowed_cidrs?: string[] | null;
}

export class CreateApiKeyRequest extends ApiKeyTerms {
  /** What the key is for. */
  @IsName()
  name: string;

  /** Permissions of the key; none beyond the owner's role and the caller's own rights. */
  @ApiProperty({ enum: PERMISSIONS, enumName: 'Permission', isArray: true })
  @IsScopes()
  scopes: Permission[];

  /** For administrators: the service account (role api_user) that the key is for; the caller, when left out. */
  @IfPresent()
  @IsString()
  @MaxLength(ID_MAX_CHARS)
  owner_id?: string;
}

export class UpdateApiKeyRequest extends ApiKeyTerms {
  /** What the key is for. */
  @IfPresent()
  @IsName()
  name?: string;

  /** Permissions of the key; none beyond the owner's role, the caller's rights and the key that made this one. */
  @ApiProperty({ enum: PERMISSIONS, enumName: 'Permission', isArray: true, required: false })
  @IfPresent()
  @IsScopes()
  scopes?: Permission[];
}

export class RotateApiKeyRequest {
  /** How long the key that is replaced still works, in seconds: a day unless said otherwise, 0 to end it at once. */
  @ApiProperty({ type: 'integer', required: false })
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(MAX_GRACE_SECONDS)
  grace_period_seconds: number = 86_400;
}
