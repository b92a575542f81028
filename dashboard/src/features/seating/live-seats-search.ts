/** The section to show; without it the first one. */
export const liveSeatsSearch = ({ section }: Record<string, unknown>): { section?: string } => ({
  section: typeof section === 'string' ? section : undefined,
});
