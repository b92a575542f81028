import type { LinkProps } from '@tanstack/react-router';
import type { Access } from '../session/me-query.ts';
import type { texts } from './texts.ts';

interface Entry {
  page: keyof typeof texts.en.pages;
  to: LinkProps['to'];
  /** Without it every role may open the page. */
  needs?: Access;
}

/** In the order in which organizers need them. */
export const NAVIGATION: Entry[] = [
  { page: 'home', to: '/', needs: 'read' },
  { page: 'events', to: '/events', needs: 'read' },
  { page: 'orders', to: '/orders', needs: 'read' },
  { page: 'boxOffice', to: '/box-office', needs: 'box_office' },
  { page: 'checkIn', to: '/check-in', needs: 'door' },
  { page: 'promoCodes', to: '/promo-codes', needs: 'read' },
  { page: 'subscriptions', to: '/subscriptions', needs: 'read' },
  { page: 'analytics', to: '/analytics', needs: 'read' },
  { page: 'webhooks', to: '/webhooks', needs: 'read' },
  { page: 'keys', to: '/keys', needs: 'own' },
  { page: 'team', to: '/team', needs: 'own' },
  { page: 'payments', to: '/payments', needs: 'own' },
  { page: 'auditLog', to: '/audit-log', needs: 'own' },
  { page: 'settings', to: '/settings' },
];
