import { methodOf, parameterOf, resourceOf } from '../sdk-typescript/method-names.ts';
import { pascalCase, pythonName, snakeCase } from './python.ts';

// Both SDKs have the same names, each written as its language writes them.

export const resourceName = (tag: string) => snakeCase(resourceOf(tag));
export const resourceClass = (tag: string) => pascalCase(resourceName(tag));
export const methodName = (operationId: string, tag: string) => pythonName(snakeCase(methodOf(operationId, tag)));

/** `{id}` of `/events/{id}/tiers` is `event_id`. Other parameters keep their names. */
export const pathArguments = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => snakeCase(parameterOf(path, name)));
