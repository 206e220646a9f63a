import { applyDecorators } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import { ValidateIf, type ValidationOptions } from 'class-validator';

/** An optional field that is not nullable. class-validator's `IsOptional` accepts null, which has its own meaning in PATCH. */
export const IfPresent = (options?: ValidationOptions): PropertyDecorator =>
  ValidateIf((_object, value) => value !== undefined, options);

export const IfPresentOrNull = (options?: ValidationOptions): PropertyDecorator =>
  ValidateIf((_object, value) => value !== undefined && value !== null, options);

/** For a list filter: optional, and an empty list filters nothing. */
export const IfNotEmpty = (): PropertyDecorator => applyDecorators(Transform(withoutEmpty), IfPresent());

function withoutEmpty({ value }: TransformFnParams): unknown {
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}
