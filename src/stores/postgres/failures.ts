import { StoreError, type StoreFailure } from '../store-error.ts';
import { SCHEMA } from './schema.ts';

export interface FailureContext {
  place: string;
  host: string;
  port: number;
  user: string;
  database: string;
  secrets: readonly string[];
  connectTimeoutMs: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
  /** A change was sent, whose answer did not come. */
  sent: boolean;
}

/** What the driver throws: an error of the server (`code` is an SQLSTATE), of the system or of TLS, or a plain message. */
interface DriverError {
  code?: unknown;
  message: string;
  severity?: unknown;
}

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** The connection is gone: whether the server did what it was told, nobody can tell from here. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message } = error as DriverError;
  if (isServerError(error)) return /^(?:57P0[1-5]|08)/.test(String(code));
  return (
    /^E[A-Z]+$/.test(String(code)) || /terminated|Query read timeout|closed|not queryable/i.test(message)
  );
}

export function isServerError(error: unknown): error is Error & { code: string } {
  const { code, severity } = error as Partial<DriverError>;
  return typeof code === 'string' && SQLSTATE.test(code) && severity !== undefined;
}

/** The time limit is used up: no second try. */
export function isTimedOut(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Worth another try at once: nothing was done. */
export function isPassing(error: unknown): boolean {
  return isServerError(error) && ['40001', '40P01'].includes(error.code);
}

/** The server may let us in a moment later: too many connections, or it is starting. */
export function isNotYet(error: unknown): boolean {
  return isServerError(error) && ['53300', '57P03'].includes(error.code);
}

/** Any error of the driver as one that says what to do; one of ours as it is. */
export function asStoreError(error: unknown, context: FailureContext): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const failure = isServerError(error) ? serverFailure(error, context) : connectionFailure(error, context);
  if (failure === undefined) return error;
  return new StoreError(failure, { cause: harmless(error, context) });
}

/** The driver's error carries the connection and its settings: only its words are kept. */
function harmless(error: Error, context: FailureContext): Error {
  const cause = new Error(clean(error.message, context));
  delete cause.stack;
  return Object.assign(cause, { code: (error as DriverError).code });
}

function clean(text: string, { secrets }: FailureContext): string {
  let cleaned = text;
  for (const secret of secrets) cleaned = secret === '' ? cleaned : cleaned.replaceAll(secret, '…');
  return cleaned.replace(/\s+/g, ' ').trim();
}

function connectionFailure(error: Error, context: FailureContext): StoreFailure | undefined {
  const { place } = context;
  const code = String((error as DriverError).code);
  const message = clean(error.message, context);
  if (/password must be a (?:non-empty )?string/.test(message))
    return {
      code: 'store-refused',
      place,
      reason: `it asks for the password of ${context.user}; give it in PGPASSWORD, in ~/.pgpass or in the URL`,
    };
  const reason = connectionReason(code, message, context);
  if (reason === undefined) return undefined;
  return {
    code: 'store-unreachable',
    place,
    reason: context.sent ? `${reason}. ${MAY_HAVE_HAPPENED}` : reason,
  };
}

const MAY_HAVE_HAPPENED =
  'The change was sent and may have been made: read the session again before you repeat it';

function connectionReason(code: string, message: string, context: FailureContext): string | undefined {
  const { host, port, connectTimeoutMs, statementTimeoutMs } = context;
  const at = host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`;
  const seconds = (ms: number) => `${ms / 1000} s`;
  if (
    /connection timeout|timeout expired|timeout exceeded when trying to connect/.test(message) ||
    code === 'ETIMEDOUT'
  )
    return `${at} gave no answer within ${seconds(connectTimeoutMs)}; is it a PostgreSQL server, and does the network let it through?`;
  if (/Query read timeout/.test(message))
    return `no answer within ${seconds(statementTimeoutMs + connectTimeoutMs)}; the server or the network is too slow`;
  if (/does not support SSL/.test(message))
    return 'the server has no TLS, which sslmode asks for; turn it on there, or use sslmode=prefer or disable on a network that you trust';
  if (/establishing an SSL connection/.test(message))
    return `${at} does not answer as a PostgreSQL server does`;
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `nothing listens at ${at}; is the server running?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NONAME':
      return `the host name ${host} is not known here; check its spelling and the network`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `no way through the network to ${at}`;
    case 'EACCES':
    case 'EPERM':
      return `the system does not let us connect to ${at}`;
    default:
  }
  if (/CERT|TLS|SSL|EPROTO/.test(code))
    return `TLS failed: ${message} (${code}); sslrootcert=FILE names the authority to trust`;
  if (/terminated|closed|not queryable/i.test(message) || /^E[A-Z]+$/.test(code))
    return 'the connection broke';
  return undefined;
}

function serverFailure(error: Error & { code: string }, context: FailureContext): StoreFailure {
  const { place } = context;
  if (/^(?:57P0[1245]|08)/.test(error.code) && !/startup parameter/.test(error.message)) {
    const reason = `the server ended the connection (${clean(error.message, context)})`;
    return {
      code: 'store-unreachable',
      place,
      reason: context.sent ? `${reason}. ${MAY_HAVE_HAPPENED}` : reason,
    };
  }
  switch (error.code) {
    case '57P03':
      return {
        code: 'store-unreachable',
        place,
        reason: `${clean(error.message, context)}; try again in a moment`,
      };
    case '57014':
      return {
        code: 'store-unreachable',
        place,
        reason: `the server needed more than ${context.statementTimeoutMs / 1000} s and gave up; nothing was changed`,
      };
    case '55P03':
      return { code: 'store-busy', place, waitedMs: context.lockTimeoutMs };
    case '42P01':
    case '42883':
    case '3F000':
    case '42703':
      return {
        code: 'store-unusable',
        place,
        reason: `the schema ${SCHEMA} of the database is not as we made it (${clean(error.message, context)}); restore it from a backup, or drop the schema to begin anew`,
      };
    default:
      return { code: 'store-refused', place, reason: refusal(error, context) };
  }
}

/** Why the server refused, and the way out. */
function refusal(error: Error & { code: string }, context: FailureContext): string {
  const { user, database } = context;
  const message = clean(error.message, context);
  const nothing = `${message}; nothing was written`;
  switch (error.code) {
    case '28P01':
      return `${message}; the password comes from the URL, else PGPASSWORD, else ~/.pgpass`;
    case '28000':
      return /no encryption/.test(message)
        ? `${message}; try sslmode=require`
        : `${message}; the server’s pg_hba.conf decides who may connect`;
    case '3D000':
      return `${message}; create it: createdb ${database}`;
    case '42501':
      return `${message}; ${grants(user, database)}`;
    case '53300':
      return `${message}; try again later, end other connections, or raise max_connections`;
    case '25006':
      return `the server is read-only (${message}); connect to the primary server, or turn default_transaction_read_only off for ${user}`;
    case '53100':
    case '53200':
      return `${nothing}; free some room on the server`;
    case '08P01':
      return `${message}; a connection pooler between must pass these on (PgBouncer: ignore_startup_parameters), or connect to PostgreSQL itself`;
    default:
      return `${nothing} (SQLSTATE ${error.code})`;
  }
}

/** What an administrator runs once, so that a role without rights of its own can use the store. */
export function grants(user: string, database: string): string {
  const role = `"${user.replaceAll('"', '""')}"`;
  return `the owner of the database ${database} can run: CREATE SCHEMA IF NOT EXISTS ${SCHEMA} AUTHORIZATION ${role}; or, when another role made it: GRANT USAGE ON SCHEMA ${SCHEMA} TO ${role}; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${SCHEMA} TO ${role};`;
}
