import { ValidateBy, type ValidationOptions } from 'class-validator';

/** Of a moment that is well formed, that it is yet to come. */
export const IsFuture = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isFuture',
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || !(Date.parse(value) <= Date.now()),
        defaultMessage: () => 'must be in the future',
      },
    },
    options,
  );
