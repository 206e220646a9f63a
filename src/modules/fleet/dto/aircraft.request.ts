import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { IsCalendarDate, IsTimestamp } from '../../../common/validation/date.decorators.js';
import { IfPresent, IfPresentOrNull } from '../../../common/validation/if-present.decorator.js';
import { IsPlainText } from '../../../common/validation/is-plain-text.js';
import { oneLine, upperCased } from '../../../common/validation/transforms.js';
import {
  AIRCRAFT_STATUSES,
  COMPONENT_KINDS,
  MAX_COMPONENTS,
  MAX_MODIFICATIONS,
  MODIFICATION_KINDS,
  MODIFICATION_STATUSES,
  type AircraftComponent,
  type AircraftModification,
  type AircraftStatus,
} from '../aircraft-record.js';

const MAX_LINE_NUMBER = 2_147_483_647;
const REGISTRATION = /^[A-Z0-9](?:[A-Z0-9-]{0,10}[A-Z0-9])?$/;
const NUMBER_OF_MODIFICATION = /^[A-Z0-9][A-Z0-9 ./-]*$/;

/** A short text of one line, or null. */
const Short =
  (maxLength: number): PropertyDecorator =>
  (target, key) => {
    ApiProperty({ type: String, minLength: 1, maxLength, required: false, nullable: true })(target, key);
    IfPresentOrNull()(target, key);
    Transform(oneLine)(target, key);
    IsString()(target, key);
    Length(1, maxLength)(target, key);
  };

export class ComponentRequest implements AircraftComponent {
  @ApiProperty({ enum: COMPONENT_KINDS, enumName: 'AircraftComponentKind' })
  @IsIn(COMPONENT_KINDS)
  kind: (typeof COMPONENT_KINDS)[number];

  /** `1`, `LH`. */
  @Short(20)
  position: string | null = null;

  @Short(50)
  model: string | null = null;

  @Short(50)
  part_number: string | null = null;

  @Short(50)
  serial_number: string | null = null;
}

/** Whether a bulletin, directive or modification is embodied. */
export class ModificationRequest implements AircraftModification {
  @ApiProperty({ enum: MODIFICATION_KINDS, enumName: 'ModificationKind' })
  @IsIn(MODIFICATION_KINDS)
  kind: (typeof MODIFICATION_KINDS)[number];

  /** As its publisher writes it: `TR46-32-018`. */
  @Transform(upperCased)
  @IsString()
  @Length(1, 50)
  @Matches(NUMBER_OF_MODIFICATION, { message: 'must consist of letters, digits and - . /' })
  number: string;

  @ApiProperty({ enum: MODIFICATION_STATUSES, enumName: 'ModificationStatus' })
  @IsIn(MODIFICATION_STATUSES)
  status: (typeof MODIFICATION_STATUSES)[number];

  /** Of the embodiment. */
  @ApiProperty({ type: String, format: 'date', required: false, nullable: true })
  @IfPresentOrNull()
  @IsCalendarDate()
  date: string | null = null;

  /** Work order, certificate or record that proves it. */
  @ApiProperty({ type: String, minLength: 1, maxLength: 500, required: false, nullable: true })
  @IfPresentOrNull()
  @IsPlainText(500)
  evidence: string | null = null;
}

/** Fields that can be left out, and changed. */
class AircraftFields {
  @Short(50)
  model?: string | null;

  /** The manufacturer's serial number (MSN). */
  @Short(30)
  serial_number?: string | null;

  @ApiProperty({ type: 'integer', minimum: 1, required: false, nullable: true })
  @IfPresentOrNull()
  @IsInt()
  @Min(1)
  @Max(MAX_LINE_NUMBER)
  line_number?: number | null;

  /** The operator's number, which customized manuals use after `ON A/C`. */
  @Short(30)
  fleet_number?: string | null;

  @ApiProperty({ enum: AIRCRAFT_STATUSES, enumName: 'AircraftStatus', required: false, default: 'active' })
  @IfPresent()
  @IsIn(AIRCRAFT_STATUSES)
  status?: AircraftStatus;

  /** All codes of the aircraft. An empty list means that they are not recorded. */
  @ApiProperty({ type: [String], maxItems: 50, required: false })
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(50)
  @ArrayUnique()
  @Transform(
    ({ value }) => (Array.isArray(value) ? value.map((one: unknown) => upperCased({ value: one })) : value) as unknown,
  )
  @Matches(/^[A-Z0-9-]{1,20}$/, { each: true, message: 'must be codes of letters, digits and hyphens' })
  configuration_codes?: string[];

  /** All engines, auxiliary power units and propellers. */
  @ApiProperty({ type: [ComponentRequest], maxItems: MAX_COMPONENTS, required: false })
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(MAX_COMPONENTS)
  @ValidateNested({ each: true })
  @Type(() => ComponentRequest)
  components?: ComponentRequest[];

  /** All bulletins, directives and modifications whose embodiment is known. The embodiment of others is unknown. */
  @ApiProperty({ type: [ModificationRequest], maxItems: MAX_MODIFICATIONS, required: false })
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(MAX_MODIFICATIONS)
  @ValidateNested({ each: true })
  @Type(() => ModificationRequest)
  modifications?: ModificationRequest[];
}

export class CreateAircraftRequest extends AircraftFields {
  /** Nationality and registration marks. Unique in the organization among aircraft that are not retired. */
  @Transform(upperCased)
  @Matches(REGISTRATION, { message: 'must be registration marks such as SE-KXA' })
  registration: string;

  /** As documents name it. */
  @Transform(upperCased)
  @IsString()
  @Length(1, 50)
  aircraft_type: string;
}

/** Lists replace those before. */
export class UpdateAircraftRequest extends AircraftFields {
  @IfPresent()
  @Transform(upperCased)
  @Matches(REGISTRATION, { message: 'must be registration marks such as SE-KXA' })
  registration?: string;

  @IfPresent()
  @Transform(upperCased)
  @IsString()
  @Length(1, 50)
  aircraft_type?: string;
}

export class ListAircraftQuery extends PageQuery {
  /** Start of the registration, serial number or fleet number. */
  @IfPresent()
  @IsString()
  @Length(1, 50)
  q?: string;

  @IfPresent()
  @Transform(upperCased)
  @IsString()
  @Length(1, 50)
  aircraft_type?: string;

  @ApiProperty({ enum: AIRCRAFT_STATUSES, enumName: 'AircraftStatus', required: false })
  @IfPresent()
  @IsIn(AIRCRAFT_STATUSES)
  status?: AircraftStatus;

  @ApiProperty({ type: String, format: 'date-time', required: false })
  @IfPresent()
  @IsTimestamp()
  updated_since?: string;
}

export const AIRCRAFT_TABLES = ['aircraft', 'components', 'modifications'] as const;
export type AircraftTable = (typeof AIRCRAFT_TABLES)[number];

export class AircraftTableQuery {
  /** What the rows of the file are. */
  @ApiProperty({ enum: AIRCRAFT_TABLES, enumName: 'AircraftTable', required: false, default: 'aircraft' })
  @IfPresent()
  @IsIn(AIRCRAFT_TABLES)
  table: AircraftTable = 'aircraft';
}

export class ImportAircraftRequest extends AircraftTableQuery {
  /** Comma-separated values (RFC 4180). The first line names the columns. */
  @IsString()
  @Length(1, 1_000_000)
  csv: string;

  /** Whether the file is only checked. */
  @ApiProperty({ type: Boolean, required: false, default: false })
  @IfPresent()
  @IsBoolean()
  dry_run: boolean = false;
}
