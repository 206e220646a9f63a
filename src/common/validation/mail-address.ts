import { ValidateBy } from 'class-validator';

/** No white space, quotes or characters that separate or enclose addresses: nothing a mail server could read as two. */
const ADDRESS = /^[^\s<>()[\],;:\\"@\p{Cc}]+@[^\s<>()[\],;:\\"@\p{Cc}]+$/u;

/** Whether the text is one bare address that can be put into a message as it is (the dot-atom form of RFC 5322, 3.4.1). */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text);
}

/** For addresses that mail is to be sent to: {@link isMailAddress}. */
export const IsMailAddress = (): PropertyDecorator =>
  ValidateBy({
    name: 'isMailAddress',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isMailAddress(value),
      defaultMessage: () => 'must be an address without quotes or spaces, such as name@example.com',
    },
  });
