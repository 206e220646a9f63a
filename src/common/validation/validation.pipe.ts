import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { AppError, type FieldIssue } from '../errors/app-error.js';
import { findUnusable } from './usable-input.js';

/** Nest's pipe, behind a look at every text in body and query. Ids in paths have a pipe of their own: odd ones are not found. */
class InputPipe extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const looked = metadata.type === 'body' || metadata.type === 'query';
    const unusable = !looked ? null : findUnusable(value, metadata.data ?? metadata.type);
    if (unusable) throw AppError.invalid([unusable]);
    return super.transform(value, metadata) as Promise<unknown>;
  }
}

/** Checks bodies and queries against their DTO; unknown fields are refused, and the error names every field that is wrong. */
export function createValidationPipe(): ValidationPipe {
  return new InputPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    stopAtFirstError: true,
    exceptionFactory: (errors) => AppError.invalid(errors.flatMap((error) => issuesOf(error, ''))),
  });
}

function issuesOf(error: ValidationError, parent: string): FieldIssue[] {
  const field = parent === '' ? error.property : `${parent}.${error.property}`;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
    field,
    issue: issueText(rule, message, error.property),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => issuesOf(child, field))];
}

/** class-validator's sentences start with the property's name, which `field` says already. */
function issueText(rule: string, message: string, property: string): string {
  if (rule === 'whitelistValidation') return 'is not a known field';
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}
