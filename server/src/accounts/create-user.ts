import type { Queryable } from '../platform/database/database.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { insertUser } from './queries.ts';
import { normalEmail } from './user.ts';

export interface NewUser {
  email: string;
  name: string;
  passwordHash: string;
  now: Date;
}

/**
 * Creates a user who is not a member of any organization yet. @returns the id
 * @throws the violation `users_one_email` if the address already has an account
 */
export async function createUser(db: Queryable, { email, name, passwordHash, now }: NewUser): Promise<Uuid> {
  const id = newId(now);
  await insertUser(db, { id, email: normalEmail(email), name, passwordHash, now });
  return id;
}
