import { type Html, html } from '../../http/html.ts';
import type { Seat } from '../../seating/seat.ts';

/** A row as the buyer's page draws it: `o` is a seat, `_` an aisle; `mine` are the buyer's places, from 0. */
export interface DrawnRow {
  label: string;
  shape: string;
  mine: number[] | null;
}

/** Beyond this a drawing says nothing on a phone, and makes the page heavy. */
const MOST_ROWS = 200;

/** Which seats they are, in words, and where they are in the section, as a picture that needs no script. */
export const yourSeats = (
  seats: Seat[],
  rows: DrawnRow[] | null,
): Html => html`<section class="card" aria-labelledby="seats">
<h2 id="seats">Your ${seats.length === 1 ? 'seat' : 'seats'}</h2>
${[...Map.groupBy(seats, ({ section, row }) => `${section}, row ${row}`)].map(
  ([
    place,
    list,
  ]) => html`<p>${place}: <strong>seat${list.length > 1 && 's'} ${list.map(({ seat }) => seat).join(', ')}</strong></p>
`,
)}${rows && rows.length <= MOST_ROWS && drawing(seats, rows)}</section>`;

/** In units of the picture. */
const PLACE = 10;
const SEAT = 8;
const ROW = 13;
/** Narrower sections are not blown up to the width of the page. */
const LEAST_WIDTH = 320;

function drawing(seats: Seat[], rows: DrawnRow[]): Html {
  const longest = Math.max(...rows.map(({ shape }) => shape.length)) * PLACE;
  const width = Math.max(longest, LEAST_WIDTH);
  const first = rows[0]?.label ?? '';
  const words = `Drawing of section ${seats[0]?.section}, row ${first} at the top, with your seats marked`;
  return html`<svg role="img" aria-label="${words}" viewBox="0 0 ${width} ${rows.length * ROW}" width="100%" fill="currentColor">
${rows.map(({ shape, mine }, index) => {
  const left = (width - shape.length * PLACE) / 2 + (PLACE - SEAT) / 2;
  const bar = (from: number, count: number, opacity: number) =>
    html`<rect x="${left + from * PLACE}" y="${index * ROW + (ROW - SEAT) / 2}" width="${(count - 1) * PLACE + SEAT}" height="${SEAT}" rx="2" fill-opacity="${opacity}"/>`;
  const runs = [...shape.matchAll(/o+/g)].map((run) => bar(run.index, run[0].length, PALE));
  return [...runs, ...(mine ?? []).map((place) => bar(place, 1, 1))];
})}
</svg>
<p class="quiet">Row ${first} is at the top. The dark ${seats.length === 1 ? 'mark is your seat' : 'marks are your seats'}.</p>`;
}

/** Other seats are a shadow, so that the buyer's stand out without colour. */
const PALE = 0.2;
