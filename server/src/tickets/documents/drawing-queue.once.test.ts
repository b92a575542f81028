import { describe, expect, test } from 'vitest';
import type { Uuid } from '../../values/uuid.ts';
import { DrawingQueue, MAX_TICKETS_WAITING, type Purpose, type Waiting } from './drawing-queue.ts';

const drawing = (orderId: string, tickets = 1, purpose: Purpose = 'page'): Waiting => ({
  orderId: orderId as Uuid,
  tickets,
  purpose,
});
const shown = ({ orderId, tickets }: Waiting) => `${orderId} ${tickets}`;

function drain(queue: DrawingQueue<Waiting>): string[] {
  const order: string[] = [];
  for (let next = queue.next(); next; next = queue.next()) order.push(shown(next));
  return order;
}

describe('the queue of drawings', () => {
  test('takes drawings in the order in which they arrived, when all are equal', () => {
    const queue = new DrawingQueue<Waiting>();
    for (const orderId of ['a', 'b', 'c']) queue.add(drawing(orderId));
    expect(drain(queue)).toEqual(['a 1', 'b 1', 'c 1']);
  });

  test('puts an order behind those for which fewer tickets were drawn', () => {
    const queue = new DrawingQueue<Waiting>();
    for (let count = 0; count < 3; count++) queue.add(drawing('greedy', 100));
    expect(queue.next()).toMatchObject({ orderId: 'greedy' });
    queue.add(drawing('small'));
    queue.add(drawing('large', 100));
    expect(drain(queue)).toEqual(['small 1', 'large 100', 'greedy 100', 'greedy 100']);
  });

  test('resets the counts when it is empty', () => {
    const queue = new DrawingQueue<Waiting>();
    queue.add(drawing('a', 100));
    drain(queue);
    queue.add(drawing('a', 2));
    queue.add(drawing('b', 3));
    expect(drain(queue)).toEqual(['a 2', 'b 3']);
  });

  test('lets pages and mails take turns, however many of either wait', () => {
    const queue = new DrawingQueue<Waiting>();
    for (let count = 0; count < 3; count++) queue.add(drawing('page'));
    for (let count = 0; count < 2; count++) queue.add(drawing('mail', 100, 'mail'));
    expect(drain(queue)).toEqual(['page 1', 'mail 100', 'page 1', 'mail 100', 'page 1']);
  });

  test('drops the largest pages when too many tickets wait, and never a mail', () => {
    const queue = new DrawingQueue<Waiting>();
    for (let tickets = 0; tickets < 2 * MAX_TICKETS_WAITING; tickets += 100)
      expect(queue.add(drawing('mail', 100, 'mail'))).toEqual([]);
    for (let tickets = 0; tickets < MAX_TICKETS_WAITING; tickets += 100)
      expect(queue.add(drawing('greedy', 100))).toEqual([]);
    expect(queue.add(drawing('small')).map(shown)).toEqual(['greedy 100']);
    for (let count = 1; count < 100; count++) expect(queue.add(drawing('small'))).toEqual([]);
    expect(queue.add(drawing('another', 100)).map(shown)).toEqual(['another 100']);
  });

  test('takes one document of any size', () => {
    expect(new DrawingQueue<Waiting>().add(drawing('all', 2 * MAX_TICKETS_WAITING))).toEqual([]);
  });
});
