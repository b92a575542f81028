import type { FastifyReply } from 'fastify';

/** To the present address of a page. Browsers ask again each time: an address that was changed may be changed back. */
export const moved = (reply: FastifyReply, address: string) =>
  reply.header('cache-control', 'no-cache').redirect(address, 301);
