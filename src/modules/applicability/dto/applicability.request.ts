import { IsString, Length } from 'class-validator';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';

export class ApplicabilityQuery {
  /** Id of an aircraft of the register. */
  @IsString()
  @Length(1, 64)
  aircraft_id: string;
}

export class PageApplicabilityQuery extends ApplicabilityQuery {
  /** Default: the current revision. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  revision_id?: string;
}
