import { Transform } from 'class-transformer';
import { IsString, Length } from 'class-validator';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { oneLine } from '../../../common/validation/transforms.js';

export class UpdateOwnProfileRequest {
  /** Display name. */
  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 200)
  name?: string;
}
