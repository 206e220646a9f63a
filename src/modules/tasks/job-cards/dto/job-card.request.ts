import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsString, Length, ValidateNested } from 'class-validator';
import { PageQuery } from '../../../../common/pagination/page-query.js';
import { IfPresent } from '../../../../common/validation/if-present.decorator.js';
import { oneLine } from '../../../../common/validation/transforms.js';

export const MAX_TASKS = 200;

/** A task of the card. */
export class CardTaskRequest {
  @IsString()
  @Length(1, 64)
  document_id: string;

  /** As `GET /documents/{id}/tasks` lists it. */
  @IsString()
  @Length(1, 100)
  number: string;

  /** The revision that was read. It must be the current one, which is the default. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  revision_id?: string;
}

export class CreateJobCardRequest {
  /** In the order of the work. */
  @ApiProperty({ type: [CardTaskRequest], minItems: 1, maxItems: MAX_TASKS })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_TASKS)
  @ValidateNested({ each: true })
  @Type(() => CardTaskRequest)
  tasks: CardTaskRequest[];

  /** Id of an aircraft of the register, whose steps alone are printed. */
  @IsString()
  @Length(1, 64)
  aircraft_id: string;

  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 200)
  title?: string;

  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 60)
  work_order?: string;
}

export class ListJobCardsQuery extends PageQuery {
  /** Cards for this aircraft. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  aircraft_id?: string;
}
