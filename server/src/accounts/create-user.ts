import type { Queryable } from '../database/database.ts';
import { violatedConstraint } from '../database/database.ts';
import { conflict } from '../http/errors.ts';
import { newId, type Uuid } from '../uuid.ts';
import { insertUser } from './queries.ts';
import { normalEmail } from './user.ts';

export interface NewUser {
  email: string;
  name: string;
  passwordHash: string;
  now: Date;
}

/** @returns the id of somebody who is a member of nothing yet @throws ApiError 409 for an address that has an account */
export async function createUser(db: Queryable, { email, name, passwordHash, now }: NewUser): Promise<Uuid> {
  const id = newId(now);
  await insertUser(db, { id, email: normalEmail(email), name, passwordHash, now }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'users_one_email'
      ? conflict('This e-mail address has an account already')
      : error;
  });
  return id;
}
