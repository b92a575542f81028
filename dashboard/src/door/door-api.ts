import type { doorApi } from '../api/client.ts';
import { Problem } from '../api/problem.ts';

export type DoorApi = ReturnType<typeof doorApi>;

/** No answer, half of one, or a server that is too busy: the operation itself did not refuse. */
export const isUnreachable = (error: unknown) =>
  !(error instanceof Problem) || error.status === 0 || error.status === 429 || error.status >= 500;
