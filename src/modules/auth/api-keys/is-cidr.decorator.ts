import { ValidateBy, type ValidationOptions } from 'class-validator';
import { canonicalCidr } from './cidr.js';

/** A block of addresses as RFC 4632 and 4291 write it, or a single IPv4 or IPv6 address. */
export const IsCidr = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isCidr',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && canonicalCidr(value) !== null,
        defaultMessage: () => 'must be addresses, or blocks such as 192.0.2.0/24 with no bits set behind the prefix',
      },
    },
    options,
  );
