import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/** Parsed fields; repeated ones are lists. */
export type Form = Readonly<Record<string, unknown>>;

/** Empty for a missing or repeated field. */
export function textOf(form: Form | undefined, name: string): string {
  const value = form?.[name];
  return typeof value === 'string' ? value : '';
}

/** Validates against an API request class; null if invalid. */
export function fitting<T extends object>(shape: Type<T>, values: object): T | null {
  const instance = plainToInstance(shape, values);
  return validateSync(instance, { whitelist: true, forbidNonWhitelisted: true }).length === 0 ? instance : null;
}

/** Undefined for invalid JSON. */
export function jsonOf(form: Form, name: string): unknown {
  try {
    return JSON.parse(textOf(form, name)) as unknown;
  } catch {
    return undefined;
  }
}
