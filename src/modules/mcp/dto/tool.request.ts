import { Type } from 'class-transformer';
import { IsIn, IsInt, IsObject, IsString, Length, Matches, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { COPILOT_TYPES, type CopilotType } from '../../../common/copilot-types.js';
import { IfPresent } from '../../../common/validation/if-present.decorator.js';
import { SearchFiltersRequest } from '../../search/dto/search.request.js';

class DocumentArguments {
  @IsString()
  @Length(1, 64)
  document_id: string;
}

export class GetPageArguments extends DocumentArguments {
  @IsInt()
  @Min(1)
  @Max(9_999_999)
  page_number: number;

  @IfPresent()
  @IsString()
  @Length(1, 64)
  revision_id?: string;
}

export class ListRevisionsArguments extends DocumentArguments {
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 20;

  @IfPresent()
  @IsString()
  @MaxLength(512)
  cursor?: string;
}

export class AskArguments {
  @IsString()
  @Length(1, 4000)
  @Matches(/\S/, { message: 'must not be blank' })
  question: string;

  /** Continues this conversation. */
  @IfPresent()
  @IsString()
  @Length(1, 64)
  session_id?: string;

  @IfPresent()
  @IsIn(COPILOT_TYPES)
  copilot_type?: CopilotType;

  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => SearchFiltersRequest)
  filters?: SearchFiltersRequest;

  @IfPresent()
  @IsString()
  @Length(1, 64)
  aircraft_id?: string;
}
