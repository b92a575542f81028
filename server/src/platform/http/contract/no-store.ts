import { hook } from '../sockets/hook.ts';

/** Answers about an organization are kept by no cache. */
export const noStore = hook((_request, reply) => void reply.header('cache-control', 'no-store'));
