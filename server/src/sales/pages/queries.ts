import sql from 'sql-template-tag';
import { type AskedQuestion, askedQuestions } from '../../checkouts/asked-questions.ts';
import type { CheckoutWithSeats } from '../../checkouts/checkout.ts';
import { admissions, type CheckoutColumns, checkoutColumns, checkoutFrom, isOfBuyer } from '../../checkouts/queries.ts';
import { checkoutRefusals } from '../../checkouts/refusals.ts';
import type { Event } from '../../events/event.ts';
import { type OrganizerColumns, organizerColumns } from '../../organizations/organizer-queries.ts';
import { anyOf } from '../../platform/database/any-of.ts';
import type { Database } from '../../platform/database/database.ts';
import { readTogether } from '../../platform/lanes/read-together.ts';
import { questionsAsked } from '../../questions/queries.ts';
import type { Question } from '../../questions/question.ts';
import type { Seat } from '../../seating/seat.ts';
import { type SectionShape, sectionsOfRows } from '../../seating/section-shapes.ts';
import type { PaymentMethod } from '../../values/payment-method.ts';
import type { Uuid } from '../../values/uuid.ts';

/** What the pages show about the event, the tier and the section. */
export interface EventOfPage extends OrganizerColumns {
  title: string;
  eventStatus: Event['status'];
  startDatetime: Date;
  venueName: string | null;
  address: string | null;
  city: string | null;
  coverImageUrl: string | null;
  /** By line. */
  tierNames: string[];
  /** The least price of an offer to the waiting list whose buyer chooses the price; null otherwise. */
  leastPriceCentavos: number | null;
  /** Number of tickets that admit. */
  admissions: number;
  /**
   * Active tiers that the checkout does not have, add-ons last. On a seated event only add-ons: others need a section.
   */
  otherTiers: OtherTier[];
  /** The methods that the organizer wants first. */
  paymentMethodOrder: PaymentMethod[];
  timeZone: string;
  promoCode: string | null;
  consentText: string | null;
  /** Whether the buyer agreed to exactly this text. */
  hasConsented: boolean;
  attendeeDetails: Event['attendeeDetails'];
  /** What the organizer asks, in the order of the page. */
  asked: AskedQuestion[];
  /** What is already answered. */
  answers: { questionId: Uuid; ticket: number; value: string }[];
  /** By section; empty for general admission, or when the plan was replaced. */
  drawn: DrawnSeats[];
}

/** Times are as JSON has them. */
interface OtherTier {
  tierId: Uuid;
  name: string;
  priceCentavos: number;
  salesStartDatetime: string | null;
  salesEndDatetime: string | null;
}

/** A buyer's seats, by row and place in it (from 0), and their section. */
export interface DrawnSeats {
  section: SectionShape;
  mine: { row: Uuid; place: number }[];
}

/** A seat of the checkout, with its place in the hall while the checkout has it. */
interface ClaimedSeat extends Seat {
  rowId: Uuid | null;
  place: number;
}

type PageRow = CheckoutColumns &
  Omit<EventOfPage, 'drawn' | 'asked' | 'answers'> & {
    claims: ClaimedSeat[] | null;
    questions: Question[] | null;
    answers: EventOfPage['answers'] | null;
  };

