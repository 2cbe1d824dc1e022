import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectionOptions } from 'node:tls';

export const TLS_MODES = [
  'disable',
  'allow',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
  'no-verify',
] as const;
export type TlsMode = (typeof TLS_MODES)[number];

export interface TlsSettings {
  /** False: none. */
  options: ConnectionOptions | false;
  /** `prefer`: a server without TLS is talked to without. */
  optional: boolean;
}

export interface TlsFiles {
  /** Authorities to trust; `system` for those that Node trusts. */
  rootCertificate?: string | undefined;
  certificate?: string | undefined;
  key?: string | undefined;
  keyPassword?: string | undefined;
}

/** What cannot be used of the TLS settings; the message says the way out. */
export class TlsSettingsError extends Error {}

/**
 * The meanings of libpq (PostgreSQL's documentation, "SSL Support"), which differ from those of the driver:
 * `allow`, `prefer`: TLS when the server has it, its certificate unchecked. `require`: TLS, certificate checked only when
 * authorities are given. `verify-ca`: certificate checked, not its name. `verify-full`: both. `no-verify` is the driver's
 * own word for TLS with nothing checked.
 *
 * Two differences: `allow` is `prefer`; `verify-full` without authorities takes those that Node trusts.
 */
export function tlsSettings(mode: TlsMode, files: TlsFiles, home: string): TlsSettings {
  if (mode === 'disable') return { options: false, optional: false };
  const optional = mode === 'prefer' || mode === 'allow';
  const authorities =
    optional || mode === 'no-verify' ? undefined : rootCertificates(files.rootCertificate, home);
  if (mode === 'verify-ca' && authorities === undefined)
    throw new TlsSettingsError(
      'sslmode=verify-ca needs sslrootcert=FILE with the authority that signed the server’s certificate; with a public one use sslmode=verify-full',
    );
  const checked = mode === 'verify-full' || authorities !== undefined;
  return {
    optional,
    options: {
      rejectUnauthorized: checked,
      ...(authorities === undefined ? {} : { ca: authorities }),
      ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
      ...clientCertificate(files),
    },
  };
}

function rootCertificates(file: string | undefined, home: string): string | undefined {
  if (file === 'system') return undefined;
  if (file !== undefined) return contentOf(file, 'sslrootcert');
  // Where libpq looks.
  const usual = join(home, '.postgresql', 'root.crt');
  return existsSync(usual) ? contentOf(usual, 'root.crt') : undefined;
}

function clientCertificate({ certificate, key, keyPassword }: TlsFiles): ConnectionOptions {
  if (certificate === undefined && key === undefined) return {};
  if (certificate === undefined || key === undefined)
    throw new TlsSettingsError('sslcert and sslkey belong together: give both or none');
  return {
    cert: contentOf(certificate, 'sslcert'),
    key: contentOf(key, 'sslkey'),
    ...(keyPassword === undefined ? {} : { passphrase: keyPassword }),
  };
}

function contentOf(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new TlsSettingsError(`${name} ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
