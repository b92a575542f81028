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
    ['afterwards', `${summary.checkIns} check-ins, ${summary.refunds} refunds`],
    ['late payments', `${summary.lateHonoured} honoured`],
    ...Object.entries(sentBack).map(([reason, count]): [string, string] => ['sent back', `${count}: ${reason}`]),
    ['sold out', `told to ${summary.soldOutChecked} buyers who were alone, and true each time`],
    [
      'went wrong',
      `${tally.crashes} crashes; lost: ${tally.lostStatements} statements, ${tally.lostProviderCalls} calls of the provider, ${tally.lostAnswers} answers`,
    ],
    ['took', `${summary.simulatedDays} simulated days in ${step} steps; ${seconds.toFixed(1)} s`],
  ];
  return `${rows.map(([what, value]) => `  ${what.padEnd(14)} ${value}\n`).join('')}  all is true\n`;
}

/** The violation, where it was noticed, and how to repeat it. */
export function describeFailure({ violation, step, at, history }: Failure, again: string): string {
  return [
    '',
    `NOT TRUE at step ${step}, ${at.toISOString()}:`,
    violation instanceof Violation ? String(violation) : (violation.stack ?? violation.message),
    '',
    'The last that happened:',
    ...history.slice(-LAST_LINES).map((line) => `  ${line}`),
    '',
    `Again:  ${again}`,
    `All of it:  ${again} --print`,
    '',
  ].join('\n');
}
