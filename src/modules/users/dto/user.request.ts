import { Transform } from 'class-transformer';
import { IsString, Length } from 'class-validator';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { trimmed } from '../../../common/validation/trimmed.js';

export class UpdateOwnProfileRequest {
  /** Display name. */
  @IfPresent()
  @Transform(trimmed)
  @IsString()
  @Length(1, 200)
  name?: string;
}