const readPage = readTogether('reads of checkout pages', async (db, organizationId, checkoutIds) => {
  const rows = await db.query<PageRow>(sql`
    select ${checkoutColumns(organizationId)}, e.title, e.status as event_status, e.start_datetime, e.venue_name, e.address, e.city, e.cover_image_url,
           ${organizerColumns}, n.time_zone, n.payment_method_order, promo.code as promo_code,
           e.consent_text, e.attendee_details, coalesce(agreed.text = e.consent_text, false) as has_consented,
           ${admissions(organizationId)} as admissions,
           ${questionsAsked(organizationId, sql`c.event_id`)} as questions,
           (select json_agg(json_build_object('questionId', a.question_id, 'ticket', a.ticket, 'value', a.value))
              from answers a where a.organization_id = ${organizationId} and a.checkout_id = c.id) as answers,
           (select array_agg(t.name order by l.position) from checkout_lines l
              join ticket_tiers t on t.organization_id = l.organization_id and t.id = l.tier_id
             where l.organization_id = ${organizationId} and l.checkout_id = c.id) as tier_names,
           (select t.minimum_price_centavos from checkout_lines l
              join ticket_tiers t on t.organization_id = l.organization_id and t.id = l.tier_id
             where l.organization_id = ${organizationId} and l.checkout_id = c.id and c.is_offer) as least_price_centavos,
           (select coalesce(json_agg(json_build_object(
                     'tierId', t.id, 'name', t.name, 'priceCentavos', t.price_centavos,
                     'salesStartDatetime', t.sales_start_datetime,
                     'salesEndDatetime', t.sales_end_datetime)
                     order by t.admission desc, t.sort_order, t.created_at, t.id), '[]')
              from ticket_tiers t
             where t.organization_id = ${organizationId} and t.event_id = c.event_id and t.is_active
               and not (e.seated and t.admission) and not c.is_offer
               and t.quantity_total > 0 and not t.hidden
               and not exists (select 1 from checkout_lines l where l.organization_id = ${organizationId}
                                  and l.checkout_id = c.id and l.tier_id = t.id)) as other_tiers,
           (select json_agg(json_build_object('section', s.section_label, 'row', s.row_label, 'seat', s.seat,
                                              'rowId', s.row_id, 'place', s.place) order by s.position)
              from seat_claims s where s.organization_id = ${organizationId} and s.checkout_id = c.id) as claims
      from checkouts c
      join events e on e.organization_id = c.organization_id and e.id = c.event_id
      join organizations n on n.organization_id = c.organization_id
      left join promo_codes promo on promo.organization_id = c.organization_id and promo.id = c.promo_code_id
      left join consents agreed on agreed.organization_id = c.organization_id and agreed.checkout_id = c.id
     where c.organization_id = ${organizationId} and c.id = ${anyOf(checkoutIds)} and ${isOfBuyer}`);
  return new Map(rows.map((row) => [row.id, row]));
});

/** A checkout with everything its pages show. @throws Refusal 404 */
export async function getPage(
  db: Database,
  organizationId: Uuid,
  id: Uuid,
): Promise<{ checkout: CheckoutWithSeats; event: EventOfPage }> {
  const row = await readPage(db, organizationId, id);
  if (!row) throw checkoutRefusals.checkout_not_found();
  const { claims } = row;
  const checkout = {
    ...checkoutFrom(row),
    seats: claims?.map(({ section, row, seat }) => ({ section, row, seat })) ?? null,
  };
  const asked = askedQuestions(row.questions ?? [], row);
  const drawn = await drawnSeats(db, checkout, claims ?? []);
  return { checkout, event: { ...row, answers: row.answers ?? [], asked, drawn } };
}

async function drawnSeats(
  db: Database,
  { organizationId, eventId, lines }: CheckoutWithSeats,
  claims: ClaimedSeat[],
): Promise<DrawnSeats[]> {
  const sectionIds = lines.flatMap(({ sectionId, quantity }) => Array.from({ length: quantity }, () => sectionId));
  const mine = claims.flatMap(({ rowId: row, place }, position) => {
    const sectionId = sectionIds[position] ?? null;
    return row === null || sectionId === null ? [] : { row, place, sectionId };
  });
  const ofSections = [...Map.groupBy(mine, ({ sectionId }) => sectionId).values()];
  const first = ofSections.flatMap(([seat]) => (seat ? { rowId: seat.row, sectionId: seat.sectionId } : []));
  const sections = first.length > 0 ? await sectionsOfRows(db, organizationId, eventId, first) : [];
  return ofSections.flatMap((seats, index) => {
    const section = sections[index];
    return section ? { section, mine: seats } : [];
  });
}
