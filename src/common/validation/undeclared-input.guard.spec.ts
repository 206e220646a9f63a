import 'reflect-metadata';
import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/internal';
import { AppError } from '../errors/app-error.js';
import { UndeclaredInputGuard } from './undeclared-input.guard.js';

class Controller {
  read(this: void): void {}
}

/** A request with query and body, to a handler with parameters of these keys. */
function answer(keys: string[]): boolean {
  Reflect.defineMetadata(ROUTE_ARGS_METADATA, Object.fromEntries(keys.map((key) => [key, {}])), Controller, 'read');
  const context = {
    getClass: () => Controller,
    getHandler: () => Controller.prototype.read,
    switchToHttp: () => ({ getRequest: () => ({ query: { limit: '1' }, body: { name: 'x' } }) }),
  };
  return new UndeclaredInputGuard().canActivate(context as unknown as ExecutionContext);
}

describe('UndeclaredInputGuard', () => {
  it('lets through what the handler takes', () => {
    expect(answer(['3:0', '4:1'])).toBe(true);
  });

  it.each([[[]], [['3:0']], [['4:0']]])('refuses what a handler with %j does not take', (keys) => {
    expect(() => answer(keys)).toThrow(AppError);
  });

  it('does not mistake a custom decorator for a body or a query, for any prefix of its random name', () => {
    const keys = ['3f2a__customRouteArgs__:0', '4b7c__customRouteArgs__:1'];
    expect(() => answer(keys)).toThrow(AppError);
  });
});
