import { ValidateBy } from 'class-validator';

/**
 * A number with at most two decimal places. `IsNumber({ maxDecimalPlaces })` of class-validator throws for numbers that JavaScript writes with an
 * exponent.
 */
export const IsHundredths = (): PropertyDecorator =>
  ValidateBy({
    name: 'isHundredths',
    validator: {
      validate: (value) => typeof value === 'number' && Math.round(value * 100) / 100 === value,
      defaultMessage: () => '$property must be a number with at most two decimal places',
    },
  });
