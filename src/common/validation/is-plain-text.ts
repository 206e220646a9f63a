import { Transform, type TransformFnParams } from 'class-transformer';
import { IsString, Length, Matches } from 'class-validator';

/** All controls but tabs and line ends, and what turns the direction of the text after it: words must be what they look like. */
const UNSEEN = String.raw`(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]`;
const WITHOUT_UNSEEN = new RegExp(`^(?:(?!${UNSEEN}).)*$`, 'su');
/** Something that is neither white space nor takes no room. */
const SOMETHING = /[^\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u;

/** For text that people write to people: lines, without controls. Lines end in one way, and the text in no white space. */
export const IsPlainText =
  (maxLength: number): PropertyDecorator =>
  (target, key) => {
    Transform(withPlainLines)(target, key);
    IsString()(target, key);
    Length(1, maxLength)(target, key);
    Matches(WITHOUT_UNSEEN, { message: 'must not hold characters that control or turn the text' })(target, key);
    Matches(SOMETHING, { message: 'must not be blank' })(target, key);
  };

function withPlainLines({ value }: TransformFnParams): unknown {
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trimEnd() : value;
}
