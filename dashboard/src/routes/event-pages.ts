import { createRoute } from '@tanstack/react-router';
import { attendeesQuery } from '../features/attendees/attendees-queries.ts';
import { attendeesSearch } from '../features/attendees/attendees-search.ts';
import { eventQuery, eventsQuery } from '../features/events/event-queries.ts';
import { eventsSearch } from '../features/events/events-search.ts';
import { messagesQuery } from '../features/messages/message-queries.ts';
import { questionsQuery } from '../features/questions/question-queries.ts';
import { liveSeatsSearch } from '../features/seating/live-seats-search.ts';
import { lazyPage } from '../shell/lazy-page.ts';
import { inside } from './inside.ts';

const getParentRoute = () => inside;

/**
 * Events, and what belongs to one of them. A loader starts the request for the data while the code of the page is
 * loaded. It fails in the page, never here.
 */
export const eventPages = [
  createRoute({
    getParentRoute,
    path: '/events',
    validateSearch: eventsSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => context.queryClient.prefetchQuery(eventsQuery(deps)),
    component: lazyPage(() => import('../features/events/events-page.tsx'), 'EventsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/new',
    component: lazyPage(() => import('../features/events/new-event-page.tsx'), 'NewEventPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$eventId',
    loader: ({ context, params }) => context.queryClient.prefetchQuery(eventQuery(params.eventId)),
    component: lazyPage(() => import('../features/events/event-page.tsx'), 'EventPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$eventId/edit',
    loader: ({ context, params }) => context.queryClient.prefetchQuery(eventQuery(params.eventId)),
    component: lazyPage(() => import('../features/events/event-edit-page.tsx'), 'EventEditPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$eventId/attendees',
    validateSearch: attendeesSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context, params, deps }) =>
      Promise.all([
        context.queryClient.prefetchQuery(eventQuery(params.eventId)),
        context.queryClient.prefetchQuery(attendeesQuery(params.eventId, deps, 1)),
      ]),
    component: lazyPage(() => import('../features/attendees/attendees-page.tsx'), 'AttendeesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$eventId/import',
    loader: ({ context, params }) =>
      Promise.all([
        context.queryClient.prefetchQuery(eventQuery(params.eventId)),
        context.queryClient.prefetchQuery(questionsQuery(params.eventId)),
      ]),
    component: lazyPage(() => import('../features/imports/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$eventId/messages',
    loader: ({ context, params }) =>
      Promise.all([
        context.queryClient.prefetchQuery(eventQuery(params.eventId)),
        context.queryClient.prefetchQuery(messagesQuery(params.eventId, 1)),
      ]),
    component: lazyPage(() => import('../features/messages/messages-page.tsx'), 'MessagesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$eventId/questions',
    loader: ({ context, params }) =>
      Promise.all([
        context.queryClient.prefetchQuery(eventQuery(params.eventId)),
        context.queryClient.prefetchQuery(questionsQuery(params.eventId)),
      ]),
    component: lazyPage(() => import('../features/questions/questions-page.tsx'), 'QuestionsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$eventId/seat-map',
    loader: ({ context, params }) => context.queryClient.prefetchQuery(eventQuery(params.eventId)),
    component: lazyPage(() => import('../features/seating/seat-map-page.tsx'), 'SeatMapPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/events/$eventId/live',
    validateSearch: liveSeatsSearch,
    loader: ({ context, params }) => context.queryClient.prefetchQuery(eventQuery(params.eventId)),
    component: lazyPage(() => import('../features/seating/live-seats-page.tsx'), 'LiveSeatsPage'),
  }),
] as const;
