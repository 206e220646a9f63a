import { IsString, Length, Matches } from 'class-validator';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { ATA_NUMBER } from '../../documents/dto/document.request.js';

export class TaskQuery {
  /** Default: the current revision. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  revision_id?: string;

  /** Id of an aircraft of the register. Each task and step then tells whether it applies to the aircraft. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  aircraft_id?: string;
}

export class ListTasksQuery extends PageQuery {
  /** Part of the number or title, in any case. */
  @IfPresent()
  @IsString()
  @Length(1, 200)
  q?: string;

  /** Chapter, section or subject: `32` also matches `32-11-00`. */
  @IfPresent()
  @Matches(ATA_NUMBER, { message: 'must be an ATA number such as 32, 32-11 or 32-11-00' })
  ata_chapter?: string;

  /** The whole number of a task. */
  @IfPresent()
  @IsString()
  @Length(1, 100)
  number?: string;

  /** Default: the current revision. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  revision_id?: string;

  /** Id of an aircraft of the register. Each task then tells whether it applies to the aircraft. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  aircraft_id?: string;
}
