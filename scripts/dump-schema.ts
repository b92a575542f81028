/** Writes docs/schema.sql: what the migrations come to. Run it after writing one: `node scripts/dump-schema.ts`. */
import { writeFile } from 'node:fs/promises';
import { openInMemory } from '../server/src/platform/database/embedded/embedded.ts';
import { migrate } from '../server/src/platform/database/schema/migrate.ts';
import { schemaText } from '../server/src/platform/database/schema/schema-text.ts';

const db = await openInMemory();
await migrate(db);
await writeFile(new URL('../docs/schema.sql', import.meta.url), await schemaText(db));
await db.close();
