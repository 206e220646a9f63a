import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { PageQuery } from '../../../common/pagination/page-query.js';
import { IsCalendarDate } from '../../../common/validation/date.decorators.js';
import { IsHundredths } from '../../../common/validation/hundredths.decorator.js';
import { IfPresent, IfPresentOrNull } from '../../../common/validation/if-present.decorator.js';
import { IsPlainText } from '../../../common/validation/is-plain-text.js';
import { oneLine, trueOrFalse, upperCased } from '../../../common/validation/transforms.js';
import {
  DIRECTIVE_KINDS,
  DIRECTIVE_STATES,
  MAX_RELATIONS,
  type DirectiveKind,
  type DirectiveState,
  type InitialCompliance,
  type Interval,
  type TotalLimit,
} from './directive-types.js';

const MAX_HOURS = 100_000;
const MAX_MONTHS = 600;
const MAX_DAYS = 20_000;
const NUMBER = /^[\p{L}\d][\p{L}\d\p{Pd} ./()_]*$/u;

/** Flight hours with at most two decimals, or null. */
export const Hours = (maximum = MAX_HOURS): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'number', minimum: 0, maximum, required: false, nullable: true }),
    IfPresentOrNull(),
    IsHundredths(),
    Min(0),
    Max(maximum),
  );

/** A whole number, or null. */
export const Whole = (maximum = MAX_HOURS): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'integer', minimum: 0, maximum, required: false, nullable: true }),
    IfPresentOrNull(),
    IsInt(),
    Min(0),
    Max(maximum),
  );

const Ids = (description: string): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: [String], maxItems: MAX_RELATIONS, required: false, description }),
    IfPresent(),
    IsArray(),
    ArrayMaxSize(MAX_RELATIONS),
    ArrayUnique(),
    IsString({ each: true }),
    Length(1, 64, { each: true }),
  );

const Nested = (type: new () => object): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type, required: false, nullable: true }),
    IfPresentOrNull(),
    IsObject(),
    ValidateNested(),
    Type(() => type),
  );

/** Hours and cycles since new. */
export class TotalLimitRequest implements TotalLimit {
  @Hours()
  flight_hours: number | null = null;

  @Whole()
  flight_cycles: number | null = null;
}

/** The first that is reached counts. */
export class IntervalRequest extends TotalLimitRequest implements Interval {
  @Whole(MAX_MONTHS)
  calendar_months: number | null = null;

  @Whole(MAX_DAYS)
  calendar_days: number | null = null;
}

/** The first compliance. */
export class InitialComplianceRequest implements InitialCompliance {
  @Nested(TotalLimitRequest)
  total: TotalLimitRequest | null = null;

  @Nested(IntervalRequest)
  after_effective_date: IntervalRequest | null = null;

  /** Whether the first or the later of `total` and `after_effective_date` counts. */
  @ApiProperty({ enum: ['first', 'later'], required: false, default: 'first' })
  @IfPresent()
  @IsIn(['first', 'later'])
  whichever: 'first' | 'later' = 'first';
}

/** Fields that can be left out, and changed. */
export class UpdateDirectiveRequest {
  /** As its issuer writes it: `2026-0114`, `TR46-32-018`. */
  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 60)
  @Matches(NUMBER, { message: 'must consist of letters, digits and - . / ( ) _' })
  number?: string;

  @IfPresent()
  @Transform(oneLine)
  @IsString()
  @Length(1, 300)
  title?: string;

  /** Authority or manufacturer: `EASA`. */
  @ApiProperty({ type: String, minLength: 1, maxLength: 100, required: false, nullable: true })
  @IfPresentOrNull()
  @Transform(oneLine)
  @IsString()
  @Length(1, 100)
  issuer?: string | null;

  /** Default: true for airworthiness directives, false for service bulletins. */
  @IfPresent()
  @IsBoolean()
  mandatory?: boolean;

  @ApiProperty({ type: String, format: 'date', required: false, nullable: true })
  @IfPresentOrNull()
  @IsCalendarDate()
  effective_date?: string | null;

  /** The aircraft to which it applies, in the words of its issuer. `ALL` for all aircraft of the types. */
  @ApiProperty({ type: String, minLength: 1, maxLength: 2_000, required: false, nullable: true })
  @IfPresentOrNull()
  @IsPlainText(2_000)
  effectivity?: string | null;

  /** Types and models. An empty list means that the effectivity alone decides; serial numbers are not comparable then. */
  @ApiProperty({ type: [String], maxItems: 50, required: false })
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(50)
  @ArrayUnique()
  @Transform(
    ({ value }) => (Array.isArray(value) ? value.map((one: unknown) => upperCased({ value: one })) : value) as unknown,
  )
  @IsString({ each: true })
  @Length(1, 50, { each: true })
  aircraft_types?: string[];

  @Nested(InitialComplianceRequest)
  initial_compliance?: InitialComplianceRequest | null;

  /** Repeated at intervals not to exceed these. The first that is reached counts. */
  @Nested(IntervalRequest)
  repetitive_interval?: IntervalRequest | null;

  /** What ends a repetitive directive, in words. */
  @ApiProperty({ type: String, minLength: 1, maxLength: 1_000, required: false, nullable: true })
  @IfPresentOrNull()
  @IsPlainText(1_000)
  terminating_action?: string | null;

  @Ids('directives that it supersedes, which are not open from its effective date on')
  supersedes?: string[];

  @Ids('directives that end it when they are embodied')
  terminated_by?: string[];

  @IfPresent()
  @IsBoolean()
  canceled?: boolean;

  /** The filed document. Members who cannot see it are not shown its id. */
  @ApiProperty({ type: String, required: false, nullable: true })
  @IfPresentOrNull()
  @IsString()
  @Length(1, 64)
  document_id?: string | null;
}

/** `number`, `title`, `effectivity` and `aircraft_types` default to those of the document. */
export class CreateDirectiveRequest extends UpdateDirectiveRequest {
  @ApiProperty({ enum: DIRECTIVE_KINDS, enumName: 'DirectiveKind' })
  @IsIn(DIRECTIVE_KINDS)
  kind: DirectiveKind;
}

export class ListDirectivesQuery extends PageQuery {
  @ApiProperty({ enum: DIRECTIVE_KINDS, enumName: 'DirectiveKind', required: false })
  @IfPresent()
  @IsIn(DIRECTIVE_KINDS)
  kind?: DirectiveKind;

  @ApiProperty({ enum: DIRECTIVE_STATES, enumName: 'DirectiveState', required: false })
  @IfPresent()
  @IsIn(DIRECTIVE_STATES)
  status?: DirectiveState;

  @ApiProperty({ type: Boolean, required: false })
  @IfPresent()
  @Transform(trueOrFalse)
  @IsBoolean()
  mandatory?: boolean;

  /** Start of the number. */
  @IfPresent()
  @IsString()
  @Length(1, 60)
  q?: string;

  /** One of `aircraft_types`. */
  @IfPresent()
  @Transform(upperCased)
  @IsString()
  @Length(1, 50)
  aircraft_type?: string;
}
