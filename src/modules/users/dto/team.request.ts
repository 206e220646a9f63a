import { Transform } from 'class-transformer';
import { IsString, Length } from 'class-validator';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { oneLine } from '../../../common/validation/transforms.js';

export class CreateTeamRequest {
  /** Unique in the organization, ignoring case. */
  @Transform(oneLine)
  @IsString()
  @Length(1, 100)
  name: string;
}

export class UpdateTeamRequest {
  /** Unique in the organization, ignoring case. */
  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 100)
  name?: string;
}
