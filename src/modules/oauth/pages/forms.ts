import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/** A form as it was parsed: names and texts, several texts for a name that came more than once. */
export type Form = Readonly<Record<string, unknown>>;

/** The text of a field; empty when it is missing or came more than once. */
export function textOf(form: Form | undefined, name: string): string {
  const value = form?.[name];
  return typeof value === 'string' ? value : '';
}

/** Values held against the very shape that the API takes them in; null when they do not fit. */
export function fitting<T extends object>(shape: Type<T>, values: object): T | null {
  const instance = plainToInstance(shape, values);
  return validateSync(instance, { whitelist: true, forbidNonWhitelisted: true }).length === 0 ? instance : null;
}

/** The JSON of a field; undefined when it holds none. */
export function jsonOf(form: Form, name: string): unknown {
  try {
    return JSON.parse(textOf(form, name)) as unknown;
  } catch {
    return undefined;
  }
}
