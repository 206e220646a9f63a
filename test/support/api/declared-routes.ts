import 'reflect-metadata';
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/internal';
import { ACCESS, type Access } from '../../../src/common/auth/access.decorator.js';

/** A route as its controller declares it; `access` is missing when nothing says who may use it. */
export interface DeclaredRoute {
  method: string;
  /** `/documents/:id`, without the base. */
  path: string;
  handler: string;
  access: Access | undefined;
}

/** Every route of a module and of the modules that it imports, from the decorators alone. */
export function declaredRoutes(module: unknown): DeclaredRoute[] {
  return [...new Set(controllersOf(module, new Set()))].flatMap(routesOf);
}

interface ModuleLike {
  module?: Type;
  imports?: unknown[];
  controllers?: Type[];
}

function controllersOf(module: unknown, seen: Set<unknown>): Type[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const dynamic = typeof module === 'object' && module !== null ? (module as ModuleLike) : {};
  const type = typeof module === 'function' ? module : dynamic.module;
  const declared = (key: string): unknown[] => (type ? ((Reflect.getMetadata(key, type) as unknown[]) ?? []) : []);
  const imports = [...declared(MODULE_METADATA.IMPORTS), ...(dynamic.imports ?? [])];
  return [
    ...(declared(MODULE_METADATA.CONTROLLERS) as Type[]),
    ...(dynamic.controllers ?? []),
    ...imports.flatMap((imported) => controllersOf(imported, seen)),
  ];
}

function routesOf(controller: Type): DeclaredRoute[] {
  const prototype = controller.prototype as Record<string, unknown>;
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    const method =
      typeof handler === 'function' ? (Reflect.getMetadata(METHOD_METADATA, handler) as number) : undefined;
    if (typeof handler !== 'function' || method === undefined) return [];
    const access = (Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller)) as
      Access | undefined;
    const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
    // One handler may answer several paths.
    return [Reflect.getMetadata(PATH_METADATA, handler) as string | string[]].flat().map((end) => {
      const path = `/${base}/${end}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
      return { method: RequestMethod[method] ?? '', path, handler: `${controller.name}.${name}`, access };
    });
  });
}
