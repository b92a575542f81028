import { EXAMPLE_IDS } from './example-ids.ts';

/** JSON without null: samples leave out what is absent. */
export type Value = string | number | boolean | Value[] | { [name: string]: Value };
export type Fields = Record<string, Value>;

export interface SampleRequest {
  query?: Fields;
  body?: Fields;
}

const { eventId, tierId, seriesId, ticketId, ticketNumber, webhookId } = EXAMPLE_IDS;
const customer = { name: 'Maria Santos', email: 'maria@example.com' };
const success_url = 'https://shop.example/thanks';
const seats = { section: 'Orchestra', row: 'A', seats: [1, 2] };
const dates = { rule: { from: '2030-05-01', count: 4, weekdays: ['fri'], times: ['20:00'] } };
const list = { csv: 'name,email\nJose Cruz,jose@example.com', payment_method: 'EXTERNAL', send_tickets: true };
const message = { subject: 'Gates open at five', text: 'Please have your ticket ready.' };

/**
 * What the samples send, by operation. Operations that need a body or a query must be here, others may be. All dates
 * are in May 2030: the tests run the samples as if it were April.
 */
export const SAMPLE_REQUESTS: Record<string, SampleRequest> = {
  listEvents: { query: { status: 'active' } },
  createEvent: {
    body: {
      title: 'Barrio Fiesta',
      start_datetime: '2030-05-01T18:00:00+08:00',
      city: 'Makati',
      capacity: 50,
      ticket_price: 350,
    },
  },
  updateEvent: { body: { status: 'active' } },

  createTier: { body: { name: 'VIP', price: 1500, quantity_total: 10 } },
  updateTier: { body: { name: 'Front row' } },

  createCheckInList: { body: { name: 'Lounge', passes: 'once' } },
  updateCheckInList: { body: { name: 'VIP lounge' } },

  createDoorLink: { body: { name: 'Gate A', ends_at: '2030-05-02T02:00:00+08:00' } },

  createQuestion: { body: { asked_of: 'ticket', kind: 'choice', label: 'T-shirt size', options: ['S', 'M', 'L'] } },
  updateQuestion: { body: { help: 'You get the shirt at the entrance.' } },

  replaceSeatingPlan: {
    body: {
      selection_mode: 'best_available',
      sections: [{ label: 'Orchestra', tier_ids: [tierId], rows: [{ label: 'A', seats: 20 }] }],
    },
  },
  blockSeats: { body: seats },
  unblockSeats: { body: seats },

  addDates: { body: dates },
  previewDates: { body: dates },
  moveToSeries: { body: { series_id: seriesId } },
  updateSeries: { body: { venue_name: 'Music Museum' } },

  createCheckout: { body: { event_id: eventId, quantity: 2, customer, success_url } },
  listCheckouts: { query: { event_id: eventId } },
  changeCheckout: { body: { customer: { phone: '+63 917 000 0000' } } },

  createReservation: { body: { event_id: eventId, items: [{ tier_id: tierId, quantity: 4 }], name: 'Mrs. Santos' } },
  listReservations: { query: { event_id: eventId } },
  updateReservation: { body: { note: 'Near the aisle' } },
  pickUpReservation: { body: { customer, payment_method: 'CASH' } },

  joinWaitingList: { body: { quantity: 2, customer, success_url } },

  listOrders: { query: { event_id: eventId } },
  createOrder: {
    body: { event_id: eventId, items: [{ tier_id: tierId, quantity: 2 }], customer, payment_method: 'CASH' },
  },
  exportOrders: { query: { event_id: eventId } },
  getBoxOfficeClosing: { query: { date: '2030-05-01' } },
  changeOrder: { body: { tickets: [{ ticket_id: ticketId, tier_id: tierId }], payment_method: 'CASH' } },
  changeCustomer: { body: { email: 'ana@example.com' } },
  refundOrder: { body: { ticket_ids: [ticketId] } },
  listRefundRequests: { query: { event_id: eventId } },
  approveRefundRequest: { body: { amount: 90 } },
  declineRefundRequest: { body: { reason: 'The singer is well again: the evening takes place.' } },

  findTicketByCode: { query: { code: ticketNumber } },
  refundTicket: { body: { amount: 100 } },
  checkInByCode: { body: { code: ticketNumber, event_id: eventId } },

  listAttendees: { query: { status: 'valid' } },
  previewImport: { body: list },
  importAttendees: { body: list },

  createMessage: { body: message },
  previewMessage: { body: message },

  createPromoCode: {
    body: { event_id: eventId, code: 'EARLY', discount_type: 'percentage', discount_amount: 10, usage_limit: 100 },
  },
  listPromoCodes: { query: { event_id: eventId } },
  updatePromoCode: { body: { is_active: false } },

  exportBuyer: { body: { email: customer.email } },

  getSales: { query: { event_id: eventId } },
  getSalesSeries: { query: { from: '2030-05-01', to: '2030-05-31', by: 'day' } },

  createSubscriptionTier: { body: { name: 'Patron', price_monthly: 250, perks: ['Early tickets'] } },
  updateSubscriptionTier: { body: { price_monthly: 300 } },
  listSubscriptions: { query: { status: 'active' } },

  createWebhook: { body: { url: 'https://shop.example/takilya', events: ['ticket.purchased', 'ticket.refunded'] } },
  updateWebhook: { body: { events: ['ticket.purchased'] } },
  listNotifications: { query: { type: 'ticket.purchased' } },
  listDeliveries: { query: { webhook_id: webhookId, status: 'failed' } },
  replayWebhook: { body: { status: 'failed', from: '2030-05-01T00:00:00+08:00' } },

  updateOrganization: { body: { contact_email: 'hello@lakbay.example', color: '#0B57A4' } },

  listChanges: { query: { subject_id: eventId } },
};
