import type { Failure, Success } from './simulate.ts';
import { Violation } from './violation.ts';

const LAST_LINES = 20;

/** The result of a run as readable text. */
export function describeSummary({ summary, step }: Success, seconds: number): string {
  const { tally, sentBack } = summary;
  const rows: [string, string][] = [
    [
      'sold',
      `${summary.tickets} tickets in ${summary.orders} orders (${summary.free} free) of ${summary.checkouts} checkouts, ${summary.events} events`,
    ],
    [
      'window and list',
      `${summary.paidChanges} paid orders changed, ${summary.passages} passages at lists, ${summary.messages} messages`,
    ],
    ['where', `${summary.forms} forms of the shop, ${summary.atBoxOffice} orders of the box office`],
    ['waiting list', `${summary.waiting} entries, ${summary.offers} offers opened in time`],
    ['changed', `${summary.changes} times before paying`],
    ['afterwards', `${summary.checkIns} check-ins, ${summary.refunds} refunds`],
    ['late payments', `${summary.lateHonoured} honoured`],
    ...Object.entries(sentBack).map(([reason, count]): [string, string] => ['refunded', `${count}: ${reason}`]),
    ['sold out', `answered ${summary.soldOutChecked} times without concurrent requests, correctly each time`],
    [
      'faults',
      `${tally.crashes} crashes; lost: ${tally.lostStatements} statements, ${tally.lostProviderCalls} calls of the provider, ${tally.lostAnswers} answers`,
    ],
    ['took', `${summary.simulatedDays} simulated days in ${step} steps; ${seconds.toFixed(1)} s`],
  ];
  return `${rows.map(([what, value]) => `  ${what.padEnd(14)} ${value}\n`).join('')}  all checks passed\n`;
}

/** The violation, where it was noticed, and how to repeat it. */
export function describeFailure({ violation, step, at, history }: Failure, again: string): string {
  return [
    '',
    `NOT TRUE at step ${step}, ${at.toISOString()}:`,
    violation instanceof Violation ? String(violation) : (violation.stack ?? violation.message),
    '',
    'Last steps:',
    ...history.slice(-LAST_LINES).map((line) => `  ${line}`),
    '',
    `Again:  ${again}`,
    `All of it:  ${again} --print`,
    '',
  ].join('\n');
}
