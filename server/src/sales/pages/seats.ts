import { type Html, html } from '../../platform/http/pages/html.ts';
import { AISLE_NUMBER, type Seat } from '../../seating/seat.ts';
import type { SectionShape } from '../../seating/section-shapes.ts';
import type { Language } from '../../values/language.ts';
import { sumOf } from '../../values/sum-of.ts';
import type { CheckoutTexts } from './english.ts';
import type { DrawnSeats } from './queries.ts';
import { checkoutTexts } from './texts.ts';

type SeatTexts = CheckoutTexts['seats'];

/** The buyer's seats in words, and their place in the section as a picture that needs no script. */
export function yourSeats(language: Language, seats: Seat[], drawn: DrawnSeats[], change?: Html): Html {
  const texts = checkoutTexts[language].seats;
  return html`<section class="card" aria-labelledby="seats">
<h2 id="seats">${texts.heading(seats.length)}</h2>
${[...Map.groupBy(seats, ({ section }) => section)].map(([label, inSection]) =>
  inOneSection(
    texts,
    inSection,
    drawn.find(({ section }) => section.label === label),
  ),
)}${change}</section>`;
}

const inOneSection = (texts: SeatTexts, seats: Seat[], drawn: DrawnSeats | undefined): Html => html`<dl class="names">
<dt>${texts.section}</dt><dd>${seats[0]?.section}</dd>
${[...Map.groupBy(seats, ({ row }) => row)].map(
  ([row, list]) => html`<dt>${texts.row(row)}</dt><dd>${texts.inRow(list.length, numbers(texts, list))}</dd>
`,
)}</dl>
${drawn && drawing(texts, seats, drawn)}`;

/** `3 to 6, 9, 11`: in ascending order, as people look for seats. */
function numbers(texts: SeatTexts, seats: Seat[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const { seat } of seats.toSorted((a, b) => a.seat - b.seat)) {
    const run = runs.at(-1);
    if (run && seat === run.last + 1) run.last = seat;
    else runs.push({ first: seat, last: seat });
  }
  return runs
    .map(({ first, last }) => {
      if (first === last) return first;
      return last === first + 1 ? `${first}, ${last}` : texts.run(first, last);
    })
    .join(', ');
}

/** Sizes in units of the picture. */
const PLACE = 10;
const SEAT = 8;
const ROW = 13;
/** Narrower sections do not grow to the width of the page. */
const LEAST_WIDTH = 200;
/** Height divided by width. A deeper section is compressed: on a phone it would move the payment form out of sight. */
const MOST_HEIGHT = 0.75;
/** Smallest width of a dot, relative to the picture: 6 pixels on the narrowest phone, however long the rows are. */
const LEAST_DOT = 1 / 40;
/** Width of the halo, relative to its dot. It separates the dot from the bar in light and dark mode. */
const HALO = 1.5;
/** Most runs of seats between aisles. Each takes 20 bytes; the whole page stays below 50 KB. */
const MOST_RUNS = 1_500;

/** The part of the picture that is the same for every buyer. */
interface Plan {
  width: number;
  height: number;
  /** Distance from one row to the next. */
  pitch: number;
  dot: number;
  bars: string;
}

const plans = new WeakMap<SectionShape, Plan | null>();

function planOf(section: SectionShape): Plan | null {
  let plan = plans.get(section);
  if (plan === undefined) {
    plan = draw(section);
    plans.set(section, plan);
  }
  return plan;
}

/** A section with too many seats between aisles gets no picture. */
function draw({ rows }: SectionShape): Plan | null {
  const runs = rows.map(({ seats }) => runsIn(seats));
  if (runs.flat().length > MOST_RUNS) return null;
  const width = Math.max(LEAST_WIDTH, ...rows.map(({ seats }) => seats.length * PLACE));
  const pitch = Math.min(ROW, (MOST_HEIGHT * width) / rows.length);
  const dot = Math.max(SEAT, width * LEAST_DOT);
  const plan = { width, height: rows.length * pitch + dot, pitch, dot };
  const bars = runs.flatMap((inRow, row) =>
    inRow.map((run) => line(plan, { row, places: rows[row]?.seats.length ?? 0 }, run, SEAT / 2)),
  );
  return { ...plan, bars: bars.join('') };
}

