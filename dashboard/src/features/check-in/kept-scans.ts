import { queryOptions } from '@tanstack/react-query';
import type { Refusal } from '../../api/problem.ts';

/** Somebody was let in without the server: it is told when there is a network. */
export interface KeptScan {
  /** Told twice (an answer got lost), it counts once. */
  nonce: string;
  eventId: string;
  ticketId: string;
  /** As it was scanned or typed: the server checks it again. */
  code: string;
  ticketNumber: string;
  name: string;
  scannedAt: string;
  /** It was sent and no answer came: the server may know of it. */
  sent: boolean;
  /** Why the server did not take it: somebody has to know. */
  refusal?: Refusal;
}

/** An entry for each, which the browser writes at once: two tabs do not overwrite each other's, and none is lost when it crashes. */
const prefixOf = (organizationId: string) => `takilya-scan ${organizationId} `;
const keyOf = (organizationId: string, nonce: string) => prefixOf(organizationId) + nonce;

/** Oldest first. */
export function listKeptScans(organizationId: string): KeptScan[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefixOf(organizationId)))
    .map((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as KeptScan | null)
    .filter((scan) => scan !== null)
    .sort((a, b) => a.scannedAt.localeCompare(b.scannedAt));
}

export function findKeptScan(organizationId: string, nonce: string): KeptScan | null {
  return JSON.parse(localStorage.getItem(keyOf(organizationId, nonce)) ?? 'null');
}

/** @throws DOMException when the browser has no room left: then nobody is let in */
export const keepScan = (organizationId: string, scan: KeptScan) =>
  localStorage.setItem(keyOf(organizationId, scan.nonce), JSON.stringify(scan));

export const dropScan = (organizationId: string, nonce: string) =>
  localStorage.removeItem(keyOf(organizationId, nonce));

/** For the page to show. Who decides something reads the browser's storage itself. */
export const keptScansQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['kept-scans', organizationId],
    queryFn: () => listKeptScans(organizationId),
    networkMode: 'always',
  });
