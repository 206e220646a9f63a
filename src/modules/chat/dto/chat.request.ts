import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsObject, IsString, Length, Matches, ValidateNested } from 'class-validator';
import { IfNotEmpty, IfPresent, IfPresentOrNull } from '../../../common/validation/if-present.decorator.js';
import { oneLine } from '../../../common/validation/transforms.js';
import { SearchFiltersRequest } from '../../search/dto/search.request.js';
import { COPILOT_TYPES, type CopilotType } from '../answering/copilots.js';

const NOT_BLANK = { message: 'must not be blank' };

export class CreateChatSessionRequest {
  @ApiProperty({ enum: COPILOT_TYPES, enumName: 'CopilotType' })
  @IsIn(COPILOT_TYPES)
  copilot_type: CopilotType;

  /** The first question. Its answer is part of the response. */
  @IfPresent()
  @IsString()
  @Length(1, 4000)
  @Matches(/\S/, NOT_BLANK)
  initial_message?: string;

  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 200)
  title?: string;

  /** Restricts all answers of the conversation. */
  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => SearchFiltersRequest)
  filters?: SearchFiltersRequest;

  /** Restricts the conversation to these documents; empty for no restriction. */
  @IfNotEmpty()
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @Length(1, 64, { each: true })
  document_ids?: string[];

  /** Id of an aircraft of the register. Answers quote only what applies to it, or may apply. A question that names another aircraft is answered for that one. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  aircraft_id?: string;
}

export class UpdateChatSessionRequest {
  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 200)
  title?: string;

  /** The aircraft of later answers; null for none. */
  @ApiProperty({ type: String, required: false, nullable: true })
  @IfPresentOrNull()
  @IsString()
  @Length(1, 64)
  aircraft_id?: string | null;
}

export class CreateMessageRequest {
  /** The question. */
  @IsString()
  @Length(1, 4000)
  @Matches(/\S/, NOT_BLANK)
  content: string;
}
