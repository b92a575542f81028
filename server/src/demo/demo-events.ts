import type { EventStatus } from '../events/event-status.ts';
import type { ManualMethod, PaymentMethod } from '../values/payment-method.ts';

/** Prices are in pesos, times in days from now. Every state of events, orders and tickets occurs. */
export interface DemoEvent {
  title: string;
  venue: string;
  city: string;
  type: 'concert' | 'workshop' | 'conference' | 'food' | 'art' | 'sports';
  startsInDays: number;
  capacity: number;
  price: number;
  description: string;
  tiers?: { name: string; price: number; quantity: number }[];
  questions?: DemoQuestion[];
  /** Makes the event seated; sections name their tiers, the first of which is General Admission. */
  hall?: DemoSection[];
  /** A row of the first section that is blocked for the house. */
  houseRow?: string;
  orders?: DemoOrder[];
  /** The final status, after the sales. */
  status: EventStatus;
}

export interface DemoQuestion {
  asked_of: 'order' | 'ticket';
  kind: 'text' | 'choice';
  label: string;
  help?: string;
  options?: string[];
  at_door?: boolean;
  /** What the buyers of the demo answer. */
  answer: string;
}

export interface DemoOrder {
  buyer: string;
  quantity: number;
  /** CASH, EXTERNAL and COMP are sold at the box office. */
  method: PaymentMethod | ManualMethod;
  daysAgo: number;
  tier?: string;
  /** The label; default is the first section. */
  section?: string;
  afterwards?: 'check-in' | 'refund' | 'refund-one';
}

export interface DemoSection {
  label: string;
  tiers: string[];
  rows: { label: string; seats: (number | null)[] }[];
}

/** Rows A, B, C … of blocks of seats with aisles in between, numbered continuously. */
const rowsOf = (count: number, ...blocks: number[]): DemoSection['rows'] =>
  Array.from({ length: count }, (_, index) => ({ label: String.fromCharCode(65 + index), seats: numbered(blocks) }));

function numbered(blocks: number[]): (number | null)[] {
  let seat = 0;
  return blocks.flatMap((size, index) => [...(index > 0 ? [null] : []), ...Array.from({ length: size }, () => ++seat)]);
}

export interface DemoOrganization {
  name: string;
  color: string;
  events: DemoEvent[];
}

