import { createUser } from '../src/accounts/create-user.ts';
import { hashPassword } from '../src/accounts/passwords/hash-password.ts';
import { insertMembership } from '../src/accounts/queries.ts';
import type { Role } from '../src/accounts/roles.ts';
import { openSession } from '../src/accounts/sessions/open-session.ts';
import type { Uuid } from '../src/uuid.ts';
import type { TestService } from './test-service.ts';

/** What a browser says about a request of our own pages. */
export const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };
/** Of nobody: hashing costs, and most tests do not log in. */
const NO_PASSWORD = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

let made = 0;

/** A member of one of the test's organizations, and one of their sessions, as a browser has it. */
export async function openMember(
  service: TestService,
  { organizationId = service.ours.organizationId, role = 'owner', password, email }: Wanted = {},
) {
  const name = `Member ${++made}`;
  const address = email ?? `member-${made}@example.com`;
  const passwordHash = password === undefined ? NO_PASSWORD : await hashPassword(password);
  const userId = await createUser(service.db, { email: address, name, passwordHash, now: service.now() });
  await insertMembership(service.db, { organizationId, userId, role, now: service.now() });
  const token = await openSession(service.db, { organizationId, userId, now: service.now() });
  const headers = { cookie: `__Host-takilya=${token}`, ...SAME_ORIGIN };
  return { userId, email: address, name, token, headers, ...service.clientWith(headers) };
}

interface Wanted {
  organizationId?: Uuid;
  role?: Role;
  /** To log in with. */
  password?: string;
  email?: string;
}

/** `/dashboard/api`, asked by a page of ours; with a cookie when there is one. */
export function openPage(service: TestService, { address = '203.0.113.7' }: { address?: string } = {}) {
  let cookie: string | undefined;
  async function send<Data = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ) {
    const answer = await service.request<Data>({
      method,
      url: `/dashboard/api${path}`,
      headers: { ...SAME_ORIGIN, ...(cookie ? { cookie } : {}) },
      remoteAddress: address,
      ...(body ? { payload: body } : {}),
    });
    const set = answer.headers['set-cookie'];
    if (set !== undefined) cookie = set.includes('Max-Age=0') ? undefined : set.split(';', 1)[0];
    return answer;
  }
  return {
    send,
    get cookie() {
      return cookie;
    },
    set cookie(value: string | undefined) {
      cookie = value;
    },
    /** Asks the API itself with the page's session. */
    api: <Data = Record<string, unknown>>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
      service.request<Data>({
        method,
        url: `/api/v1${path}`,
        headers: { ...SAME_ORIGIN, ...(cookie ? { cookie } : {}) },
        ...(body ? { payload: body } : {}),
      }),
  };
}

export type Page = ReturnType<typeof openPage>;
