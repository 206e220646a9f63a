import { Transform, type TransformFnParams } from 'class-transformer';
import { IsString, Length, Matches } from 'class-validator';

/** Control characters except tabs and line breaks, and characters that change the text direction. */
const UNSEEN = String.raw`(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]`;
const WITHOUT_UNSEEN = new RegExp(`^(?:(?!${UNSEEN}).)*$`, 'su');
/** A visible character. */
const SOMETHING = /[^\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u;

/** For text that people write: lines without control characters. Line breaks are normalized and trailing white space removed. */
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