export const DEMO_ORGANIZATIONS: DemoOrganization[] = [
  {
    name: 'Mabuhay Concerts',
    color: '#B5179E',
    events: [
      {
        title: 'Gabi ng Musika',
        venue: 'Music Museum',
        city: 'San Juan',
        type: 'concert',
        startsInDays: 30,
        capacity: 300,
        price: 850,
        description: 'An evening of Filipino songs, old and new.\n\nDoors open at 6 p.m.',
        questions: [
          {
            asked_of: 'order',
            kind: 'text',
            label: 'How can we help you on the day?',
            help: 'A place for a wheelchair, a seat near the exit, …',
            at_door: true,
            answer: 'One of us uses a wheelchair',
          },
        ],
        tiers: [{ name: 'VIP', price: 2500, quantity: 40 }],
        status: 'active',
        orders: [
          { buyer: 'Maria Santos', quantity: 2, method: 'GCASH', daysAgo: 12 },
          { buyer: 'Jose Reyes', quantity: 4, method: 'CARD', daysAgo: 9, afterwards: 'refund-one' },
          { buyer: 'Ana Cruz', quantity: 1, method: 'MAYA', daysAgo: 7, tier: 'VIP' },
          { buyer: 'Carlo Bautista', quantity: 2, method: 'QRPH', daysAgo: 3, afterwards: 'refund' },
          { buyer: 'Nena Aquino', quantity: 2, method: 'CASH', daysAgo: 2 },
          { buyer: 'Rey Mendoza', quantity: 1, method: 'COMP', daysAgo: 2, tier: 'VIP', afterwards: 'check-in' },
          { buyer: 'Liza Garcia', quantity: 3, method: 'BANK_TRANSFER', daysAgo: 1 },
        ],
      },
      {
        title: 'Arena Night: the best seats together',
        venue: 'Smart Araneta Coliseum',
        city: 'Quezon City',
        type: 'concert',
        startsInDays: 60,
        capacity: 1,
        price: 1200,
        description: 'Choose a section; your seats are found for you, side by side.',
        tiers: [{ name: 'Patron', price: 4500, quantity: 1 }],
        hall: [
          { label: 'Patron', tiers: ['Patron'], rows: rowsOf(5, 8, 12, 8) },
          { label: 'Lower Box', tiers: ['Patron', 'General Admission'], rows: rowsOf(10, 10, 16, 10) },
          { label: 'Upper Box', tiers: ['General Admission'], rows: rowsOf(12, 14, 20, 14) },
        ],
        houseRow: 'E',
        status: 'active',
        orders: [
          { buyer: 'Isabel Torres', quantity: 4, method: 'CARD', daysAgo: 20, section: 'Patron' },
          {
            buyer: 'Miguel Rivera',
            quantity: 6,
            method: 'GCASH',
            daysAgo: 15,
            section: 'Lower Box',
            tier: 'General Admission',
          },
          { buyer: 'Sofia Navarro', quantity: 2, method: 'MAYA', daysAgo: 8, section: 'Upper Box' },
          {
            buyer: 'Luis Domingo',
            quantity: 3,
            method: 'QRPH',
            daysAgo: 5,
            section: 'Patron',
            afterwards: 'refund-one',
          },
        ],
      },
      {
        title: 'Indie Sessions: sold out',
        venue: 'Route 196',
        city: 'Quezon City',
        type: 'concert',
        startsInDays: 14,
        capacity: 6,
        price: 500,
        description: 'Six chairs, one guitar.',
        status: 'active',
        orders: [
          { buyer: 'Paolo Mendoza', quantity: 4, method: 'GRABPAY', daysAgo: 5 },
          { buyer: 'Grace Lim', quantity: 2, method: 'GCASH', daysAgo: 4 },
        ],
      },
      {
        title: 'Last Month at the Bay',
        venue: 'MOA Grounds',
        city: 'Pasay',
        type: 'concert',
        startsInDays: -20,
        capacity: 500,
        price: 1200,
        description: 'Already played.',
        status: 'completed',
        orders: [
          { buyer: 'Ramon Dela Cruz', quantity: 2, method: 'CARD', daysAgo: 40, afterwards: 'check-in' },
          { buyer: 'Teresa Aquino', quantity: 1, method: 'MAYA', daysAgo: 35, afterwards: 'check-in' },
          { buyer: 'Noel Ramos', quantity: 1, method: 'GCASH', daysAgo: 30 },
        ],
      },
      {
        title: 'Rainy Season Jam',
        venue: 'Ayala Triangle',
        city: 'Makati',
        type: 'concert',
        startsInDays: 45,
        capacity: 200,
        price: 300,
        description: 'Called off because of the weather.',
        status: 'cancelled',
        orders: [{ buyer: 'Mark Villanueva', quantity: 2, method: 'GCASH', daysAgo: 2 }],
      },
      {
        title: 'New Year Countdown',
        venue: 'Eastwood Plaza',
        city: 'Quezon City',
        type: 'concert',
        startsInDays: 120,
        capacity: 1000,
        price: 0,
        description: 'Still being planned.',
        status: 'draft',
      },
    ],
  },
  {
    name: 'Likha Workshops',
    color: '#2F6B3A',
    events: [
      {
        title: 'Pottery for Beginners',
        venue: 'Likha Studio',
        city: 'Cebu City',
        type: 'workshop',
        startsInDays: 10,
        capacity: 12,
        price: 1500,
        description: 'Clay, wheel and apron are included.',
        questions: [
          {
            asked_of: 'ticket',
            kind: 'choice',
            label: 'Apron size',
            options: ['Small', 'Medium', 'Large'],
            at_door: true,
            answer: 'Medium',
          },
        ],
        status: 'active',
        orders: [
          { buyer: 'Kristine Uy', quantity: 1, method: 'GCASH', daysAgo: 6 },
          { buyer: 'Dennis Tan', quantity: 2, method: 'CARD', daysAgo: 2 },
        ],
      },
      {
        title: 'Free Open Studio Day',
        venue: 'Likha Studio',
        city: 'Cebu City',
        type: 'art',
        startsInDays: 21,
        capacity: 80,
        price: 0,
        description: 'Come, look, try.',
        status: 'active',
        orders: [{ buyer: 'Joy Fernandez', quantity: 2, method: 'CARD', daysAgo: 1 }],
      },
      {
        title: 'Weaving Masterclass',
        venue: 'Casa Gorordo',
        city: 'Cebu City',
        type: 'workshop',
        startsInDays: 50,
        capacity: 20,
        price: 2200,
        description: 'By invitation only: open to guests with the link.',
        status: 'hidden',
      },
      {
        title: 'Cooking with Coconut',
        venue: 'Carbon Market',
        city: 'Cebu City',
        type: 'food',
        startsInDays: 35,
        capacity: 15,
        price: 950,
        description: 'Paused while we look for a larger kitchen.',
        status: 'paused',
      },
    ],
  },
];
