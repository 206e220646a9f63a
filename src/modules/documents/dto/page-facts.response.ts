import { ApiProperty } from '@nestjs/swagger';
import type { Effectivity, FigureMention, Quantity } from '../../../common/files/passage-facts.js';

/** From one number to another; null where an end is open or a number could be read in two ways. */
export class MeasuredRangeResponse {
  @ApiProperty({ type: Number, nullable: true })
  min: number | null;
  @ApiProperty({ type: Number, nullable: true })
  max: number | null;
  unit: string;
}

/** A number with its unit, or a range of them. */
export class QuantityResponse extends MeasuredRangeResponse implements Quantity {
  /** What is measured: `torque`, `pressure`, `length` …; `unknown` where the unit has several meanings. */
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

/** For which aircraft or components a text holds, in the words of the publisher. */
export class EffectivityResponse implements Effectivity {
  /** Verbatim. */
  text: string;
  /** Without its label. */
  value: string;
  @ApiProperty({ enum: ['page', 'section', 'block'] })
  reach: Effectivity['reach'];
  /** Page on which it stands. */
  @ApiProperty({ type: 'integer' })
  page_number: number;
  @ApiProperty({ type: 'integer', description: 'offset in `text` of that page' })
  start: number;
  @ApiProperty({ type: 'integer' })
  end: number;
}

/** A figure or table that is named, or whose caption stands here. */
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
  /** Of captions. */
  @ApiProperty({ type: String, required: false })
  title?: string;
  @ApiProperty({ type: Boolean, required: false })
  caption?: true;
}
