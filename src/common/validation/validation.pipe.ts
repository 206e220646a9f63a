import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { AppError, type FieldIssue } from '../errors/app-error.js';

/** Checks bodies and queries against their DTO; unknown fields are refused, and the error names every field that is wrong. */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe({
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
