import { ApiProperty } from '@nestjs/swagger';
import type { Effectivity, FigureMention, Quantity } from '@amks/language/facts/passage-facts.js';

/** A range. A bound is null if the range is open, or if the number is ambiguous. */
export class MeasuredRangeResponse {
  @ApiProperty({ type: Number, nullable: true })
  min: number | null;
  @ApiProperty({ type: Number, nullable: true })
  max: number | null;
  unit: string;
}

/** A number with its unit, or a range of them. */
export class QuantityResponse extends MeasuredRangeResponse implements Quantity {
  /** What is measured: `torque`, `pressure`, `length` …; `unknown` if the unit has several meanings. */
  @ApiProperty({ type: String })
  kind: Quantity['kind'];
  /** Verbatim. */
  text: string;
  @ApiProperty({ type: 'integer', description: 'offset in `text` of the page' })
  start: number;
  @ApiProperty({ type: 'integer' })
  end: number;
  @ApiProperty({ type: () => MeasuredRangeResponse, nullable: true, description: 'in SI units, temperatures in °C' })
  si: MeasuredRangeResponse | null;
}

/** The aircraft or components to which a text applies, in the publisher's words. */
export class EffectivityResponse implements Effectivity {
  /** Verbatim. */
  text: string;
  /** Without its label. */
  value: string;
  @ApiProperty({ enum: ['page', 'section', 'block'] })
  reach: Effectivity['reach'];
  /** Page of the statement. */
  @ApiProperty({ type: 'integer' })
  page_number: number;
  @ApiProperty({ type: 'integer', description: 'offset in `text` of that page' })
  start: number;
  @ApiProperty({ type: 'integer' })
  end: number;
}

/** A reference to a figure or table, or its caption. */
export class FigureResponse implements FigureMention {
  @ApiProperty({ enum: ['figure', 'table'] })
  kind: FigureMention['kind'];
  text: string;
  @ApiProperty({ type: 'integer' })
  start: number;
  @ApiProperty({ type: 'integer' })
  end: number;
  number: string;
  /** `2 of 3`. */
  @ApiProperty({ type: String, required: false })
  sheet?: string;
  /** Title, for a caption. */
  @ApiProperty({ type: String, required: false })
  title?: string;
  @ApiProperty({ type: Boolean, required: false })
  caption?: true;
}
