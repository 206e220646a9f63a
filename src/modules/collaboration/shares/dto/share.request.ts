import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { IfPresent, IfPresentOrNull } from '../../../../common/validation/if-present.decorator.js';
import { IsFuture, IsTimestamp } from '../../../../common/validation/date.decorators.js';
import { IsPlainText } from '../../../../common/validation/is-plain-text.js';
import { SHARE_PERMISSIONS, type SharePermission } from '../../../documents/dto/document-types.js';

const RECIPIENT_TYPES = ['user', 'team'] as const;
export type RecipientType = (typeof RECIPIENT_TYPES)[number];
const MAX_MESSAGE = 2_000;
/** Upper bound of page numbers. */
const MAX_PAGE = 2_147_483_647;

export class RecipientRequest {
  @ApiProperty({ enum: RECIPIENT_TYPES })
  @IsIn(RECIPIENT_TYPES)
  type: RecipientType;

  @IsString()
  @MaxLength(64)
  id: string;
}

export class CreateSharesRequest {
  /** Users and teams of the organization, without duplicates. */
  @ApiProperty({ type: [RecipientRequest], minItems: 1, maxItems: 50 })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => RecipientRequest)
  recipients: RecipientRequest[];

  @ApiProperty({ enum: SHARE_PERMISSIONS, enumName: 'SharePermission', required: false, default: 'view' })
  @IfPresent()
  @IsIn(SHARE_PERMISSIONS)
  permission: SharePermission = 'view';

  /** For the recipients. */
  @ApiProperty({ type: String, minLength: 1, maxLength: MAX_MESSAGE, required: false, nullable: true })
  @IfPresentOrNull()
  @IsPlainText(MAX_MESSAGE)
  message?: string | null;

  /** Page of the current revision to open. */
  @ApiProperty({ type: 'integer', required: false, nullable: true })
  @IfPresentOrNull()
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE)
  page_number?: number | null;

  /** Expiry; null for none. Defaults to the expiry of the share that allows it, if any. */
  @ApiProperty({ type: String, format: 'date-time', required: false, nullable: true })
  @IfPresentOrNull()
  @IsTimestamp()
  @IsFuture()
  expires_at?: string | null;
}

export class UpdateShareRequest {
  @ApiProperty({ enum: SHARE_PERMISSIONS, enumName: 'SharePermission', required: false })
  @IfPresent()
  @IsIn(SHARE_PERMISSIONS)
  permission?: SharePermission;

  @ApiProperty({ type: String, minLength: 1, maxLength: MAX_MESSAGE, required: false, nullable: true })
  @IfPresentOrNull()
  @IsPlainText(MAX_MESSAGE)
  message?: string | null;

  @ApiProperty({ type: 'integer', required: false, nullable: true })
  @IfPresentOrNull()
  @IsInt()
  @Min(1)
  @Max(MAX_PAGE)
  page_number?: number | null;

  /** Null for no expiry. */
  @ApiProperty({ type: String, format: 'date-time', required: false, nullable: true })
  @IfPresentOrNull()
  @IsTimestamp()
  @IsFuture()
  expires_at?: string | null;
}
