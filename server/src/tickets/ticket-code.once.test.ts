import { generateKeyPairSync } from 'node:crypto';
import { correction, generate, mode } from 'lean-qr';
import { describe, expect, test } from 'vitest';
import { newId } from '../values/uuid.ts';
import { looksLikeTicketCode, readTicketCode, writeTicketCode } from './ticket-code.ts';

const now = new Date('2027-02-01T04:00:00.000Z');
const key = generateKeyPairSync('ed25519');
const content = { ticketId: newId(now), eventId: newId(now), revision: 258 };
const code = writeTicketCode(content, key.privateKey);
const read = (text: string) => readTicketCode(text, key.publicKey);

describe('the code of a ticket', () => {
  test('contains the ticket, the event and the revision', () => {
    expect(read(code)).toEqual(content);
    expect(writeTicketCode(content, key.privateKey)).toBe(code);
  });

  test('is read from a scanner that returns lower case and a line feed', () => {
    expect(read(`${code.toLowerCase()}\r\n`)).toEqual(content);
  });

  test('fits into a QR code of version 7, which is 45 modules wide', () => {
    const { size } = generate(code, { minCorrectionLevel: correction.M, modes: [mode.alphaNumeric] });
    expect(size).toBe(45);
    expect(code).toMatch(/^TK1[A-Z2-7]{157}$/);
  });

  test('is refused when any character is changed', () => {
    for (let at = 0; at < code.length; at++) {
      const other = code[at] === 'A' ? 'B' : 'A';
      expect(read(code.slice(0, at) + other + code.slice(at + 1)), `character ${at}`).toBeUndefined();
    }
  });

  test('is refused when another key signed it', () => {
    const forged = writeTicketCode(content, generateKeyPairSync('ed25519').privateKey);
    expect(forged.slice(0, 50)).toBe(code.slice(0, 50));
    expect(read(forged)).toBeUndefined();
  });

  test.each(['', 'TK1', code.slice(0, -1), `${code}A`, code.slice(3), `TK2${code.slice(3)}`, 'AB3DE-FGH45'])(
    'is not "%.30s…"',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  test('is never confused with a ticket number', () => {
    expect([code, code.toLowerCase(), ` ${code}`, 'TK1'].map(looksLikeTicketCode)).toEqual([true, true, true, true]);
    expect(['TK2DE-FGH45', 'AB3DE-FGH45', ''].map(looksLikeTicketCode)).toEqual([false, false, false]);
  });
});
