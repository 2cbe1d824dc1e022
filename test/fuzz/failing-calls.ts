import { createRequire, syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';

/** How the chosen call goes wrong. */
export type FailureMode =
  /** The system refuses it. */
  | 'refused'
  /** Half of what was to be written is written. */
  | 'half'
  /** It is done, and its success is not reported (a network file system whose answer was lost). */
  | 'done'
  /** The process is killed in its place. */
  | 'killed';

export interface FailurePlan {
  /** Only calls for paths in this directory, and for files opened in it, are counted. */
  directory: string;
  /** Number of the call that fails, from 1. */
  failAt: number;
  code: 'ENOSPC' | 'EIO' | 'EMFILE' | 'EACCES' | 'EROFS';
  mode: FailureMode;
}

export interface FailingCalls {
  /** Every call so far, by name, the failed one included. */
  readonly calls: string[];
  /** The call that failed; `undefined` while none did. */
  failed(): string | undefined;
  restore(): void;
}

type AnyFunction = (...parameters: never[]) => unknown;
type Api = Record<string, AnyFunction>;

const TEXT = {
  ENOSPC: 'no space left on device',
  EIO: 'i/o error',
  EMFILE: 'too many open files',
  EACCES: 'permission denied',
  EROFS: 'read-only file system',
};

const PROMISED = [
  'open',
  'rename',
  'unlink',
  'mkdir',
  'lstat',
  'stat',
  'readdir',
  'link',
  'copyFile',
  'rm',
  'rmdir',
  'utimes',
  'chmod',
  'readFile',
  'writeFile',
];
const OF_HANDLES = ['writeFile', 'write', 'sync', 'datasync', 'close', 'chmod', 'read', 'readFile', 'stat'];
const OF_PATHS = [
  'openSync',
  'lstatSync',
  'statSync',
  'readdirSync',
  'mkdirSync',
  'renameSync',
  'unlinkSync',
  'linkSync',
  'rmdirSync',
  'utimesSync',
];
const OF_DESCRIPTORS = ['readSync', 'fstatSync', 'writeSync', 'fsyncSync'];
/** What graceful-fs, and proper-lockfile above it, call. */
const WITH_CALLBACKS = ['mkdir', 'stat', 'rmdir', 'utimes', 'realpath', 'lstat', 'unlink'];

/** What another machine may do and not report. */
const CHANGES = new Set(['rename', 'unlink', 'link', 'mkdir', 'sync', 'close']);

let active: Injection | undefined;
let isPatched = false;

/**
 * Lets one file-system call fail, of all those that are made for a directory from now on: those of `node:fs`, of its
 * promises, of file handles, and of packages that use them (if they were not loaded before the first injection).
 */
export function injectFailure(plan: FailurePlan): FailingCalls {
  patchOnce();
  const injection = new Injection(plan);
  active = injection;
  return {
    calls: injection.calls,
    failed: () => injection.failed,
    restore() {
      active = undefined;
    },
  };
}

class Injection {
  readonly calls: string[] = [];
  failed: string | undefined;
  readonly descriptors = new Set<number>();
  readonly #plan: FailurePlan;

  constructor(plan: FailurePlan) {
    this.#plan = plan;
  }

  /** How this call is to fail; `undefined` for all others. */
  next(name: string, path: unknown): FailureMode | undefined {
    if (typeof path === 'number' ? !this.descriptors.has(path) : !this.#isInside(path)) return undefined;
    this.calls.push(name);
    if (this.calls.length !== this.#plan.failAt) return undefined;
    this.failed = name;
    if (this.#plan.mode === 'done' && !CHANGES.has(name)) return 'refused';
    if (this.#plan.mode === 'killed') process.kill(process.pid, 'SIGKILL');
    return this.#plan.mode;
  }

  #isInside(path: unknown): boolean {
    const { directory } = this.#plan;
    return path === directory || (typeof path === 'string' && path.startsWith(directory + sep));
  }

  error(name: string, path: unknown): NodeJS.ErrnoException {
    const { code } = this.#plan;
    const syscall = name
      .replace(/Sync$/, '')
      .replace(/^(?:writeFile|sync|close)$/, (call) => SYSCALLS[call] ?? call);
    const where = typeof path === 'string' ? ` '${path}'` : '';
    const error = new Error(`${code}: ${TEXT[code]}, ${syscall}${where}`);
    return Object.assign(error, { code, errno: -1, syscall, ...(typeof path === 'string' ? { path } : {}) });
  }
}

const SYSCALLS: Record<string, string> = { writeFile: 'write', sync: 'fsync' };

function patchOnce(): void {
  if (isPatched) return;
  isPatched = true;
  const fs = createRequire(import.meta.url)('node:fs') as Api & { promises: Api };
  for (const name of PROMISED) patch(fs.promises, name, promised);
  for (const name of OF_PATHS) patch(fs, name, synchronous);
  for (const name of OF_DESCRIPTORS) patch(fs, name, synchronous);
  for (const name of WITH_CALLBACKS) patch(fs, name, withCallback);
  syncBuiltinESMExports();
}

type Wrap = (original: AnyFunction, name: string) => AnyFunction;

function patch(api: Api, name: string, wrap: Wrap): void {
  const original = api[name];
  if (original) api[name] = Object.assign(wrap(original, name), original);
}

const promised: Wrap = (original, name) =>
  async function (this: unknown, ...parameters: unknown[]) {
    const injection = active;
    const [target, content, ...more] = parameters;
    const call = (...all: unknown[]) =>
      (original as (...each: unknown[]) => Promise<unknown>).apply(this, all);
    const mode = injection?.next(name, descriptorOf(target) ?? target);
    if (mode === undefined || !injection) return followed(name, await call(...parameters), injection, target);
    // A rename that is repeated by the network finds that it is done.
    if (mode === 'done') await call(...parameters);
    else if (mode === 'half' && name === 'writeFile') await call(target, half(content), ...more);
    throw injection.error(name, target);
  } as AnyFunction;

/** A handle that was opened in the directory counts its calls as well. */
function followed(name: string, result: unknown, injection: Injection | undefined, path: unknown): unknown {
  if (name !== 'open' || !injection?.calls.length || typeof path !== 'string') return result;
  const handle = result as Record<string, AnyFunction> & { fd: number };
  injection.descriptors.add(handle.fd);
  for (const method of OF_HANDLES) {
    const original = handle[method];
    if (original) handle[method] = ofHandle(original.bind(handle) as AnyFunction, method, handle.fd);
  }
  return handle;
}

function ofHandle(original: AnyFunction, name: string, descriptor: number): AnyFunction {
  return (async (...parameters: unknown[]) => {
    const injection = active;
    const call = (...all: unknown[]) => (original as (...each: unknown[]) => Promise<unknown>)(...all);
    const mode = injection?.next(name, descriptor);
    if (name === 'close') injection?.descriptors.delete(descriptor);
    if (mode === undefined || !injection) return call(...parameters);
    const content = parameters[0];
    if (name === 'close' || mode === 'done') await call(...parameters);
    else if (mode === 'half' && name === 'writeFile') await call(half(content));
    throw injection.error(name, undefined);
  }) as AnyFunction;
}

/** Of a file handle, which some functions take in the place of a path. */
function descriptorOf(target: unknown): number | undefined {
  return typeof target === 'object' && target !== null && 'fd' in target ? Number(target.fd) : undefined;
}

function half(content: unknown): unknown {
  const bytes = Array.isArray(content) ? Buffer.concat(content) : Buffer.from(content as string | Uint8Array);
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

const synchronous: Wrap = (original, name) =>
  function (this: unknown, ...parameters: unknown[]) {
    const injection = active;
    const call = () => (original as (...all: unknown[]) => unknown).apply(this, parameters);
    const mode = injection?.next(name, parameters[0]);
    if (mode !== undefined && injection) {
      if (mode === 'done') call();
      throw injection.error(name, parameters[0]);
    }
    const result = call();
    if (name === 'openSync' && injection?.calls.length) injection.descriptors.add(result as number);
    return result;
  } as AnyFunction;

const withCallback: Wrap = (original, name) =>
  function (this: unknown, ...parameters: unknown[]) {
    const injection = active;
    const call = () => (original as (...all: unknown[]) => unknown).apply(this, parameters);
    const mode = injection?.next(name, parameters[0]);
    if (mode === undefined || !injection) return call();
    const done = parameters.at(-1) as (error: Error) => void;
    const error = injection.error(name, parameters[0]);
    process.nextTick(() => done(error));
    return undefined;
  } as AnyFunction;
