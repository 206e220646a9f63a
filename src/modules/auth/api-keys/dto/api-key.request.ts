import { Transform } from 'class-transformer';
import { ArrayMinSize, ArrayUnique, IsArray, IsIn, IsString, Length } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { PERMISSIONS, type Permission } from '../../../../common/auth/permissions.js';
import { IfPresentOrNull } from '../../../../common/validation/if-present.decorator.js';
import { IsTimestamp } from '../../../../common/validation/is-timestamp.js';
import { oneLine } from '../../../../common/validation/trimmed.js';

export class CreateApiKeyRequest {
  /** What the key is for. */
  @Transform(oneLine)
  @IsString()
  @Length(1, 100)
  name: string;

  /** Permissions of the key; none beyond the owner's. */
  @ApiProperty({ enum: PERMISSIONS, isArray: true })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(PERMISSIONS, { each: true })
  scopes: Permission[];

  /** When the key stops working; never, when left out. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, required: false })
  @IfPresentOrNull()
  @IsTimestamp()
  expires_at?: string | null;
}
