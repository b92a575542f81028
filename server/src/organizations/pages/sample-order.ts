import type { PrintedOrder } from '../../tickets/documents/printed-order.ts';
import type { Organizer } from '../../values/brand.ts';
import type { Language } from '../../values/language.ts';
import { newId, type Uuid } from '../../values/uuid.ts';

const DAY_MS = 86_400_000;

const WORDS = {
  en: { event: 'Sample event', venue: 'Sample hall', buyer: 'Ana Reyes', tier: 'General Admission' },
  fil: { event: 'Halimbawang event', venue: 'Halimbawang bulwagan', buyer: 'Ana Reyes', tier: 'General Admission' },
} as const satisfies Record<Language, object>;

/** An order of one invalid ticket, for previews of what buyers get. */
export function sampleOrder(
  organizer: Organizer,
  {
    organizationId,
    timeZone,
    language,
    now,
  }: { organizationId: Uuid; timeZone: string; language: Language; now: Date },
): PrintedOrder {
  const words = WORDS[language];
  // The date changes once a day, so that a preview gives the same document all day.
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  return {
    organizationId,
    orderId: organizationId,
    orderNumber: 'TK-SAMP-LE00',
    url: '',
    revision: 1,
    customer: { name: words.buyer, email: 'ana@example.com' },
    language,
    event: {
      id: organizationId,
      title: words.event,
      status: 'active',
      startDatetime: new Date(today.getTime() + 30 * DAY_MS),
      endDatetime: null,
      venueName: words.venue,
      address: null,
      city: 'Manila',
      refundRule: null,
      organizer,
      timeZone,
      updatedAt: today,
      scansAgain: false,
    },
    payment: {
      lines: [{ tierName: words.tier, quantity: 1, unitPriceCentavos: 50_000 }],
      totalCentavos: 50_000,
      discountCentavos: 0,
      refundedCentavos: 0,
      changedCentavos: 0,
      method: 'GCASH',
      takenByHand: false,
      cancelledCentavos: 0,
      cancelledByHandCentavos: 0,
      paidAt: today,
    },
    tickets: [
      {
        id: newId(today),
        number: 'SAMPL-E0000',
        status: 'valid',
        revision: 1,
        checkedInAt: null,
        holder: words.buyer,
        isNamed: false,
        holderEmail: null,
        tierName: words.tier,
        admission: true,
        isPassedOn: false,
        mayBePassedOn: true,
        seat: null,
        amountCentavos: 50_000,
        code: 'SAMPLE',
        url: '',
      },
    ],
    attendeesMailed: true,
    isRefundRequested: false,
    quantity: 1,
    addOnQuantity: 0,
  };
}
