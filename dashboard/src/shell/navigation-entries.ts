import type { LinkProps } from '@tanstack/react-router';
import type { Access } from '../session/me-query.ts';
import type { texts } from './texts.ts';

interface Entry {
  page: keyof typeof texts.en.pages;
  to: LinkProps['to'];
  needs: Access;
}

/** In the order in which an organizer needs them. */
export const NAVIGATION: Entry[] = [
  { page: 'home', to: '/', needs: 'read' },
  { page: 'checkIn', to: '/check-in', needs: 'door' },
];
