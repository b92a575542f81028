import type { LinkProps } from '@tanstack/react-router';
import type { Access } from '../session/me-query.ts';
import type { IconName } from './icon.tsx';
import type { texts } from './texts.ts';

export interface Entry {
  page: keyof typeof texts.en.pages & IconName;
  to: LinkProps['to'];
  /** Without it every role may open the page. */
  needs?: Access;
}

interface EntryGroup {
  /** The first group needs no name. */
  name?: keyof typeof texts.en.groups;
  entries: Entry[];
}

/** In the order in which organizers need them. */
export const NAVIGATION: EntryGroup[] = [
  {
    entries: [
      { page: 'home', to: '/', needs: 'read' },
      { page: 'events', to: '/events', needs: 'read' },
      { page: 'orders', to: '/orders', needs: 'read' },
      { page: 'analytics', to: '/analytics', needs: 'read' },
    ],
  },
  {
    name: 'eventDay',
    entries: [
      { page: 'checkIn', to: '/check-in', needs: 'door' },
      { page: 'boxOffice', to: '/box-office', needs: 'box_office' },
    ],
  },
  {
    name: 'offers',
    entries: [
      { page: 'promoCodes', to: '/promo-codes', needs: 'read' },
      { page: 'subscriptions', to: '/subscriptions', needs: 'read' },
    ],
  },
  {
    name: 'organization',
    entries: [
      { page: 'payments', to: '/payments', needs: 'own' },
      { page: 'team', to: '/team', needs: 'own' },
      { page: 'auditLog', to: '/audit-log', needs: 'own' },
      { page: 'settings', to: '/settings' },
    ],
  },
  {
    name: 'developers',
    entries: [
      { page: 'keys', to: '/keys', needs: 'own' },
      { page: 'webhooks', to: '/webhooks', needs: 'read' },
    ],
  },
];
