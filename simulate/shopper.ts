import { send } from './client.ts';
import type { World } from './world.ts';

/** A person with a browser and a mailbox of their own. */
export interface Shopper {
  name: string;
  email: string;
  /** The shop bounds what one network address may do. */
  address: string;
}

/** `number` is small. */
export const shopperOf = (number: number, name: string): Shopper => ({
  name,
  email: `buyer${number}@example.com`,
  address: `10.0.${number >> 8}.${number & 255}`,
});

/** Opens a page. */
export const open = (world: World, { address }: Shopper, url: string) =>
  send(world, { method: 'GET', url, remoteAddress: address });

/** Sends a form. */
export const press = (world: World, { address }: Shopper, url: string, entries: [string, string][]) =>
  send(world, {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(entries).toString(),
    remoteAddress: address,
  });
