import { queryOptions } from '@tanstack/react-query';
import type { Refusal } from '../../api/problem.ts';

/** A check-in that was made offline, to be sent when the device is online. */
export interface StoredScan {
  /** Sent twice (an answer got lost), it counts once. */
  nonce: string;
  eventId: string;
  ticketId: string;
  /** As it was scanned or typed. The server checks it again. */
  code: string;
  ticketNumber: string;
  name: string;
  scannedAt: string;
  /** It was sent and no answer has come: the server may know of it. */
  sent: boolean;
  /** Why the server rejected it, to be shown until it is dismissed. */
  refusal?: Refusal;
}

/** One entry per scan, written at once: two tabs do not overwrite each other, and a crash loses none. */
const prefixOf = (organizationId: string) => `takilya-scan ${organizationId} `;
const keyOf = (organizationId: string, nonce: string) => prefixOf(organizationId) + nonce;

/** Oldest first. */
export function listStoredScans(organizationId: string): StoredScan[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefixOf(organizationId)))
    .map((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as StoredScan | null)
    .filter((scan) => scan !== null)
    .sort((a, b) => a.scannedAt.localeCompare(b.scannedAt));
}

export function findStoredScan(organizationId: string, nonce: string): StoredScan | null {
  return JSON.parse(localStorage.getItem(keyOf(organizationId, nonce)) ?? 'null');
}

/** @throws DOMException when the storage is full: the person is not admitted then */
export const storeScan = (organizationId: string, scan: StoredScan) =>
  localStorage.setItem(keyOf(organizationId, scan.nonce), JSON.stringify(scan));

export const deleteScan = (organizationId: string, nonce: string) =>
  localStorage.removeItem(keyOf(organizationId, nonce));

/** For display only. Decisions read the browser's storage directly. */
export const storedScansQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['stored-scans', organizationId],
    queryFn: () => listStoredScans(organizationId),
    networkMode: 'always',
  });
