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
