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
  ValidateBy,
} from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { PERMISSIONS, type Permission } from '../../../../common/principal/permissions.js';
import { PageQuery } from '../../../../common/pagination/page-query.js';
import { IfPresent, IfPresentOrNull } from '../../../../common/validation/if-present.decorator.js';
import { IsTimestamp } from '../../../../common/validation/date.decorators.js';
import { oneLine } from '../../../../common/validation/transforms.js';
import { canonicalCidr } from '../cidr.js';

const MAX_CIDRS = 50;
const MAX_GRACE_SECONDS = 604_800;
const ID_MAX_CHARS = 100;

export class ListApiKeysQuery extends PageQuery {
  /** For administrators: list the keys of this service account (role api_user) instead of the caller's. */
  @IfPresent()
  @IsString()
  @MaxLength(ID_MAX_CHARS)
  owner_id?: string;
}

const IsName = (): PropertyDecorator => applyDecorators(Transform(oneLine), IsString(), Length(1, 100));
const IsScopes = (): PropertyDecorator =>
  applyDecorators(IsArray(), ArrayMinSize(1), ArrayUnique(), IsIn(PERMISSIONS, { each: true }));
const IsCidrList = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isCidr',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && canonicalCidr(value) !== null,
        defaultMessage: () => 'must be IP addresses or CIDR blocks such as 192.0.2.0/24 without host bits',
      },
    },
    { each: true },
  );

/** Lifetime and allowed addresses of a key. */
class ApiKeyTerms {
  /**
   * When the key expires. Null means the latest time that the organization's `api_key_max_days` allows. A key created with another key
   * expires no later than that key.
   */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, required: false })
  @IfPresentOrNull()
  @IsTimestamp()
  expires_at?: string | null;

  /**
   * IPv4 or IPv6 addresses and CIDR blocks that the key can be used from. Null allows any address. TRUST_PROXY determines the client's
   * address.
   */
  @ApiProperty({ type: [String], nullable: true, required: false, maxItems: MAX_CIDRS, example: ['192.0.2.0/24'] })
  @IfPresentOrNull()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_CIDRS)
  @IsCidrList()
  allowed_cidrs?: string[] | null;
}

export class CreateApiKeyRequest extends ApiKeyTerms {
  /** Purpose of the key. */
  @IsName()
  name: string;

  /** Permissions of the key, limited to those of the owner's role and of the caller. */
  @ApiProperty({ enum: PERMISSIONS, enumName: 'Permission', isArray: true })
  @IsScopes()
  scopes: Permission[];

  /** For administrators: the service account (role api_user) that owns the key. Defaults to the caller. */
  @IfPresent()
  @IsString()
  @MaxLength(ID_MAX_CHARS)
  owner_id?: string;
}

export class UpdateApiKeyRequest extends ApiKeyTerms {
  /** Purpose of the key. */
  @IfPresent()
  @IsName()
  name?: string;

  /** Permissions of the key, limited to those of the owner's role, of the caller and of the key that created this one. */
  @ApiProperty({ enum: PERMISSIONS, enumName: 'Permission', isArray: true, required: false })
  @IfPresent()
  @IsScopes()
  scopes?: Permission[];
}

export class RotateApiKeyRequest {
  /** Seconds for which the replaced key keeps working. Defaults to one day; 0 ends it immediately. */
  @ApiProperty({ type: 'integer', required: false })
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(MAX_GRACE_SECONDS)
  grace_period_seconds: number = 86_400;
}
