import { ValidateBy } from 'class-validator';

/** No white space, quotes, or separators, so that no mail server can read two addresses. */
const ADDRESS = /^[^\s<>()[\],;:\\"@\p{Cc}]+@[^\s<>()[\],;:\\"@\p{Cc}]+$/u;

/** Whether the text is one bare address (the dot-atom form of RFC 5322, 3.4.1). */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text);
}

export const IsMailAddress = (): PropertyDecorator =>
  ValidateBy({
    name: 'isMailAddress',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isMailAddress(value),
      defaultMessage: () => 'must be an address without quotes or spaces, such as name@example.com',
    },
  });