function runsIn(seats: number[]): Run[] {
  const runs: Run[] = [];
  for (const [place, seat] of seats.entries()) {
    const run = runs.at(-1);
    if (seat === AISLE_NUMBER) continue;
    if (run && run.from + run.count === place) run.count++;
    else runs.push({ from: place, count: 1 });
  }
  return runs;
}

/** A line from the middle of the first seat of a run to the middle of its last seat, `beyond` longer at both ends. */
function line(
  { width, pitch, dot }: Pick<Plan, 'width' | 'pitch' | 'dot'>,
  { row, places }: { row: number; places: number },
  { from, count }: Run,
  beyond = 0,
): string {
  const left = (width - places * PLACE) / 2;
  const x = left + (from + 0.5) * PLACE - beyond;
  return `M${short(x)} ${short((row + 0.5) * pitch + dot / 2)}h${short((count - 1) * PLACE + 2 * beyond)}`;
}

/** The buyer's places in a row of the section. */
interface RowOfMine {
  row: number;
  /** Number of places in the row, aisles included. */
  places: number;
  mine: number[];
}

const rowsOfMine = ({ section, mine }: DrawnSeats): RowOfMine[] =>
  section.rows.flatMap(({ id, seats }, row) => {
    const inRow = mine.flatMap((each) => (each.row === id ? each.place : []));
    return inRow.length > 0 ? [{ row, places: seats.length, mine: inRow }] : [];
  });

/**
 * The section from above, front row first: rows are listed best first. Rows are bars and the buyer's seats are dots, so
 * nothing depends on colour. The label describes the picture to screen readers.
 */
function drawing(texts: SeatTexts, seats: Seat[], drawn: DrawnSeats): Html | null {
  const { rows } = drawn.section;
  const plan = planOf(drawn.section);
  if (!plan) return null;
  const { width, height, pitch, dot, bars } = plan;
  const mine = rowsOfMine(drawn);
  const dots = mine.flatMap((row) => row.mine.map((place) => line(plan, row, { from: place, count: 1 }))).join('');
  const [first = '', last = ''] = [rows[0]?.label, rows.at(-1)?.label];
  return html`<p class="quiet edge">${texts.front(first === last ? null : first)}</p>
<svg role="img" aria-label="${inWords(texts, seats, mine, rows.length)}" viewBox="0 0 ${width} ${short(height)}" width="100%">
<path class="bars" stroke-width="${short((pitch * SEAT) / ROW)}" d="${bars}"/>
<path class="halo" stroke-width="${short(dot * HALO)}" d="${dots}"/>
<path class="dots" stroke-width="${short(dot)}" d="${dots}"/>
</svg>
${first !== last && html`<p class="quiet edge">${texts.back(last)}</p>`}
<p class="quiet">${texts.dots(seats.length)}</p>`;
}

interface Run {
  from: number;
  count: number;
}

/** Tenths are finer than a pixel. */
const short = (units: number) => Math.round(units * 10) / 10;

/** `Section Lower from above: your seats are in row 3 of 12 from the front, on the left` */
function inWords(texts: SeatTexts, seats: Seat[], rows: RowOfMine[], rowCount: number): string {
  const places = rows.map(({ row, places, mine }) => texts.place(row + 1, rowCount, side(places, mine)));
  return texts.picture(seats[0]?.section ?? '', seats.length, places);
}

/** The side as seen when facing the front. */
function side(places: number, mine: number[]): 'left' | 'middle' | 'right' {
  const middle = sumOf(mine, (place) => place + 0.5) / mine.length / places;
  if (middle < 1 / 3) return 'left';
  return middle > 2 / 3 ? 'right' : 'middle';
}
