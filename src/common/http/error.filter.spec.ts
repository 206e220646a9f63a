import { HttpException, NotFoundException } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { AppError } from '../errors/app-error.js';
import { ERROR_CODES } from '../errors/error-codes.js';
import { toAppError } from './error.filter.js';

const withCode = (message: string, code: string): Error => Object.assign(new Error(message), { code });
const queryFailed = (code: string): Error =>
  new QueryFailedError('SELECT secret FROM users', ['a@example.test'], withCode('relation "x" at /srv/app.ts', code));

describe('toAppError', () => {
  it('leaves our own errors as they are', () => {
    const error = AppError.notFound('document');
    expect(toAppError(error)).toBe(error);
  });

  it.each([
    withCode('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
    withCode('read ECONNRESET', 'ECONNRESET'),
    withCode('getaddrinfo ENOTFOUND db', 'ENOTFOUND'),
    queryFailed('57P01'),
    queryFailed('57P03'),
    queryFailed('08006'),
    queryFailed('53300'),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection terminated due to connection timeout'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Query read timeout'),
    new Error('Client has encountered a connection error and is not queryable'),
  ])('answers 503 with Retry-After when the database is away: %s', (thrown) => {
    const error = toAppError(thrown);
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503, details: { reason: 'database' } });
    expect(error.headers).toEqual({ 'retry-after': '5' });
    expect(error.cause).toBe(thrown);
  });

  it.each(['57014', '55P03', '25P03', '40P01', '40001'])(
    'answers 503 to try again soon when the database says %s',
    (code) => {
      const error = toAppError(queryFailed(code));
      expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { reason: 'database_busy' } });
      expect(error.headers).toEqual({ 'retry-after': '1' });
    },
  );

  it.each([queryFailed('42P01'), new TypeError('x is undefined at /srv/app.ts:1'), 'a string', null, {}])(
    'answers 500 and nothing internal for %s',
    (thrown) => {
      const error = toAppError(thrown);
      expect(error).toMatchObject({ code: 'INTERNAL_ERROR', status: 500, details: {}, headers: {} });
      expect(error.message).not.toMatch(/SELECT|relation|\/srv|undefined/);
      expect(error.cause).toBe(thrown);
    },
  );

  it('answers 409 for what exists already, without naming it', () => {
    const error = toAppError(queryFailed('23505'));
    expect(error).toMatchObject({ code: 'CONFLICT', details: { reason: 'already_exists' } });
  });

  it.each(['22021', '22P05'])('answers 400 for text that the database cannot store (%s)', (code) => {
    expect(toAppError(queryFailed(code)).code).toBe('INVALID_REQUEST');
  });

  it.each(['22007', '22008', '22009'])('answers 400 for a time that the database does not know (%s)', (code) => {
    expect(toAppError(queryFailed(code)).code).toBe('INVALID_REQUEST');
  });

  it.each(Object.entries(ERROR_CODES))('gives the code %s to a framework error of its status', (code, status) => {
    expect(toAppError(new HttpException('x', status)).code).toBe(code);
  });

  it('gives a code of the catalogue to any other status', () => {
    expect(toAppError(new HttpException('x', 418)).code).toBe('INVALID_REQUEST');
    expect(toAppError(new HttpException('x', 507)).code).toBe('INTERNAL_ERROR');
    expect(toAppError(new NotFoundException()).details).toEqual({ resource: 'route' });
  });
});
