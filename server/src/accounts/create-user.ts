import type { Queryable } from '../platform/database/database.ts';
import type { Language } from '../values/language.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { insertUser } from './queries.ts';
import { normalEmail } from './user.ts';

export interface NewUser {
  email: string;
  name: string;
  language?: Language;
  passwordHash: string;
  now: Date;
}

/**
 * Creates a user who is not a member of any organization yet. @returns the id
 * @throws the violation `users_one_email` if the address already has an account
 */
export async function createUser(db: Queryable, { email, ...fields }: NewUser): Promise<Uuid> {
  const id = newId(fields.now);
  await insertUser(db, { id, email: normalEmail(email), ...fields });
  return id;
}
