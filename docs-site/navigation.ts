export interface Group {
  title: string;
  /** Markdown files, in the order in which they are shown. A label replaces the title of the document. */
  pages: readonly (string | { file: string; label: string })[];
  /** The pages of the API reference, which are made of the OpenAPI document, follow. */
  isReference?: true;
}

/** The menu. A new document needs its line here and nothing else; a test names a document without one. */
export const GROUPS: readonly Group[] = [
  {
    title: 'Start',
    pages: [
      { file: 'README.md', label: 'Takilya' },
      { file: 'docs/tour.md', label: 'Ten minutes with curl' },
      { file: 'docs/dashboard.md', label: 'The dashboard' },
      'docs/accounts.md',
    ],
  },
  {
    title: 'Build',
    pages: [
      { file: 'docs/shop.md', label: 'A shop' },
      { file: 'docs/embed.md', label: 'A shop in your website' },
      { file: 'docs/door.md', label: 'A door' },
      { file: 'docs/webhooks.md', label: 'A webhook consumer' },
      { file: 'docs/seat-map.md', label: 'A seat map' },
      { file: 'docs/on-sale.md', label: 'An on-sale' },
      { file: 'docs/waiting-room.md', label: 'A waiting room' },
      { file: 'docs/seats.md', label: 'How seats are chosen' },
    ],
  },
  {
    title: 'Buyers and money',
    pages: [
      'docs/tickets.md',
      { file: 'docs/pages.md', label: 'Pages that buyers see' },
      'docs/payments.md',
      'docs/privacy.md',
    ],
  },
  {
    title: 'For programs',
    pages: [
      'docs/sdk-typescript.md',
      'docs/sdk-python.md',
      'docs/sdk-retries.md',
      'docs/cli.md',
      { file: 'docs/mcp.md', label: 'An assistant (MCP)' },
    ],
  },
  {
    title: 'API reference',
    pages: [
      { file: 'docs/api/README.md', label: 'How the API behaves' },
      { file: 'docs/errors.md', label: 'Error codes' },
    ],
    isReference: true,
  },
  {
    title: 'Rules of the API',
    pages: [
      'docs/api/access.md',
      'docs/api/analytics.md',
      'docs/api/attendees.md',
      'docs/api/buyers.md',
      'docs/api/checkout-page.md',
      'docs/api/checkouts.md',
      'docs/api/clients.md',
      'docs/api/events.md',
      'docs/api/imports.md',
      'docs/api/messages.md',
      'docs/api/orders.md',
      'docs/api/organization.md',
      'docs/api/promo-codes.md',
      'docs/api/questions.md',
      'docs/api/reservations.md',
      'docs/api/seats.md',
      'docs/api/series.md',
      'docs/api/subscriptions.md',
      'docs/api/tickets.md',
      'docs/api/tiers.md',
      'docs/api/waiting-list.md',
      'docs/api/webhooks.md',
    ],
  },
  {
    title: 'Self-hosting',
    pages: [
      { file: 'docs/deploy.md', label: 'Deploying' },
      { file: 'docs/operate.md', label: 'Running Takilya' },
      'docs/settings.md',
      'docs/several-instances.md',
      { file: 'docs/watch.md', label: 'Logs, figures, alerts' },
      'docs/backups.md',
      'docs/when-it-fails.md',
      { file: 'docs/citus.md', label: 'Several machines: Citus' },
      { file: 'docs/wallets.md', label: 'Passes for wallets' },
      'docs/performance.md',
      'SECURITY.md',
      { file: 'docs/security/asvs.md', label: 'OWASP ASVS' },
      { file: 'docs/security/findings.md', label: 'Penetration test' },
    ],
  },
  {
    title: 'Project',
    pages: [
      'CHANGELOG.md',
      { file: 'ARCHITECTURE.md', label: 'Architecture' },
      { file: 'docs/architecture.md', label: 'Architecture in detail' },
      { file: 'docs/decisions/README.md', label: 'Decisions' },
      { file: 'CONTRIBUTING.md', label: 'Working on Takilya' },
    ],
  },
];

export const listedFiles = GROUPS.flatMap(({ pages }) =>
  pages.map((page) => (typeof page === 'string' ? page : page.file)),
);
