import { applyDecorators } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import { ValidateIf, type ValidationOptions } from 'class-validator';

/**
 * The field may be left out, but null is a value like any other and is checked as one. class-validator's `IsOptional`
 * would let null through, while in a PATCH absent and null mean different things.
 */
export const IfPresent = (options?: ValidationOptions): PropertyDecorator =>
  ValidateIf((_object, value) => value !== undefined, options);

/** The field may be left out or null. */
export const IfPresentOrNull = (options?: ValidationOptions): PropertyDecorator =>
  ValidateIf((_object, value) => value !== undefined && value !== null, options);

/** For a list that filters: it may be left out, and an empty one filters nothing, as if it had been. */
export const IfNotEmpty = (): PropertyDecorator => applyDecorators(Transform(withoutEmpty), IfPresent());

function withoutEmpty({ value }: TransformFnParams): unknown {
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}
