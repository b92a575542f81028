import type { DoorConflict } from './door.ts';
import type { DoorState, KeptScan } from './door-state.ts';
import { resultOf } from './refused-ticket.ts';

/** An admission of this device that is not, or not alone, the check-in of its ticket. */
export interface Warning {
  id: string;
  scan: KeptScan;
  /** twice: another door admitted the same ticket. refused: the server knows another reason. */
  kind: 'twice' | 'refused';
  /** When and where the other door admitted it. */
  at?: string | null | undefined;
  by?: string | undefined;
}

/** Both doors of a conflict are told: the one that the server refused, and the one that came first. */
export function warningsOf({ list, scans }: Pick<DoorState, 'list' | 'scans'>): Warning[] {
  const all = [...scans.values()];
  const refused = all.filter(({ state }) => state === 'refused').map(refusedWarning);
  const entries = all.filter(({ state, direction }) => state === 'admitted' && direction === 'in');
  const admitted = new Map(entries.map((scan) => [admissionOf(scan.ticketId, scan.listId, scan.scannedAt), scan]));
  const overtaken = [...(list?.conflicts.values() ?? [])].flatMap((conflict) => {
    const scan = admitted.get(admissionOf(conflict.ticket_id, conflict.list_id, conflict.first_admitted_at));
    return scan && !scan.dismissed?.includes(conflict.nonce) ? [overtakenWarning(scan, conflict)] : [];
  });
  return [...refused, ...overtaken];
}

/** Where exits are scanned, a ticket has one at each of several times. */
const admissionOf = (ticketId: string, listId: string | null, at: string) => `${ticketId} ${listId} ${at}`;

function refusedWarning(scan: KeptScan): Warning {
  const { verdict, at, by } = (scan.refusal && resultOf(scan.refusal)) ?? {};
  return { id: scan.nonce, scan, kind: verdict === 'used' ? 'twice' : 'refused', at, by };
}

const overtakenWarning = (scan: KeptScan, { nonce, admitted_at: at, by }: DoorConflict): Warning => ({
  id: nonce,
  scan,
  kind: 'twice',
  at,
  by: by?.name,
});

/** The scan with the warning dismissed. */
export const dismissed = ({ id, scan }: Warning): KeptScan =>
  scan.state === 'refused' ? { ...scan, state: 'dismissed' } : { ...scan, dismissed: [...(scan.dismissed ?? []), id] };
