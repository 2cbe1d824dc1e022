/** Opens a PostgreSQL store, uses several connections, and ends without closing it: `node postgres-idle.js <url>`. */
import { openPostgresStore } from '../postgres/postgres-store.ts';

const store = await openPostgresStore(process.argv[2] ?? '');
await Promise.all([1, 2, 3].map(() => store.list({ limit: 1 })));
